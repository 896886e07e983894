"""The import dialog: lists in, and a report on every line before anything is added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from core.download import chosen_server
from core.errors import AppError
from decks.deck_section import AGENDAS
from decks.formats.deck_json import FORMAT as JSON
from decks.report import THE_FACTION, THE_NAME, LineStatus, ReportLine
from desktop.dialogs.simple_dialogs import ClosableDialog, DialogContext
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    AnyIndex,
    Cell,
    Role,
    paint_cell,
    paint_check_box,
    paint_selected,
)
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import Glyph, of_type
from desktop.widgets.layouts import buddy_label, column, label, row, tip
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
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
from validators.problem import Severity

CHOSEN, LEFT_OUT = "Chosen", "Left out"
STATUS_TEXTS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Choose a version",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "No card",
}
_LEFT_OUT = Glyph(icons.NOTE, Severity.NOTE)
_CHECK = Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)
_GLYPHS = {LineStatus.READ: Glyph(icons.LEGAL, tint=True), LineStatus.IGNORED: Glyph("")}
LINE, TEXT, STATUS, CARD = range(4)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line of a report, what the user chose for it, and the card that it is taken for.

    `number` is its place in the report, `choice` a code, empty where the line is left out, None
    where nothing was chosen. `written` is what the list says, `taken_for` the card, or what the
    line states of the deck.
    """

    number: int
    line: ReportLine
    choice: str | None
    card: Card | None
    written: str
    taken_for: str

    @property
    def is_doubtful(self) -> bool:
        return self.line.status not in {LineStatus.READ, LineStatus.IGNORED}

    @property
    def status(self) -> str:
        """The status of the line, or of what the user chose for it."""
        if self.choice is None:
            stated = self.line.states_deck
            return STATUS_TEXTS[LineStatus.READ if stated else self.line.status]
        return CHOSEN if self.choice else LEFT_OUT

    @property
    def status_glyph(self) -> Glyph:
        if self.choice is not None:
            return Glyph(icons.LEGAL, tint=True) if self.choice else _LEFT_OUT
        if self.line.lost:
            return Glyph(icons.UNREAD, Severity.ERROR)
        if self.line.states_deck:
            return _GLYPHS[LineStatus.READ]
        return _GLYPHS.get(self.line.status, _CHECK)


def report_rows(found: FoundDeck, cards: LoadedCards) -> list[ReportRow]:
    """Return a row for every line of a found deck's report.

    Of JSON the name is no line of the report; it comes first, then faction and agendas.
    """
    deck, rows = found.reading.deck, []
    for number, line in enumerate(found.reading.lines):
        code, choice = found.code(number), found.choices.get(number)
        name, written = cards.named(code), line.words
        if line.note == THE_NAME:
            name = deck.name
        elif line.note == THE_FACTION:
            name = deck.faction.card_name if deck.faction else ""
        elif written != line.text.strip() and line.code:
            written = f"{line.copies}x {cards.named(line.code)}"
        rows.append(ReportRow(number, line, choice, cards.card(code), written, name))
    if found.reading.format_code != JSON.code:
        return rows
    listed = [row for row in rows if row.line.copies or row.line.status is not LineStatus.IGNORED]
    listed.sort(key=lambda row: (not row.line.states_deck, row.line.section != AGENDAS))
    named = ReportLine(0, deck.name, LineStatus.READ, note=THE_NAME)
    return [ReportRow(-1, named, None, None, deck.name, deck.name), *listed]


COLUMNS: tuple[Column[ReportRow], ...] = (
    number_column("Line", lambda row: row.line.line or "", 5, faint=True),
    Column(title="In the list", text=lambda row: row.written, share=1),
    Column(
        title="Status",
        text=lambda row: row.status,
        glyphs=lambda row: (row.status_glyph,),
        width=19,
    ),
    Column(
        title="Taken for",
        text=lambda row: row.taken_for,
        glyphs=lambda row: of_type(row.card),
        share=1,
    ),
)


