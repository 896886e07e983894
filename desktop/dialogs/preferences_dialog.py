"""The dialog of preferences; each applies and is saved as soon as it is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from core.errors import AppError
from core.log_file import without_home
from desktop.dialogs.simple_dialogs import ClosableDialog, push_button
from desktop.runtime.folder_opening import open_folder
from desktop.runtime.settings import PALETTE_WORDS, TYPE_SIZES, Settings
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_details import PICTURES_NOTE
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.form import Field, Form
from desktop.widgets.layouts import column, label, row
from validators.conditions import formats_of

_UPDATES_NOTE = "Asks ThronesDB when the program starts. Nothing is downloaded until you say so."
_HOVER_NOTE = "Beside the row of a list, where the mouse or the keyboard rests for a moment."
_ORGANIZER_NOTE = "The log of an event says who did what. It is not on the pages for phones."


_choice = partial(Field, kind=ComboBox, characters=18)
_FIELDS: Sequence[str | tuple[Field]] = (
    "Look",
    (_choice("palette", "P&alette", choices=PALETTE_WORDS),),
    (_choice("type_size", "Text &size", choices={size: f"{size} %" for size in TYPE_SIZES}),),
    "Cards",
    (Field("pictures", "Show &pictures of cards", QCheckBox, note=PICTURES_NOTE),),
    (Field("hover_card", "Show the card &under the mouse", QCheckBox, note=_HOVER_NOTE),),
    (Field("look_at_start", "&Look for newer cards once a week", QCheckBox, note=_UPDATES_NOTE),),
    "New decks",
    (_choice("edition", "&Edition", choices=EDITIONS, spoken="Edition of new decks"),),
    (_choice("format", "&Format", spoken="Format of new decks"),),
    "Events",
    (Field("organizer", "&Your name in the log", longest=80, note=_ORGANIZER_NOTE),),
)


class PreferencesDialog(ClosableDialog):
    """Shows the settings and changes them.

    Signals:
        palette_chosen: another palette is wanted (a PaletteChoice).
        type_size_chosen: another text size is wanted (one of TYPE_SIZES).
    """

    palette_chosen = Signal(object)
    type_size_chosen = Signal(int)

    def __init__(
        self, settings: Settings, home: Path, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__("Preferences", parent)
        self._settings, self._home, self._tasks = settings, home, tasks
        names = [each[0].name for each in _FIELDS if not isinstance(each, str)]
        values = {name: getattr(settings, name) for name in names if name != "format"}
        self.form = Form(_FIELDS, values, self)
        self.form["organizer"].setMinimumWidth(space(self, 60))
        self.location = label(_library_location(home), wraps=True)
        self.location.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_folder = push_button("&Open the folder", self._on_open_folder_clicked, self)
        self.back_up = push_button("&Back up now", self._on_back_up_clicked, self)
        self.message = label(size=Size.SMALL, faint=True, wraps=True)
        self._show_formats()
        self._lay_out()
        self.form.changed.connect(self._on_changed)

    def _lay_out(self) -> None:
        gap = space(self, 4)
        self.form.grid.setHorizontalSpacing(gap)
        self.form.grid.setVerticalSpacing(gap // 2)
        self.form.add_heading("Library")
        self.form.add_row(self.location)
        self.form.add_row(row(self.open_folder, self.back_up, None, spacing=space(self, 2)))
        self.form.add_row(self.message)
        self.add_buttons()
        sheet, foot = QWidget(self), column(self.buttons)
        column(self.form, None, parent=sheet, margin=gap)
        foot.setContentsMargins(gap, 0, gap, 0)
        layout = column((scrolled(sheet, self), 1), foot, parent=self, spacing=0)
        layout.setContentsMargins(0, 0, 0, gap)
        width = space(self, 130)
        self.setMinimumWidth(width)
        self.resize(width, sheet.heightForWidth(width) + foot.sizeHint().height() + gap)

    def _show_formats(self) -> None:
        edition = self._settings.edition
        names = {each.name: each.label[:1].upper() + each.label[1:] for each in formats_of(edition)}
        with QSignalBlocker(self.form["format"]):
            self.form["format"].set_choices(names, self._settings.format_of(edition))

    def _on_changed(self, name: str) -> None:
        value = self.form.values[name]
        match name:
            case "palette":
                self.palette_chosen.emit(value)
            case "type_size":
                self.type_size_chosen.emit(value)
            case "format":
                self._settings.save_format(self._settings.edition, value)
            case _:
                setattr(self._settings, name, value)
        if name == "edition":
            self._show_formats()

    def _on_open_folder_clicked(self) -> None:
        if not open_folder(self._home):
            self.message.setText(f"The folder could not be opened. It is {self._home}.")

    def _on_back_up_clicked(self) -> None:
        self.back_up.setEnabled(False)
        self.message.setText("Backing up…")
        task = Task(partial(_back_up, self._home))
        task.succeeded.connect(self.message.setText)
        task.failed.connect(self._on_backup_failed)
        task.finished.connect(self._on_backup_finished)
        self._tasks.start(task)

    def _on_backup_failed(self, error: Exception) -> None:
        # The task runner reports a bug.
        reason = error.text if isinstance(error, AppError) else ""
        self.message.setText(f"Nothing was backed up. {reason}".strip())

    def _on_backup_finished(self) -> None:
        self.back_up.setEnabled(True)


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
