"""The question of the odds: how likely some of the deck's cards are seen by a round."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import CardType
from core.errors import QueryError
from core.text_format import count_of
from decks.deck import Deck, Slots
from desktop.pages.hands.odds.odds_tab import (
    AnswerArea,
    HandsQuery,
    OddsTab,
    SeeQuery,
    StatusLine,
    see_chart,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, scaled_font, sized, space, tabular
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.cards.card_checklist import CardChecklist
from desktop.widgets.charts.chart import Chart, ChartStyle
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.fitted_dialog import Popup, scrolled
from desktop.widgets.form import number_box
from desktop.widgets.layouts import FlowLayout, column, label, row, tip
from desktop.widgets.policy_fields import choice_box, search_box
from goldfish.queries import HandsAnswer, HandsQuestion, SeeAnswer, SeeQuestion
from goldfish.report_text import estimate_text, is_exact, number_text, see_status

MOST = 7
NOTHING_CHECKED = "Choose the cards that you want to see."
_ROUNDS = {0: "the opening hand"} | {number: f"round {number}" for number in range(1, 6)}
_USUAL_ROUND = 2
_CHOSEN = "chosen"  # in the list of cards, next to the types
# In quarters of the body font's height.
_WIDE, _HIGH = 84, 90


class RoundChart(ChartView):
    """A chart whose bar of the chosen round is in the accent, the others quiet."""

    number = _USUAL_ROUND

    def show_round(self, number: int) -> None:
        self.number = number
        self.update()

    @property
    @override
    def chart_style(self) -> ChartStyle:
        return _RoundStyle(self)


class _RoundStyle(ChartStyle):
    def __init__(self, view: RoundChart) -> None:
        super().__init__(colours_of(view.palette()), view.font())
        self._number = view.number

    @override
    def bar_colours(self, chart: Chart) -> list[list[QColor]]:
        if len(chart.series) != 1:
            return super().bar_colours(chart)
        inks = (self.colours.quiet, self.colours.accent)
        return [[inks[number == self._number] for number in range(len(chart.categories))]]


class QuestionRow(QAbstractButton):
    """Another question with its answer; a click leads to the page that tells more."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.answer = ""
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.scale_lengths()

    def scale_lengths(self, _: float = 1.0) -> None:
        self.setFixedHeight(space(self, 8))

    def show_answer(self, answer: str) -> None:
        self.answer = answer
        self.setAccessibleDescription(answer)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, gap = colours_of(self.palette()), space(self, 4)
        painter, place = QPainter(self), self.rect().adjusted(gap, 0, -gap, 0)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), colours.hover_paper)
        if self.hasFocus():
            painter.fillRect(0, 0, max(2, gap // 8), self.height(), colours.accent)
        sign = place.adjusted(place.width() - gap + 2, 0, 0, 0)
        icons.paint(painter, sign, icons.CLOSED, colours.faint)
        painter.setPen(colours.ink)
        painter.setFont(tabular(self.font()))
        painter.drawText(place.adjusted(0, 0, -gap - gap // 2, 0), int(RIGHT), self.answer)
        painter.setFont(self.font())
        taken = painter.fontMetrics().horizontalAdvance(self.answer) + 2 * gap
        words = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, place.width() - taken
        )
        painter.drawText(place, int(LEFT), words)
        painter.end()


class CardsPopup(Popup):
    """The cards of the deck with check boxes, found by a search."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__("Cards to see", owner, stays=True)
        self._pool: CardPool | None = None
        hints = ("Search the deck: a name   t:location   k:lord   o<=2", "Search the deck")
        self.search = search_box("Search the cards of the deck", self, *hints)
        self.list = CardChecklist("Cards to see", self)
        self.list.setFixedSize(space(self, _WIDE), space(self, _HIGH))
        self.every = push_button("Tick all sho&wn", self, clicked=self._check_all, kind="small")
        self.none = push_button("&Tick none", self, clicked=self._check_none, kind="small")
        gap = space(self, 2)
        line = row(self.every, self.none, None, spacing=gap)
        column(self.search, (self.list, 1), line, parent=self, margin=gap * 3 // 2, spacing=gap)
        self.search.textChanged.connect(self._on_search_changed)
        self.search.left_downwards.connect(self.list.step_in)

    def know(self, pool: CardPool) -> None:
        if pool is not self._pool:
            self._pool = pool
            self.search.know(pool)

    def _on_search_changed(self) -> None:
        self.search.clear_mark()
        self.search.setToolTip("")
        text, test = self.search.text(), None
        if text.strip() and self._pool is not None:
            from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

            try:
                query = Searcher(self._pool).query(text)
                query.found()  # a regular expression may take too long
                test = query.test
            except QueryError as error:
                self.search.mark_wrong(error.start, error.end, error.sentence)
                self.search.setToolTip(tip(error.sentence))
                return
        self.list.filter(test)

    def _check_all(self) -> None:
        self.list.check(self.list.checked | {card.code for card in self.list.shown})

    def _check_none(self) -> None:
        self.list.check(())


class SeeTab(OddsTab):
    """A sentence with three choices, its answer in large figures and a chart, other questions.

    Signals:
        page_requested: the page that tells more about another question (its name).
    """

    page_requested = Signal(str)

    def __init__(self, see: SeeQuery, hands: HandsQuery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._see, self._slots = see, Slots()
        self._kind: CardType | None = CardType.LOCATION  # None: the cards that are ticked
        self.at_least = number_box("At least this many of them", (1, MOST), 1, self)
        self.at_least.setMaximumWidth(space(self, 14))
        self.what = ComboBox("Of these cards", self, 11)
        self.by = choice_box("By", _ROUNDS, 8, self)
        self.by.choose(_USUAL_ROUND)
        self.work = push_button("Work it out", self, "Count again now", see.retry, kind="soft")
        # Not of the box, whose list has another look.
        self.cards = CardsPopup(self.work)
        self.list = self.cards.list
        self.status = StatusLine(see, see_status, NOTHING_CHECKED)
        self.chance = label()
        self.chance.setFont(scaled_font(sized(self.font(), Size.LARGE, _BOLD), 2.0))
        self.chance.setAccessibleName("Chance")
        self.rest = label(faint=True, wraps=True)
        self.chart = RoundChart(self)
        self.chart.failed.connect(self.failed)
        self.result = AnswerArea((self.chance, self.rest, self.chart), see, self)
        self.questions = {
            words: QuestionRow(words, self)
            for words in (GREAT, POOR, AVERAGE, EVERY_CARD, FIRST_ROUNDS)
        }
        for words, each in self.questions.items():
            each.clicked.connect(lambda *_, page=_PAGES[words]: self.page_requested.emit(page))
        self._lay_out()
        self._connect(hands)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        sentence = tuple(QWidget(self) for _ in range(3))
        pairs = (("at least", self.at_least), ("of", self.what), ("by", self.by))
        for part, (words, field) in zip(sentence, pairs, strict=True):
            row(label(words), field, parent=part, margin=0, spacing=gap)
        above = QWidget(self)
        above.setLayout(FlowLayout(gap, *sentence, self.work))
        other = label("Other questions", weight=_BOLD)
        other.setContentsMargins(2 * gap, gap, 0, 0)
        parts = (above, self.result, self.status)
        inner = column(*parts, margin=(2 * gap, gap, 2 * gap, 0), spacing=gap)
        questions = column(other, *self.questions.values(), spacing=0)
        sheet = QWidget(self)
        column(inner, questions, None, parent=sheet, margin=(0, 0, 0, gap), spacing=gap)
        column(scrolled(sheet, self), parent=self, margin=0)

    def _connect(self, hands: HandsQuery) -> None:
        self.what.activated.connect(self._on_what_chosen)
        self.list.checked_changed.connect(self._on_checked_changed)
        self.at_least.valueChanged.connect(self.changed)
        self.by.currentIndexChanged.connect(self._show_round)
        self._see.answered.connect(self._on_answered)
        hands.answered.connect(self._on_hands_answered)
        if hands.is_fresh and hands.answer is not None:
            self._on_hands_answered(hands.answer)

    @override
    def clear(self) -> None:
        self.list.check(())
        self._kind = CardType.LOCATION
        self.cards.search.clear()

    @override
    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        self.cards.know(cards.pools[deck.edition])
        self._slots = slots
        self.list.show_cards(slots, cards)
        if self._kind is not None:
            self.list.check(self._codes(self._kind))
        self._show_choices()

    def question(self, hands: HandsQuestion) -> SeeQuestion | None:
        """Return what is asked about the hands of such a question, None with nothing checked."""
        if not self.list.checked:
            return None
        chosen, at_least = self.list.checked, self.at_least.value()
        return SeeQuestion(hands.mine, hands.theirs, hands.options, chosen, at_least)

    def choose_cards(self) -> None:
        """Let the user tick the cards to see."""
        self.cards.show_below()
        self.cards.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _codes(self, kind: CardType) -> set[str]:
        return {card.code for card, _ in self._slots if card.type is kind}

    def _show_choices(self) -> None:
        """List the types of the deck's cards with their copies, and the cards that are ticked."""
        counts = dict.fromkeys(CardType, 0)
        for card, copies in self._slots:
            counts[card.type] += copies
        choices: dict[CardType | str, str] = {
            each: count_of(copies, each.value) for each, copies in counts.items() if copies
        }
        copies = self.list.checked_copies
        choices[_CHOSEN] = "Chosen cards…"
        if self._kind is None and copies:
            choices[_CHOSEN] = f"{count_of(copies, 'chosen card')}…"
        self.what.set_choices(choices, self._kind or _CHOSEN)
        self.cards.none.setEnabled(copies > 0)

    def _on_what_chosen(self) -> None:
        chosen = self.what.chosen
        self._kind = chosen if isinstance(chosen, CardType) else None
        if self._kind is None:
            self.choose_cards()
        else:
            self.list.check(self._codes(self._kind))

    def _on_checked_changed(self) -> None:
        if self._kind is not None and self.list.checked != self._codes(self._kind):
            self._kind = None
        self._show_choices()
        self.changed.emit()

    def _on_answered(self, answer: SeeAnswer) -> None:
        self.chart.show_chart(see_chart(answer))
        self._show_round()

    def _show_round(self) -> None:
        answer, number = self._see.answer, self.by.chosen
        self.chart.show_round(number)
        if answer is None:
            return
        mine, *theirs = (chances[number] for chances in answer.chances)
        self.chance.setText(number_text(mine.probability.mean, percent=True, places=1))
        missed = number_text(1 - mine.probability.mean, percent=True, places=1)
        some = answer.question.at_least
        few = "none" if some == 1 else f"fewer than {some}"
        words = f"{missed} of games have seen {few} by then."
        seen = number_text(mine.seen, places=1)
        self.rest.setToolTip(f"{seen} cards are seen by then on average")
        if not is_exact(mine.probability):
            words = f"{estimate_text(mine.probability, percent=True)}. {words}"
        for each in theirs:
            other = estimate_text(each.probability, percent=True)
            words += f" “{answer.question.decks[1].name}”: {other}."
        self.rest.setText(words)

    def _on_hands_answered(self, answer: HandsAnswer) -> None:
        mine = answer.mine
        shown = {
            GREAT: number_text(mine.great.mean, percent=True, places=1),
            POOR: number_text(mine.poor.mean, percent=True, places=1),
            AVERAGE: number_text(mine.cards.mean.mean, places=2),
        }
        for words, text in shown.items():
            self.questions[words].show_answer(text)


GREAT, POOR = "A setup of five cards or more", "A setup of two cards or fewer"
AVERAGE = "Cards set up on average"
EVERY_CARD, FIRST_ROUNDS = "Each card: drawn and set up", "The first rounds: gold, cards, STR"
_PAGES = dict.fromkeys((GREAT, POOR, AVERAGE), "Setup") | {
    EVERY_CARD: "Cards",
    FIRST_ROUNDS: "Rounds",
}
_BOLD = QFont.Weight.DemiBold
