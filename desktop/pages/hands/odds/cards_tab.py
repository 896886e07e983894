"""The tab Cards: how likely each card is drawn and set up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from carddb.terms import Faction
from desktop.pages.hands.odds.hands_answer import CardFigure, HandsAnswer, card_figures, standing
from desktop.pages.hands.odds.number_format import DASH, plain
from desktop.pages.hands.odds.number_model import Column, NumberModel, Row, Value
from desktop.pages.hands.odds.number_table import NumberTable
from desktop.pages.hands.odds.odds_question import HandsQuestion
from desktop.pages.hands.odds.stale_overlay import StaleOverlay
from desktop.pages.hands.odds.status_line import StatusLine
from desktop.runtime.background_query import BackgroundQuery
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.glyphs import Glyph

CARD, COPIES, DRAWN, SET_UP = range(4)
_COLUMNS = (
    Column("Card", number=False),
    Column("Copies", "Copies in the draw deck"),
    Column("Drawn", "Chance that a copy is in the hand that is kept"),
    Column("Set up", "Chance that a copy is placed in the best setup"),
)
_OTHERS = (
    Column("Other", "Set up in the other deck"),
    Column("Diff.", "Set up here more often than in the other deck"),
)


class CardsTab(QWidget):
    """Follows the reports on hands: a table of cards that sorts by each of its columns."""

    def __init__(
        self,
        session: DeckSession,
        hands: BackgroundQuery[HandsQuestion, HandsAnswer],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._hands = hands
        self.standing = StatusLine(hands, standing, parent=self)
        self.model = NumberModel(_COLUMNS, self)
        self.table = NumberTable(self.model, "Chances of each card", self, digits=8)
        self.table.horizontalHeader().setSortIndicator(SET_UP, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        self.copy = QPushButton("Cop&y as CSV")
        self.copy.setObjectName("small")
        self.copy.setToolTip("Copies the selected rows, or all (Ctrl+C in the table)")
        self.copy.clicked.connect(self.table.copy_csv)
        self._lay_out()
        self.overlay = StaleOverlay(self.table.viewport())
        hands.changed.connect(self._show)
        self._show()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        layout.addWidget(self.standing)
        layout.addWidget(self.table, 1)
        layout.addLayout(foot)

    def _show(self) -> None:
        answer, cards = self._hands.answer, self._session.cards
        self.table.setVisible(answer is not None)
        self.copy.setEnabled(self._hands.is_fresh)
        self.overlay.cover(covered=not self._hands.is_fresh)
        if answer is None or cards is None or not self._hands.is_fresh:
            return
        both = answer.theirs is not None
        columns = (*_COLUMNS, *_OTHERS) if both else _COLUMNS
        rows = [_row(each, cards, both=both) for each in card_figures(answer)]
        self.model.show(rows, columns)


def _row(figure: CardFigure, cards: LoadedCards, *, both: bool) -> Row:
    card, chance = figure.card, figure.chance
    name = cards.named(card.code)
    faction = card.factions[0] if card.factions else Faction.NEUTRAL
    texts = [name, str(figure.copies), _share(chance.drawn), _share(chance.set_up)]
    values: list[Value] = [name, figure.copies, chance.drawn, chance.set_up]
    if both:
        other = figure.theirs.set_up if figure.theirs else 0.0
        gap = chance.set_up - other
        texts += [_share(other) if figure.theirs else DASH, plain(100 * gap, signed=True, places=1)]
        values += [other, gap]
    glyph = Glyph(icons.of_type(card.type), faction)
    return Row(tuple(texts), tuple(values), (glyph,), name, card.code)


def _share(share: float) -> str:
    return plain(share, percent=True, places=1)
