"""The tab Cards: how likely each card is drawn and set up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from carddb.card import Card
from carddb.terms import Faction
from desktop.pages.hands.odds.answer_area import StaleOverlay
from desktop.pages.hands.odds.number_table import NumberColumn, NumberRow, NumberTable, Value
from desktop.pages.hands.odds.odds_tab import HandsQuery, OddsTab, StatusLine
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column
from goldfish.queries import HandsAnswer
from goldfish.report_text import DASH, hands_status, number_text

SET_UP = 3
_SPARE = (1, 2)  # copies, which are beside the name then, and the chance to draw one
_COLUMNS = (
    NumberColumn("Card", number=False),
    NumberColumn("Copies", "Copies in the draw deck"),
    NumberColumn("Drawn", "Chance of a copy in the hand you keep"),
    NumberColumn("Set up", "Chance of a copy in the best setup"),
)
_COMPARED = (
    NumberColumn("Other", "Set up in the other deck"),
    NumberColumn("Diff.", "Set up here more often than in the other deck"),
)


class CardsTab(OddsTab):
    """Follows the reports on hands: a table of cards that sorts by each of its columns."""

    def __init__(
        self, session: DeckSession, hands: HandsQuery, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._hands = hands
        self.status = StatusLine(hands, hands_status)
        self.table = NumberTable("Chances of each card", _COLUMNS, self, fits=False, digits=8)
        self.table.spare = _SPARE
        self.table.horizontalHeader().setSortIndicator(SET_UP, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        watch_cards(self.table)
        self.copy = QPushButton("Cop&y as CSV")
        self.copy.setObjectName("small")
        self.copy.setToolTip("Copies the selected rows, or all (Ctrl+C in the table)")
        self.copy.clicked.connect(self.table.copy_csv)
        gap = space(self, 2)
        copy = (self.copy, Qt.AlignmentFlag.AlignRight)
        column(self.status, (self.table, 1), copy, parent=self, margin=gap, spacing=gap // 2)
        self.overlay = StaleOverlay(self.table.viewport(), hands)
        hands.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        answer, fresh = self._hands.answer, self._hands.is_fresh
        self.table.setVisible(answer is not None)
        self.copy.setEnabled(fresh)
        if answer is not None and fresh:
            columns = (*_COLUMNS, *_COMPARED) if len(answer.reports) > 1 else _COLUMNS
            slots = answer.question.mine.draw_deck.slots
            rows = [self._row(answer, card, copies) for card, copies in slots]
            self.table.numbers.show(rows, columns)

    def _row(self, answer: HandsAnswer, card: Card, copies: int) -> NumberRow:
        cards = self._session.cards
        name = cards.named(card.code) if cards else card.name
        mine, *others = answer.reports
        chance = mine.by_card[card.code]
        texts = [name, str(copies), _percent(chance.drawn), _percent(chance.set_up)]
        values: list[Value] = [name, copies, chance.drawn, chance.set_up]
        for report in others:
            theirs = report.by_card.get(card.code)
            other = theirs.set_up if theirs else 0.0
            gap = chance.set_up - other
            texts += [
                _percent(other) if theirs else DASH,
                number_text(100 * gap, signed=True, places=1),
            ]
            values += [other, gap]
        faction = card.factions[0] if card.factions else Faction.NEUTRAL
        glyph = Glyph(icons.type_glyph(card.type), faction)
        # Without the column of copies.
        narrow = (f"{card.name} \N{MULTIPLICATION SIGN}{copies}", *texts[1:])
        return NumberRow(tuple(texts), tuple(values), (glyph,), name, card.code, card, narrow)


def _percent(share: float) -> str:
    return number_text(share, percent=True, places=1)
