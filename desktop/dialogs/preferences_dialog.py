"""The dialog of preferences; each applies and is saved as soon as it is chosen."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPolygon
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidgetItem,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from carddb.local_names import Language
from core.errors import AppError
from core.log_file import without_home
from desktop.dialogs.simple_dialogs import ClosableDialog, push_button
from desktop.runtime.folder_opening import open_folder
from desktop.runtime.settings import (
    MOTION_WORDS,
    PALETTE_WORDS,
    TYPE_SIZES,
    PaletteChoice,
    RowSize,
    Settings,
)
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.style.fonts import Size, can_show, sized, space
from desktop.style.palette import DARK, LIGHT, Colours, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import Role, cell_list
from desktop.widgets.cards.card_requests import PICTURES_NOTE
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.find_field import FindField
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import buddy_label, column, label, row
from desktop.widgets.segments import Segment, Segments
from validators.conditions import formats_of

_SIZE_NOTE = "Rows, icons and distances grow with the text."
_UPDATES_NOTE = "Asks ThronesDB when the program starts. Nothing is downloaded until you say so."
_NAMES_NOTE = "English where no other name is known. Codes and files stay the same."
_UNSEEN = "Chinese (no typeface)"
_NO_TYPEFACE = (
    f"{_NAMES_NOTE} No typeface with Chinese signs is installed on this computer: until one is,"
    " names are in English instead of Chinese."
)
_HOVER_NOTE = "After the mouse or the keyboard rests on a row for a moment."
_ORGANIZER_NOTE = "The log of an event says who did what. It is not on the pages for phones."
# A caption with a mnemonic, what it is about, and a note below that.
Line: TypeAlias = tuple[str, QWidget | QLayout, str]


class _PalettePreview(Segment):
    """A small picture of the window in a palette, over its name."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 26), space(self, 17) + self.fontMetrics().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, unit = QPainter(self), colours_of(self.palette()), space(self, 1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture = QRect(unit, unit, self.width() - 2 * unit, space(self, 15))
        radius = corner(self.fontMetrics())
        if self.isChecked():
            ring = picture.adjusted(-unit, -unit, unit, unit)
            fill(painter, ring, colours.accent, radius + unit)
            fill(painter, ring.adjusted(2, 2, -2, -2), colours.raised, radius + unit - 2)
        words = self.text()
        _paint_window(painter, picture, DARK if words == _WORDS[PaletteChoice.DARK] else LIGHT)
        if words == _WORDS[PaletteChoice.SYSTEM]:
            half = (picture.topRight(), picture.bottomRight(), picture.bottomLeft())
            painter.setClipRegion(QPolygon(half))
            _paint_window(painter, picture, DARK)
            painter.setClipping(False)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if self.isChecked() else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(colours.ink if self.isChecked() else colours.faint)
        below = QRect(0, self.height() - self.fontMetrics().height(), self.width(), 0)
        below.setBottom(self.height())
        if self.hasFocus():
            font.setUnderline(True)
            painter.setFont(font)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), words)
        painter.end()