class ReportModel(ColumnsModel[ReportRow]):
    """Lines of one found deck."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: ReportRow) -> int:
        return row.number

    @override
    def card(self, row: ReportRow) -> Card | None:
        return row.card

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        line, value = self.rows[row].line, super().value(row, column, role)
        if role == Qt.ItemDataRole.ToolTipRole and line.note:
            return tip(line.note)
        ignored = isinstance(value, Cell) and line.status is LineStatus.IGNORED
        return replace(value, faint=True) if ignored else value


# A status as it stands behind a number of lines.
_COUNTED = {STATUS_TEXTS[LineStatus.AMBIGUOUS]: "with several versions"}


class ReportPanel(QWidget):
    """Name of the deck, counts, the lines, and the cards that a doubtful line can be read as.

    Signals:
        found_changed: another name or card was chosen (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.model = ReportModel(self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name of the deck")
        self.name.setPlaceholderText(NAMELESS)
        self.name.textEdited.connect(self._on_name_edited)
        self.summary = label(faint=True)
        self.only_doubtful = QCheckBox("Only lines to chec&k", self)
        self.only_doubtful.toggled.connect(lambda: self.show_found(self._found))
        self.table: RowsTable[ReportRow] = RowsTable(self.model, "Report line by line", self)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.selectionModel().currentRowChanged.connect(self._show_line)
        self.note = label(wraps=True)
        self.card = ComboBox("Card of the line", self, 30)
        self.card.activated.connect(self._on_card_activated)
        self._lay_out()
        for each in (self.table, self.card.view()):
            watch_cards(each)

    def show_found(self, found: FoundDeck | None) -> None:
        """Show the report of a deck, at its first doubtful line."""
        self._found = found
        rows = self._rows()
        self.only_doubtful.setEnabled(any(each.is_doubtful for each in rows))
        self.model.show_rows(self._shown(rows))
        self.table.fit_columns()
        self.name.setEnabled(found is not None)
        if found is not None:
            self.name.setText(found.reading.deck.name if found.name is None else found.name)
            doubtful = (n for n, each in enumerate(self.model.rows) if each.is_doubtful)
            self.table.setCurrentIndex(self.model.index(next(doubtful, 0), TEXT))
        else:
            self.name.clear()
        self._show_counts(rows)
        self._show_line()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        head = row((self.summary, 1), self.only_doubtful)
        caption = buddy_label("Ca&rd:", self.card, faint=False)
        choice = row(caption, (self.card, 1), spacing=gap)
        parts = (self.name, head, (self.table, 1), self.note, choice)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.note.setMinimumHeight(self.fontMetrics().height() * 2)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _rows(self) -> list[ReportRow]:
        return report_rows(self._found, self._cards) if self._found else []

    def _shown(self, rows: list[ReportRow]) -> list[ReportRow]:
        doubtful = [each for each in rows if each.is_doubtful]
        return doubtful if doubtful and self.only_doubtful.isChecked() else rows

    def _show_counts(self, rows: list[ReportRow]) -> None:
        count = Counter(each.status for each in rows)
        order = [*STATUS_TEXTS.values(), CHOSEN, LEFT_OUT]
        self.summary.setText(
            " · ".join(
                f"{count[each]} {_COUNTED.get(each, each.lower())}" for each in order if count[each]
            )
        )

    def _current_row(self) -> ReportRow | None:
        number = self.table.currentIndex().row()
        return self.model.rows[number] if number >= 0 else None

    def _show_line(self) -> None:
        self.card.clear()
        self.card.setEnabled(False)
        current = self._current_row()
        if current is None or self._found is None:
            self.note.setText("")
            return
        line = current.line
        self.note.setText(line.note or f"Line {line.line} was read as written.")
        codes = [*filter(None, [line.code]), *line.candidates]
        if not codes:
            return
        with QSignalBlocker(self.card):
            for number, code in enumerate(dict.fromkeys(codes)):
                self.card.addItem(self._card_text(code), code)
                self.card.setItemData(number, self._cards.card(code), Role.CARD)
            self.card.addItem("Leave it out", "")
            self.card.setCurrentIndex(self.card.findData(self._found.code(current.number)))
        self.card.setEnabled(True)

    def _card_text(self, code: str) -> str:
        card = self._cards.card(code)
        if card is None:
            return code
        return f"{card.name} · {self._cards.pack_name(card)} {card.position} · {card.type.value}"

    def _on_card_activated(self) -> None:
        current = self._current_row()
        if self._found is None or current is None:
            return
        self._found = self._found.choose(current.number, str(self.card.currentData()))
        rows = self._rows()
        self.model.update_rows(self._shown(rows))
        self.table.fit_columns()
        self._show_counts(rows)
        self.found_changed.emit(self._found)

    def _on_name_edited(self, name: str) -> None:
        if self._found is not None:
            self._found = replace(self._found, name=name.strip())
            self.found_changed.emit(self._found)


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
        self.number = QLineEdit(self)
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

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.number.hasFocus():
            event.accept()  # the dialog would take it for "Add"
            self._on_fetch_clicked()
            return
        super().keyPressEvent(event)


def _fetch(deck: PublishedDeck, progress: Progress) -> bytes:
    from carddb.decklist_download import published_deck  # noqa: PLC0415 - imports the network

    number, source = deck
    return published_deck(
        number, source, received=lambda count, announced: progress(count, announced or 0)
    )


def summary_of(found: FoundDeck) -> str:
    """Return how large a found deck is, what of it was not read, and where it is from."""
    deck = found.reading.deck
    parts = [f"{deck.draw_count} cards", f"{deck.plot_count} plots"]
    if found.unread:
        parts.append(f"{found.unread} not read")
    return " · ".join([*parts, found.source])


class FoundDecksList(QListWidget):
    """The decks that were found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Decks found")
        self.setItemDelegate(FoundDecksDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)

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
    item.setData(Role.HEADING, summary_of(found))
    item.setToolTip(tip(f"{name}\n{summary_of(found)}"))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {summary_of(found)}")


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


FILTER = f"Deck lists ({' '.join(f'*{each}' for each in sorted(ENDINGS))});;All files (*)"


class ImportDialog(ClosableDialog):
    """Paste, choose or drop lists; check the report; add the decks.

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
        self._reading: BackgroundQuery[ImportSources, ImportedDecks] = BackgroundQuery(
            context.tasks,
            lambda sources, progress: read_sources(
                sources, context.cards.judges, context.today, progress
            ),
            self,
        )
        self.paste = QPlainTextEdit(self)
        self.paste.setAccessibleName("Deck lists")
        self.paste.setPlaceholderText(
            "Paste one deck list or several here, in any format,\nor drop files or a folder."
        )
        self.paste.setTabChangesFocus(True)
        self.paste.setAcceptDrops(False)
        self.files = QPushButton("Choose &files…", self)
        self.folder = QPushButton("Choose a f&older…", self)
        self.published = PublishedDeckField(context.tasks, self)
        self.chosen = label(faint=True, wraps=True)
        self.list = FoundDecksList(self)
        self.failures = label(wraps=True)
        self.report = ReportPanel(context.cards, self)
        self.target = ComboBox("Folder for the decks", self, 16)
        self.set_folders(())
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.add = QPushButton("Add")
        self.buttons.addButton(self.add, QDialogButtonBox.ButtonRole.AcceptRole)
        self.add.setDefault(True)
        self._arrange()
        self._connect()
        self._update_button()

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
        self._read()

    def _show_chosen(self) -> None:
        names = [*(name for name, _ in self._fetched), *(path.name for path in self._paths)]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        self.chosen.setText(", ".join(names[:3]) + more)
        self.chosen.setVisible(bool(names))

    def _arrange(self) -> None:
        gap = space(self, 2)
        left = QWidget(self)
        choose = row(self.files, self.folder, None, spacing=gap)
        parts = ((self.paste, 3), choose, self.published, self.chosen, (self.list, 2))
        column(*parts, self.failures, parent=left, margin=0, spacing=gap)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.report)
        self.splitter.setSizes([33, 67])
        into = buddy_label("&Into:", self.target, faint=False)
        foot = row(into, self.target, None, self.buttons, spacing=gap)
        column((self.splitter, 1), foot, parent=self, margin=gap * 2, spacing=gap)
        self.chosen.hide()
        self.failures.hide()
        self.resize(space(self, 256), space(self, 160))

    def _connect(self) -> None:
        FileDropFilter(self).files_dropped.connect(self.add_files)
        self.paste.textChanged.connect(self._read)
        self._reading.changed.connect(self._update_button)
        self._reading.answered.connect(self._on_read)
        self._reading.failed.connect(lambda error: self._show_failures([error.sentence]))
        self.files.clicked.connect(self._on_files_clicked)
        self.folder.clicked.connect(self._on_folder_clicked)
        self.published.fetched.connect(self._on_fetched)
        self.published.failed.connect(lambda sentence: self._show_failures([sentence]))
        self.list.currentRowChanged.connect(lambda: self.report.show_found(self.list.current()))
        self.list.itemChanged.connect(self._update_button)
        self.report.found_changed.connect(self.list.update_current)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)

    def _read(self) -> None:
        text = self.paste.toPlainText()
        self._reading.ask(ImportSources(text, tuple(self._paths), tuple(self._fetched)))

    def _on_read(self, imported: ImportedDecks) -> None:
        """Show what was read; choices for decks that were there before stay."""
        self.list.show_decks(carried_over(self.list.decks(), imported.found))
        self._show_failures(imported.failures)
        self._update_button()

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
        self._read()

    def _on_accepted(self) -> None:
        card_of = self._context.cards.card
        decks = [found.outline(card_of) for found in self.list.checked()]
        self.add_requested.emit(decks, self.target.chosen)
        self.accept()

    @override
    def done(self, result: int) -> None:
        self._reading.withdraw()
        self.published.stop()
        super().done(result)
