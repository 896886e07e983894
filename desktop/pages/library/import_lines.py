"""A deck that was read: as a deck, its lines that need an answer, and all its lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QTableView,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from core.text_format import count_of
from decks.deck import Deck
from decks.deck_section import AGENDAS
from decks.formats.deck_json import FORMAT as JSON
from decks.report import THE_FACTION, THE_NAME, LineStatus, ReportLine
from desktop.session.deck_session import NAMELESS
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import Cell, Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.deck_lines import DeckLinesView, card_line, list_lines, paint_card_line
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.glyphs import GOOD, Glyph, GlyphLabel, of_line, of_type
from desktop.widgets.layouts import OneLine, buddy_label, column, label, row, tip
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from library.import_reader import FoundDeck
from validators.problem import Severity

CHOSEN, LEFT_OUT = "Chosen", "Left out"
STATUS_TEXTS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Choose a version",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "No card",
}
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
            return GOOD if self.choice else Glyph(icons.NOTE, Severity.NOTE)
        return GOOD if self.line.states_deck else of_line(self.line)


def report_rows(found: FoundDeck, cards: LoadedCards) -> list[ReportRow]:
    """Return a row for every line of a found deck's report.

    In JSON the name is not a line of the report; it comes first, then faction and agendas.
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

    def __init__(self) -> None:
        super().__init__(COLUMNS, key=lambda row: row.number, card=lambda row: row.card)

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
    """Counts, the lines, and the cards that a doubtful line can be read as.

    Signals:
        found_changed: another card was chosen (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.model = ReportModel()
        self.summary = label(faint=True)
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
        """Show the report of a deck, at its first doubtful line; of the same one, what changed."""
        same = found and self._found and found.reading is self._found.reading
        self._found = found
        rows = report_rows(found, self._cards) if found else []
        if same:
            self.model.update_rows(rows)
        else:
            self.model.show_rows(rows)
            doubtful = (n for n, each in enumerate(rows) if each.is_doubtful)
            self.table.setCurrentIndex(self.model.index(next(doubtful, 0), TEXT))
        self._show_counts(rows)
        self._show_line()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        caption = buddy_label("Ca&rd:", self.card, faint=False)
        choice = row(caption, (self.card, 1), spacing=gap)
        parts = (self.summary, (self.table, 1), self.note, choice)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.note.setMinimumHeight(self.fontMetrics().height() * 2)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

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
        if self._found is not None and current is not None:
            code = str(self.card.currentData())
            self.found_changed.emit(self._found.choose(current.number, code))


_CHECK = Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING, "to check")
_ANSWERED = Glyph(icons.LEGAL, tint=True, words="answered")
# A text that is not a deck list may have hundreds of lines; all are in the list as text.
_MOST = 40


def size_words(deck: Deck) -> str:
    """Return how large a deck is: "60 cards · 7 plots"."""
    return f"{count_of(deck.draw_count, 'card')} · {count_of(deck.plot_count, 'plot')}"


class FoundDeckPanel(QWidget):
    """The deck: its symbol, its name, which can be changed, what it is, and its cards.

    Signals:
        found_changed: it has another name (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self._symbol = GlyphLabel(space(self, 6), self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name of the deck")
        self.name.setPlaceholderText(NAMELESS)
        self.name.setFont(sized(self.name.font(), Size.MIDDLE, QFont.Weight.DemiBold))
        self.name.textEdited.connect(self._on_name_edited)
        self.facts = OneLine(parent=self)
        self.facts.setFont(self.font())
        self.counts = label(weight=QFont.Weight.DemiBold)
        self.lines = DeckLinesView("Cards of the deck", self)
        gap = space(self, 2)
        head = row(self._symbol, (self.name, 1), spacing=gap)
        below = row((self.facts, 1), self.counts, spacing=gap)
        column(head, below, (self.lines, 1), parent=self, margin=0, spacing=gap)

    def show_found(self, found: FoundDeck | None) -> None:
        """Show a deck as it would be added now."""
        self._found = found
        self.setEnabled(found is not None)
        if found is None:
            self.lines.show_lines(())
            return
        deck = found.deck(self._cards.card)
        if self.name.text() != deck.name:
            self.name.setText(deck.name)
        self._symbol.show_glyphs([Glyph(icons.faction_glyph(deck.faction), deck.faction)])
        faction = deck.faction.card_name if deck.faction else "No faction"
        self.facts.setText(" · ".join([faction, *(each.name for each in deck.agendas)]))
        self.counts.setText(size_words(deck))
        doubtful = [each for each in report_rows(found, self._cards) if each.is_doubtful]
        marks = {each.card.code: _CHECK for each in doubtful if each.card and each.choice is None}
        place = self.lines.verticalScrollBar().value()
        self.lines.show_lines(list_lines(deck, self._cards.pools[deck.edition], marks))
        self.lines.verticalScrollBar().setValue(place)

    def _on_name_edited(self, name: str) -> None:
        if self._found is not None:
            self.found_changed.emit(replace(self._found, name=name.strip()))


class CardChoice(QRadioButton):
    """A card that a line can be read as, with its numbers."""

    def __init__(self, card: Card, cards: LoadedCards, parent: QWidget) -> None:
        super().__init__(f"{card.name}, {cards.pack_name(card)}", parent)
        self._line = card_line(card, "", cards.pools[card.edition])
        self.setToolTip(self.text())
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 50), space(self, 7))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def hitButton(self, pos: object) -> bool:
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        if self.isChecked() or self.underMouse():
            ground = colours.selection if self.isChecked() else colours.hover
            fill(painter, self.rect(), ground, corner(self.fontMetrics()))
        option = QStyleOptionButton()
        self.initStyleOption(option)
        side = self.style().pixelMetric(QStyle.PixelMetric.PM_ExclusiveIndicatorWidth, option, self)
        gap = space(self, 2)
        option.rect = QRect(gap, (self.height() - side) // 2, side, side)
        indicator = QStyle.PrimitiveElement.PE_IndicatorRadioButton
        self.style().drawPrimitive(indicator, option, painter, self)
        rect = self.rect().adjusted(2 * gap + side, 0, -gap, 0)
        paint_card_line(painter, rect, self.font(), self._line, colours)
        painter.end()


class AnswerBox(QWidget):
    """A line to check, with the cards that it can be read as.

    Signals:
        chosen: another card was chosen, or none (the number of the line, a code).
    """

    chosen = Signal(int, str)

    def __init__(self, line: ReportRow, cards: LoadedCards, code: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._number = line.number
        number = label(f"Line {line.line.line}", Size.SMALL, faint=True)
        words = OneLine(line.written, self)
        words.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        words.setForegroundRole(self.foregroundRole())
        self._sign = GlyphLabel(space(self, 4), self)
        gap = space(self, 2)
        note = [label(line.line.note, Size.SMALL, faint=True, wraps=True)] if line.line.note else []
        self._group = QButtonGroup(self)
        self.choices: dict[str, QRadioButton] = {}
        codes = dict.fromkeys(filter(None, (line.line.code, *line.line.candidates)))
        for each in codes:
            card = cards.card(each)
            if card is not None:
                self.choices[each] = CardChoice(card, cards, self)
        self.choices[""] = QRadioButton("Leave it out", self)
        for each, button in self.choices.items():
            self._group.addButton(button)
            button.clicked.connect(partial(self.chosen.emit, self._number, each))
        head = row(number, (words, 1), self._sign, spacing=gap)
        *offered, leave = self.choices.values()
        last = row(gap, leave, None, spacing=0)
        column(head, *note, *offered, last, parent=self, margin=gap, spacing=gap // 2)

    def show_line(self, line: ReportRow, code: str, *, answered: bool) -> None:
        """Show what is chosen now, and whether the user did so."""
        self._sign.show_glyphs([_ANSWERED if answered else _CHECK])
        if code or line.status == LEFT_OUT:
            self.choices[code].setChecked(True)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fill(painter, self.rect(), colours_of(self.palette()).raised, corner(self.fontMetrics()))
        painter.end()


class AnswersPanel(QWidget):
    """The lines that are not sure, each with its choices.

    Signals:
        found_changed: another card was chosen for a line (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.boxes: dict[int, AnswerBox] = {}
        self._answered: set[int] = set()
        self._heading = label(size=Size.MIDDLE, weight=QFont.Weight.DemiBold, wraps=True)
        self._counts = label(faint=True)
        self._sheet = QWidget(self)
        self._note = label(size=Size.SMALL, faint=True, wraps=True)
        gap = space(self, 2)
        self._column = column(None, parent=self._sheet, margin=gap // 2, spacing=gap)
        head = row((self._heading, 1), self._counts, spacing=gap)
        self._area = scrolled(self._sheet, self)
        self._note.setAlignment(Qt.AlignmentFlag.AlignTop)
        parts = (head, (self._area, 1), self._note)
        self._parts = column(*parts, parent=self, margin=0, spacing=gap)

    def show_found(self, found: FoundDeck | None) -> None:
        """Show the lines to check of a deck; of the same one, what is chosen now."""
        same = found and self._found and found.reading is self._found.reading
        self._found = found
        rows = report_rows(found, self._cards) if found else []
        doubtful = [each for each in rows if each.is_doubtful and not each.line.states_deck]
        if found is None or not same:
            for box in self.boxes.values():
                box.deleteLater()
            self.boxes, self._answered = {}, set()
        for place, each in enumerate(doubtful[:_MOST] if found else ()):
            code = found.code(each.number) if found else ""
            if each.number not in self.boxes:
                box = self.boxes[each.number] = AnswerBox(each, self._cards, code, self._sheet)
                box.chosen.connect(self._on_chosen)
                self._column.insertWidget(place, box)
            answered = each.number in self._answered or each.choice is not None
            self.boxes[each.number].show_line(each, code, answered=answered)
        self._area.setVisible(bool(doubtful))
        self._parts.setStretchFactor(self._note, 0 if doubtful else 1)
        left = [n for n in doubtful if n.choice is None and n.number not in self._answered]
        self._show_counts(rows, len(left), len(doubtful))

    def _show_counts(self, rows: list[ReportRow], left: int, doubtful: int) -> None:
        lines = [each for each in rows if each.line.status is not LineStatus.IGNORED]
        read = sum(each.line.status is LineStatus.READ for each in lines)
        verb = "needs" if left == 1 else "need"
        self._heading.setText(
            f"{count_of(left, 'line')} {verb} a look" if left else "All lines read"
        )
        self._counts.setText(f"{read} of {count_of(len(lines), 'line')} read")
        parts = ["Build checks whether the deck is legal."]
        if len(rows) > len(lines):
            were = "was" if len(rows) - len(lines) == 1 else "were"
            ignored = count_of(len(rows) - len(lines), "line")
            parts.append(f"{ignored} without a card {were} ignored.")
        if doubtful > _MOST:
            parts.append(f"{doubtful - _MOST} more lines to check are in the list as text.")
        self._note.setText(" ".join(parts))

    def _on_chosen(self, number: int, code: str) -> None:
        if self._found is not None:
            self._answered.add(number)
            self.found_changed.emit(self._found.choose(number, code))