def _paint_window(painter: QPainter, rect: QRect, colours: Colours) -> None:
    """Paint a window in few strokes: a rail, and lines of a list."""
    unit, radius = rect.height() // 18, rect.height() / 12
    fill(painter, rect, colours.panel, radius, colours.line)
    fill(painter, rect.adjusted(1, 1, -rect.width() * 3 // 4, -1), colours.paper, radius)
    for number, ink in enumerate((colours.accent, colours.track, colours.track)):
        top = rect.top() + (2 + 4 * number) * unit
        painter.fillRect(QRect(rect.left() + 2 * unit, top, 3 * unit, 3 * unit), ink)
    for number, share in enumerate((60, 55, 64, 48)):
        line = QRect(rect.left() + rect.width() * 3 // 10, 0, rect.width() * share // 100, unit)
        line.moveTop(rect.top() + (4 + 3 * number) * unit)
        painter.fillRect(line, colours.faint if number else colours.ink)


_WORDS = PALETTE_WORDS | {PaletteChoice.SYSTEM: "System"}


class PreferencesDialog(ClosableDialog):
    """Shows the settings by sections and changes them.

    `palettes` and `type_sizes` change nothing themselves: they announce what was chosen.
    """

    def __init__(
        self, settings: Settings, home: Path, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__("Preferences", parent)
        self._settings, self._home, self._tasks = settings, home, tasks
        self.search = FindField("Search the preferences", "Search", self)
        self.search.textChanged.connect(self._show_found)
        self.sections = cell_list("Sections", self)
        self.pages = QStackedWidget(self)
        self.sections.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.none = label("No preference has these words.", faint=True)
        self._captions: list[tuple[int, str, QLabel]] = []  # section, searched words, caption
        self._add_look()
        self._add_cards()
        self._add_decks()
        self._add_events()
        self._add_library()
        self._lay_out()
        self.sections.setCurrentRow(0)

    def _lay_out(self) -> None:
        gap = space(self, 4)
        self.sections.setFixedWidth(space(self, 30))
        parts = (self.sections, gap * 3 // 2, (scrolled(self.pages, self), 1))
        says = label("Changes take effect at once.", faint=True)
        self.search.setFixedWidth(space(self, 50))
        body = (row(*parts, spacing=0), 1)
        self.lay_out(gap // 2, body, self.none, head=self.search, beside=says, size=(188, 126))
        self.none.hide()
        self.sections.setFocus()

    def _add_section(self, name: str, glyph: str, *lines: Line) -> None:
        """Add a page of lines, and its name at the left."""
        item, number = QListWidgetItem(name, self.sections), self.sections.count() - 1
        item.setData(Role.GLYPHS, (Glyph(glyph),))
        page = QWidget(self.pages)
        grid = QGridLayout()
        grid.setHorizontalSpacing(space(self, 4))
        grid.setVerticalSpacing(space(self, 1) // 2)
        for line, (caption, part, note) in enumerate(lines):
            top = 3 * line
            if isinstance(part, QLayout):
                grid.addLayout(part, top, 1)
            else:
                grid.addWidget(part, top, 1, Qt.AlignmentFlag.AlignLeft)
                part.setAccessibleDescription(note)
            if caption and isinstance(part, QWidget):
                upper = Qt.AlignmentFlag.AlignTop
                words = buddy_label(caption, part)
                words.setContentsMargins(0, space(self, 1), 0, 0)
                says = f"{name} {caption} {part.accessibleName()} {_words(part)} {note}"
                self._captions.append((number, says.replace("&", "").casefold(), words))
                grid.addWidget(words, top, 0, upper)
            if note:
                grid.addWidget(label(note, Size.SMALL, faint=True, wraps=True), top + 1, 1)
            grid.setRowMinimumHeight(top + 2, space(self, 3))
        grid.setColumnMinimumWidth(0, space(self, 22))
        grid.setColumnStretch(1, 1)
        column(grid, None, parent=page, margin=(0, 0, space(self, 2), 0))
        self.pages.addWidget(page)

    def _add_look(self) -> None:
        settings = self._settings
        palettes = [(words, choice) for choice, words in _WORDS.items()]
        self.palettes = Segments(
            "Palette", palettes, settings.palette, self, kind=_PalettePreview, on_ground=False
        )
        sizes = [(f"{size} %", size) for size in TYPE_SIZES]
        self.type_sizes = Segments("Text size", sizes, settings.type_size, self)
        rows = [(each.value.capitalize(), each) for each in RowSize]
        self.rows = Segments("Rows", rows, settings.rows, self)
        self.motion = ComboBox("Motion", self, 18)
        self.motion.set_choices(MOTION_WORDS, settings.motion)
        self.events = self._box("show_events", "Show &Events in the rail")
        self._add_section(
            "Look",
            "rail/preferences",
            ("P&alette", self.palettes, ""),
            ("Text &size", self.type_sizes, _SIZE_NOTE),
            ("&Rows", self.rows, ""),
            ("&Motion", self.motion, ""),
            ("Card under mouse", self._box("hover_card", "Show it beside the &list"), _HOVER_NOTE),
            ("Pages", self.events, ""),
        )

    def _add_cards(self) -> None:
        self.pictures = self._box("pictures", "Show &pictures of cards")
        self.look_at_start = self._box("look_at_start", "&Look for newer cards once a week")
        self.language = ComboBox("Card names", self, 18)
        names = {None: "English"} | {
            each: each.label if can_show(each) else _UNSEEN for each in Language
        }
        self.language.set_choices(names, self._settings.language)
        all_seen = _UNSEEN not in names.values()
        self._add_section(
            "Cards",
            "rail/cards",
            ("Card &names", self.language, _NAMES_NOTE if all_seen else _NO_TYPEFACE),
            ("Pictures", self.pictures, PICTURES_NOTE),
            ("Newer cards", self.look_at_start, _UPDATES_NOTE),
        )

    def _add_decks(self) -> None:
        self.edition = ComboBox("Edition of new decks", self, 18)
        self.edition.set_choices(EDITIONS, self._settings.edition)
        self.format = ComboBox("Format of new decks", self, 18)
        self._show_formats()
        self.edition.currentIndexChanged.connect(self._on_edition_changed)
        self.format.currentIndexChanged.connect(self._on_format_changed)
        self._add_section(
            "New decks",
            "decks/all",
            ("&Edition", self.edition, ""),
            ("&Format", self.format, ""),
        )

    def _add_events(self) -> None:
        self.organizer = QLineEdit(self._settings.organizer, self)
        self.organizer.setAccessibleName("Your name in the log")
        self.organizer.setMaxLength(80)
        self.organizer.setMinimumWidth(space(self, 60))
        self.organizer.textChanged.connect(
            lambda text: setattr(self._settings, "organizer", text.strip())
        )
        line = ("&Your name", self.organizer, _ORGANIZER_NOTE)
        self._add_section("Events", "page/events", line)

    def _add_library(self) -> None:
        self.location = label(_library_location(self._home), wraps=True, selectable=True)
        self.open_folder = push_button("&Open the folder", self._on_open_folder_clicked, self)
        self.back_up = push_button("&Back up now", self._on_back_up_clicked, self)
        self.message = label(size=Size.SMALL, faint=True, wraps=True)
        buttons = row(self.open_folder, self.back_up, None, spacing=space(self, 2))
        self._add_section(
            "Library",
            "decks/folder",
            ("File", self.location, ""),
            ("", buttons, ""),
            ("", column(self.message), ""),
        )

    def _box(self, name: str, words: str) -> QCheckBox:
        """Return a box for a setting that is on or off."""
        box = QCheckBox(words, self)
        box.setChecked(getattr(self._settings, name))
        box.setAccessibleName(words.replace("&", ""))
        box.toggled.connect(partial(setattr, self._settings, name))
        return box

    def _show_found(self, typed: str) -> None:
        """List the sections with what is typed, and make its captions bold."""
        words = typed.casefold().split()
        found = set[int]()
        for number, says, caption in self._captions:
            hit = all(each in says for each in words)
            weight = QFont.Weight.DemiBold if hit and words else QFont.Weight.Normal
            caption.setFont(sized(caption.font(), Size.BODY, weight))
            found |= {number} if hit else set()
        for number in range(self.sections.count()):
            self.sections.item(number).setHidden(number not in found)
        if found and self.sections.currentRow() not in found:
            self.sections.setCurrentRow(min(found))
        self.none.setVisible(not found)

    def _show_formats(self) -> None:
        edition = self._settings.edition
        names = {each.name: each.label[:1].upper() + each.label[1:] for each in formats_of(edition)}
        with QSignalBlocker(self.format):
            self.format.set_choices(names, self._settings.format_of(edition))

    def _on_edition_changed(self) -> None:
        self._settings.edition = self.edition.chosen
        self._show_formats()

    def _on_format_changed(self) -> None:
        self._settings.save_format(self._settings.edition, self.format.chosen)

    def _on_open_folder_clicked(self) -> None:
        if not open_folder(self._home):
            self.message.setText(f"The folder could not be opened. It is {self._home}.")

    def _on_back_up_clicked(self) -> None:
        self.back_up.setEnabled(False)
        self.message.setText("Backing up…")
        task = Task(partial(_back_up, self._home))
        task.succeeded.connect(self.message.setText)
        task.failed.connect(self._on_backup_failed)
        task.finished.connect(self._on_backed_up)
        self._tasks.start(task)

    def _on_backed_up(self) -> None:
        self.back_up.setEnabled(True)

    def _on_backup_failed(self, error: Exception) -> None:
        # The task runner reports a bug.
        reason = error.text if isinstance(error, AppError) else ""
        self.message.setText(f"Nothing was backed up. {reason}".strip())


def _words(part: QWidget) -> str:
    """Return the words of the choices within a part."""
    return " ".join(each.text() for each in part.findChildren(QAbstractButton))


def _library_location(home: Path) -> str:
    from library.addresses import in_words, library_address  # noqa: PLC0415 - SQL, not at start

    try:
        return without_home(in_words(library_address(home)))
    except AppError as error:
        return error.sentence


def _back_up(home: Path, progress: Progress) -> str:
    """Copy the library into the home folder's backups, in a worker; return a sentence about it."""
    from library.addresses import BACKUPS, FILE_NAME, library_address  # noqa: PLC0415 - SQL
    from library.library import Library  # noqa: PLC0415
    from library.stored_text import in_file_name  # noqa: PLC0415

    progress(0, 1)
    target = home / BACKUPS / f"{Path(FILE_NAME).stem}-{in_file_name(datetime.now(UTC))}.db"
    with Library(library_address(home), clock=lambda: datetime.now(UTC), home=home) as library:
        copy = library.back_up(target)
    decks = "1 deck is" if copy.decks == 1 else f"{copy.decks:,} decks are"
    return f"{decks} backed up in {copy.path}."
