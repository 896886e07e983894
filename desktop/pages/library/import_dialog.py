"""The import dialog: lists in, and the decks that were read before anything is added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from core.download import chosen_server
from core.errors import AppError
from desktop.dialogs.simple_dialogs import ClosableDialog, DialogContext, EnterField
from desktop.pages.library.import_lines import AnswersPanel, FoundDeckPanel, ReportPanel, size_words
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.deck_session import NAMELESS
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import (
    AnyIndex,
    Cell,
    Role,
    paint_cell,
    paint_check_box,
    paint_selected,
)
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import buddy_label, column, label, paste_box, row, splitter, tip
from library.deck_values import Folder
from library.import_reader import (
    ENDINGS,
    CheckedDeck,
    Fetched,
    FoundDeck,
    ImportedDecks,
    ImportSources,
    carried_over,
    read_sources,
)

# The number of a deck, and the server that has it.
PublishedDeck = tuple[int, str]


class PublishedDeckField(QWidget):
    """Fetches in the background; pressing the button again stops it.

    Signals:
        fetched: a deck was fetched (its name here, its JSON as bytes).
        failed: it could not be fetched (a sentence).
    """

    fetched = Signal(str, bytes)
    failed = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None, source: str = "") -> None:
        super().__init__(parent)
        self.source = source or chosen_server()
        self._query: BackgroundQuery[PublishedDeck, bytes] = BackgroundQuery(
            tasks, _fetch, self, delay_ms=0
        )
        self.number = EnterField(self)
        self.number.setAccessibleName("ThronesDB number")
        self.number.setPlaceholderText("ThronesDB number or address")
        self.number.setToolTip(
            "A published deck of thronesdb.com, by its number or the address of its page."
            " Only Fetch goes online."
        )
        self.fetch = QPushButton("Fe&tch", self)
        self.fetch.setAutoDefault(False)
        row((self.number, 1), self.fetch, parent=self, margin=0, spacing=space(self, 2))
        self.fetch.clicked.connect(self._on_fetch_clicked)
        self.number.returnPressed.connect(self._on_fetch_clicked)
        self.number.textChanged.connect(self._update_button)
        self._query.changed.connect(self._update_button)
        self._query.answered.connect(self._on_answered)
        self._query.failed.connect(self._show_error)
        self._update_button()

    @property
    def fetching(self) -> bool:
        return self._query.state is QueryState.COMING

    def show_address(self, address: str, *, fetch: bool) -> None:
        """Put an address into the field; fetch its deck, or leave that to one more key."""
        self.number.setText(address)
        if fetch:
            self.fetch.click()
        self.fetch.setFocus()

    def stop(self) -> None:
        self._query.forget()

    def _update_button(self) -> None:
        self.fetch.setText("S&top" if self.fetching else "Fe&tch")
        self.fetch.setEnabled(self.fetching or bool(self.number.text().strip()))

    def _show_error(self, error: AppError) -> None:
        self.failed.emit(error.text)

    def _on_fetch_clicked(self) -> None:
        if self.fetching:
            self.stop()
            return
        from carddb.decklist_download import deck_number  # noqa: PLC0415 - imports the network

        try:
            number = deck_number(self.number.text())
        except AppError as error:
            self._show_error(error)
            return
        self._query.forget()  # the same deck may have changed since
        self._query.ask((number, self.source))

    def _on_answered(self, data: bytes) -> None:
        if self._query.question is not None:
            number, _ = self._query.question
            self.number.clear()
            self.fetched.emit(f"ThronesDB {number}", data)


def _fetch(deck: PublishedDeck, progress: Progress) -> bytes:
    from carddb.decklist_download import published_deck  # noqa: PLC0415 - imports the network

    number, source = deck
    return published_deck(
        number, source, received=lambda count, announced: progress(count, announced or 0)
    )


def summary_of(found: FoundDeck) -> str:
    """Return how large a found deck is, what of it was not read, and where it is from."""
    deck = found.reading.deck
    unread = f"{found.unread} not read" if found.unread else ""
    return " · ".join(filter(None, (size_words(deck), unread, found.source)))


class FoundDecksList(QListWidget):
    """The decks that were found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Decks found")
        self.setItemDelegate(FoundDecksDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.hide()

    def show_decks(self, decks: Sequence[CheckedDeck]) -> None:
        self.clear()
        for found, checked in decks:
            # Filled before it is in the list, which would send a signal for every part of it.
            item = QListWidgetItem()
            item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
            _fill(item, found)
            self.addItem(item)
        if decks:
            self.setCurrentRow(0)
        else:
            self.currentRowChanged.emit(-1)

    def update_current(self, found: FoundDeck) -> None:
        if item := self.currentItem():
            _fill(item, found)

    def current(self) -> FoundDeck | None:
        item = self.currentItem()
        return item.data(Role.CARD) if item else None

    def decks(self) -> list[CheckedDeck]:
        """Return the decks, and whether their boxes are checked."""
        items = map(self.item, range(self.count()))
        return [
            (each.data(Role.CARD), each.checkState() == Qt.CheckState.Checked) for each in items
        ]

    def checked(self) -> list[FoundDeck]:
        return [found for found, checked in self.decks() if checked]


def _fill(item: QListWidgetItem, found: FoundDeck) -> None:
    deck = found.reading.deck
    name = (deck.name if found.name is None else found.name) or NAMELESS
    item.setText(name)
    item.setData(Role.CARD, found)
    item.setData(Role.GLYPHS, (Glyph(icons.faction_glyph(deck.faction), deck.faction),))
    summary = summary_of(found)
    item.setData(Role.HEADING, summary)
    item.setToolTip(tip(f"{name}\n{summary}"))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {summary}")


class FoundDecksDelegate(QStyledItemDelegate):
    """Paints a box, the faction, the name, and below it what the deck is."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(option.fontMetrics.height() * 10, option.fontMetrics.height() * 11 // 4)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        self.initStyleOption(option, index)
        colours = colours_of(option.palette)
        rect, metrics = option.rect, option.fontMetrics
        gap = metrics.height() // 3
        if option.state & QStyle.StateFlag.State_Selected:
            paint_selected(painter, rect, colours, active=True, first=True)
        style = option.widget.style()
        box = QStyleOptionViewItem(option)
        element = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        box.rect = style.subElementRect(element, option, option.widget)
        box.rect.translate(gap // 2, 0)
        paint_check_box(painter, box.rect, option)
        inner = rect.adjusted(0, gap // 2, -gap, -gap // 2)
        inner.setLeft(box.rect.right() + gap * 2)
        inner.setHeight(inner.height() // 2)
        cell = Cell(option.text, index.data(Role.GLYPHS))
        paint_cell(painter, inner.adjusted(-gap, 0, gap, 0), metrics, cell, colours)
        painter.setFont(sized(option.font, Size.SMALL))
        indent = metrics.height() * 4 // 3 - painter.fontMetrics().height() // 3
        low = inner.adjusted(indent, inner.height() - 1, gap, inner.height() - 1)
        summary = Cell(index.data(Role.HEADING), faint=True)
        paint_cell(painter, low, painter.fontMetrics(), summary, colours)
        painter.restore()


# This many letters at once are pasted, not typed.
_PASTED = 20
FILTER = f"Deck lists ({' '.join(f'*{each}' for each in sorted(ENDINGS))});;All files (*)"


class ImportDialog(ClosableDialog):
    """Paste, choose or drop lists; see the decks that were read, and answer; add the decks.

    Signals:
        add_requested: these decks are to be added (a list of Outline, a folder's id or None).
        folder_used: files were chosen in a folder (its path).
    """

    add_requested = Signal(list, object)
    folder_used = Signal(str)

    def __init__(self, context: DialogContext, parent: QWidget | None = None) -> None:
        super().__init__("Import decks", parent)
        self._context = context
        self._paths: list[Path] = []
        self._fetched: list[Fetched] = []
        self._letters = 0
        self._show_deck_next = False
        self._reading: BackgroundQuery[ImportSources, ImportedDecks] = BackgroundQuery(
            context.tasks,
            lambda sources, progress: read_sources(
                sources, context.cards.judges, context.today, progress
            ),
            self,
        )
        self.chosen = label(faint=True, wraps=True)
        self.text = push_button("Show the list as &text", self)
        self.text.setCheckable(True)
        self.paste = paste_box(
            "Deck lists",
            "Paste one deck list or several here, in any format,\nor drop files or a folder.",
            self,
        )
        self.files = push_button("Choose &files…", self)
        self.folder = push_button("Choose a f&older…", self)
        self.published = PublishedDeckField(context.tasks, self)
        self.report = ReportPanel(context.cards, self)
        self.list = FoundDecksList(self)
        self.deck = FoundDeckPanel(context.cards, self)
        self.answers = AnswersPanel(context.cards, self)
        self.failures = label(wraps=True)
        self.target = ComboBox("Folder for the decks", self, 16)
        self.set_folders(())
        self.unread = label(faint=True)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.add = QPushButton("Add")
        self.buttons.addButton(self.add, QDialogButtonBox.ButtonRole.AcceptRole)
        self.add.setDefault(True)
        for button in (self.text, self.files, self.folder):
            button.setAutoDefault(False)
        self._arrange()
        self._connect()
        self._show_page()
        self._update_button()
        self.paste.setFocus()

    def set_folders(self, folders: Sequence[Folder], current: str | None = None) -> None:
        """Set the library's folders, into which the decks can be put."""
        self.target.set_choices(
            {None: "No folder"} | {each.id: each.name for each in folders}, current
        )

    def add_files(self, paths: Sequence[Path]) -> None:
        """Read these files and folders, too."""
        self._paths += [path for path in paths if path not in self._paths]
        if paths:
            self.folder_used.emit(str(paths[0].parent))
        self._show_chosen()
        self._reading.forget()  # a file that is chosen again may have changed since
        self._show_deck_next = True
        self._read()

    def _show_chosen(self) -> None:
        names = [*(name for name, _ in self._fetched), *(path.name for path in self._paths)]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        self.chosen.setText(", ".join(names[:3]) + more)

    def _arrange(self) -> None:
        gap = space(self, 2)
        left, of_deck = QWidget(self), QWidget(self)
        choose = row(self.files, self.folder, None, spacing=gap)
        column((self.paste, 1), choose, self.published, parent=left, margin=0, spacing=gap)
        self._as_text = splitter(left, self.report, parent=self, sizes=(70, 130), gap=3)
        panels = ((self.list, 3), (self.deck, 7), (self.answers, 7))
        row(*panels, parent=of_deck, margin=0, spacing=gap * 2)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._as_text)
        self._pages.addWidget(of_deck)
        self.heading.setWordWrap(False)
        self.heading.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head = row((self.chosen, 1), self.text, spacing=gap * 2)
        into, foot = buddy_label("&Into:", self.target), QWidget(self)
        row(into, self.target, None, self.unread, parent=foot, margin=0, spacing=gap)
        parts = ((self._pages, 1), self.failures)
        self.lay_out(*parts, head=head, beside=foot, size=(245, 160))
        self.failures.hide()

    def _connect(self) -> None:
        FileDropFilter(self).files_dropped.connect(self.add_files)
        self.paste.textChanged.connect(self._on_text_changed)
        self._reading.changed.connect(self._update_button)
        self._reading.answered.connect(self._on_read)
        self._reading.failed.connect(lambda error: self._show_failures([error.sentence]))
        self.files.clicked.connect(self._on_files_clicked)
        self.folder.clicked.connect(self._on_folder_clicked)
        self.published.fetched.connect(self._on_fetched)
        self.published.failed.connect(lambda sentence: self._show_failures([sentence]))
        self.text.toggled.connect(self._show_page)
        self.list.currentRowChanged.connect(self._show_found)
        self.list.itemChanged.connect(self._update_button)
        for panel in (self.report, self.deck, self.answers):
            panel.found_changed.connect(self._on_found_changed)
        self.buttons.accepted.connect(self._on_accepted)
        self.finished.connect(self._reading.withdraw)
        self.finished.connect(self.published.stop)

    def _on_text_changed(self) -> None:
        """Read what was typed or pasted; a list that was pasted is shown as a deck."""
        letters = len(self.paste.toPlainText())
        self._show_deck_next |= letters - self._letters >= _PASTED
        self._letters = letters
        self._read()

    def _read(self) -> None:
        text = self.paste.toPlainText()
        self._reading.ask(ImportSources(text, tuple(self._paths), tuple(self._fetched)))

    def _on_read(self, imported: ImportedDecks) -> None:
        """Show what was read; choices for decks that were there before stay."""
        self.list.show_decks(carried_over(self.list.decks(), imported.found))
        self.list.setVisible(len(imported.found) > 1)
        self._show_failures(imported.failures)
        self._update_button()
        if self._show_deck_next or not imported.found:
            self._show_deck_next = False
            self.text.setChecked(not imported.found)
        self._show_page()

    def _show_page(self) -> None:
        """Show the deck that was read, or the lists as text and the report line by line."""
        found = self.list.count() > 0
        self.text.setVisible(found)
        self.text.setText("Show the &deck" if self.text.isChecked() else "Show the list as &text")
        self.report.setVisible(found)
        self._pages.setCurrentIndex(1 if found and not self.text.isChecked() else 0)

    def _show_found(self) -> None:
        found = self.list.current()
        for panel in (self.report, self.deck, self.answers):
            panel.show_found(found)
        lost = found.unread if found else 0
        words = "1 line is" if lost == 1 else f"{lost} lines are"
        self.unread.setText(f"{words} not in the deck yet" if lost else "")

    def _on_found_changed(self, found: FoundDeck) -> None:
        self.list.update_current(found)
        self._show_found()

    def _show_failures(self, failures: Sequence[str]) -> None:
        more = [f"and {len(failures) - 4} more files"] if len(failures) > 4 else []
        self.failures.setText("\n".join([*failures[:4], *more]))
        self.failures.setVisible(bool(failures))

    def _update_button(self) -> None:
        count = len(self.list.checked())
        # Nothing can be added before all that was pasted or chosen is read.
        reading = self._reading.state is QueryState.COMING
        text = f"&Add {count} decks" if count != 1 else "&Add 1 deck"
        self.add.setText("Reading…" if reading else text)
        self.add.setEnabled(count > 0 and not reading)

    def _on_files_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(self, "Import decks", self._context.folder, FILTER)
        if chosen:
            self.add_files([Path(each) for each in chosen])

    def _on_folder_clicked(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, "Import a folder of decks", self._context.folder
        )
        if chosen:
            self.add_files([Path(chosen)])

    def _on_fetched(self, name: str, data: bytes) -> None:
        self._fetched.append((name, data))
        self._show_chosen()
        self._show_deck_next = True
        self._read()

    def _on_accepted(self) -> None:
        card_of = self._context.cards.card
        decks = [found.outline(card_of) for found in self.list.checked()]
        self.add_requested.emit(decks, self.target.chosen)
        self.accept()
