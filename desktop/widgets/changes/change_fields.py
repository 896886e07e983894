"""The goal of a change and what is asked of it, in a few fields."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QWidget

from decks.deck import Deck, Slots
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_checklist import CardChecklist
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.form import number_box
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row
from desktop.widgets.policy_fields import PolicyFields, choice_box, search_box
from goldfish.mulligan import PolicyKind
from goldfish.report import MOST_ROUNDS
from goldfish.report_text import estimate_text, is_exact, number_text, number_with_noun
from goldfish.swaps.rated_change import (
    CHANCES,
    ROUNDS,
    Goal,
    GoalKind,
    RatedChange,
    SwapAdvice,
    change_text,
    gain_text,
)
from study.deck_advice import ROUNDS_PLAYED, FieldError

# In quarters of the body font's height; a longer list scrolls.
_WIDTH, _LEAST_HEIGHT, _MOST_HEIGHT = 80, 20, 90


class KeepPopup(Popup):
    """The cards of a deck, of which the ticked ones stay in it."""

    def __init__(self, slots: Slots, cards: LoadedCards, owner: QWidget) -> None:
        super().__init__("Cards that stay", owner)
        self.list = CardChecklist("Cards that stay", self)
        self.list.show_cards(slots, cards)
        self.list.setCurrentRow(0)
        lines = self.list.count() * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth()
        least, most = space(self, _LEAST_HEIGHT), space(self, _MOST_HEIGHT)
        self.list.setFixedHeight(min(max(lines, least), most))
        self.list.setMinimumWidth(space(self, _WIDTH))
        caption = label("These cards are not changed:", Size.SMALL, faint=True)
        column(caption, (self.list, 1), parent=self, margin=space(self, 2))
        self.setFocusProxy(self.list)


GOALS = {
    GoalKind.CARDS: "More cards set up",
    GoalKind.GOLD: "More gold spent at setup",
    GoalKind.CHARACTERS: "More characters set up",
    GoalKind.POOR: "Fewer poor setups",
    GoalKind.GREAT: "More great setups",
    GoalKind.SEE: "Better chance to see a card",
    GoalKind.STRENGTH: "More STR in the first rounds",
    GoalKind.UNSPENT: "Less unspent gold in the first rounds",
}
_TITLES = {
    GoalKind.CARDS: "Cards set up",
    GoalKind.GOLD: "Gold spent at setup",
    GoalKind.CHARACTERS: "Characters set up",
    GoalKind.POOR: "Poor setups",
    GoalKind.GREAT: "Great setups",
    GoalKind.SEE: "One of the cards seen",
    GoalKind.STRENGTH: "STR in play",
    GoalKind.UNSPENT: "Unspent gold",
}
# Goals whose chances are those of 0, 1, 2, ...
_COUNTED = frozenset({GoalKind.CARDS, GoalKind.GOLD, GoalKind.CHARACTERS})
# Under this share, numbers at the upper end are not drawn.
_SELDOM = 0.0005
TEXTS_NOT_COUNTED = "What a card's text does is not counted."
NOT_LEGAL = "The deck is not legal: these changes make nothing worse."


def better_changes(advice: SwapAdvice) -> tuple[RatedChange, ...]:
    return tuple(each for each in advice.changes if each.gain.mean > 1e-9)


def gain_cell(goal: Goal, change: RatedChange) -> str:
    """Return a gain with its interval: "+1.92%", "+0.041 ± 0.012"."""
    return estimate_text(change.gain, percent=goal.kind in CHANCES, signed=True)


def gain_words(goal: Goal, change: RatedChange) -> str:
    """Return a gain in words, and between which bounds it lies."""
    words = gain_text(goal, change.gain.mean)
    if is_exact(change.gain):
        return f"{words} (exact)"
    low, high = (
        number_text(each, percent=goal.kind in CHANCES, signed=True)
        for each in (change.gain.low, change.gain.high)
    )
    return f"{words} (95% interval: {low} to {high})"


def why_words(goal: Goal, change: RatedChange) -> str:
    """Return why a change is good, and which others would do the same, in sentences."""
    text = change_text(goal, change)
    bounds = gain_words(goal, change).removeprefix(gain_text(goal, change.gain.mean))
    sentences = [f"{text[0].upper()}{text[1:]}{bounds}."]
    for cards, does in ((change.also_in, "comes in"), (change.also_out, "goes")):
        if cards:
            names = ", ".join(dict.fromkeys(card.name for card in cards))
            sentences.append(f"The same if one of these {does} instead: {names}.")
    return " ".join(sentences)


def apply_words(change: RatedChange) -> str:
    """Return a change as a step: "Change Ned for Arya"."""
    pairs = zip(change.out, change.into, strict=True)
    return "Change " + ", ".join(f"{out.name} for {into.name}" for out, into in pairs)


def policy_words(policy: str) -> str:
    """Return which hands are shuffled back, for the text of a policy: "without a mulligan"."""
    kind, _, needs = policy.partition(":")
    return {
        PolicyKind.KEEP.value: "without a mulligan",
        PolicyKind.POOR.value: "with a mulligan of poor hands",
        PolicyKind.OPTIMAL.value: "with the mulligan solved for cards set up",
    }.get(kind, f"with a mulligan of hands without “{needs}”")


def found_words(advice: SwapAdvice, *, legal: bool, policy: str = PolicyKind.KEEP.value) -> str:
    """Return the result of a search in a sentence or two."""
    tried = f"{number_with_noun(advice.considered, 'legal change')} tried"
    exact = all(is_exact(each.gain) for each in advice.changes)
    how = "exact" if exact else "95% intervals"
    sentences = [f"{tried}, {how}, {policy_words(policy)}."]
    if not better_changes(advice):
        sentences = [f"No change makes it better: {tried}."]
    if not legal:
        sentences.append(NOT_LEGAL)
    return " ".join([*sentences, TEXTS_NOT_COUNTED, *advice.remarks])


def change_chart(advice: SwapAdvice, change: RatedChange) -> Chart:
    """Return the goal before and after a change: how often it is 0, 1, 2, ..., or one number."""
    kind = advice.goal.kind
    title, base = _TITLES[kind], advice.base
    if kind not in _COUNTED or not (advice.base_chances and change.chances):
        if kind is GoalKind.SEE:
            by_round = advice.goal.by_round
            title += f" by round {by_round}" if by_round else " in the opening hand"
        values = (base.mean, change.after)
        bounds = () if is_exact(base) else ((base.low, change.after), (base.high, change.after))
        one = Series(title, values, *bounds)
        return Chart(title, ("Before", "After"), (one,), percent=kind in CHANCES)
    both = (advice.base_chances, change.chances)
    most = max(n for each in both for n, share in enumerate(each) if share >= _SELDOM)
    padded = (tuple([*each, *[0.0] * (most + 1)][: most + 1]) for each in both)
    before, after = (Series(n, each) for n, each in zip(("Before", "After"), padded, strict=True))
    series = (replace(before, pale=True), after)
    means = f"mean {number_text(base.mean)} before, {number_text(change.after)} after"
    numbers = tuple(map(str, range(most + 1)))
    return Chart(title, numbers, series, x_label=title, percent=True, note=means)


_MOST_ROUND, _MOST_COST = 15, 10
_ANY_COST = -1
ANY_CARD = "any card"
WRITE_WHICH = "Write which cards are to be seen, such as t:location or k:lord."


class ChangeFields(QWidget):
    """A goal, two searches, and what else a player asks; those of other goals are hidden.

    Signals:
        changed: something else is chosen.
        find_requested: Enter was pressed in a field of text.
    """

    changed = Signal()
    find_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keep: frozenset[str] = frozenset()
        self._deck: Deck | None = None
        self._cards: LoadedCards | None = None
        self.goal = choice_box("What is to become better", GOALS, 12, self)
        self.see = search_box(
            "Cards to be seen", self, "t:location   k:lord   a name", "t:location"
        )
        number = partial(number_box, parent=self, waits=False)
        self.by_round = number("By round", (0, _MOST_ROUND), 0, prefix="by round ")
        self.by_round.setSpecialValueText("opening hand")
        self.by_round.setMinimumWidth(space(self, 24))
        self.rounds = number(
            "Rounds that are played", (1, MOST_ROUNDS), ROUNDS_PLAYED, suffix=" rounds"
        )
        self.out = search_box(
            "Cards that may go", self, "any card; or a search: o>=5   t:event", ANY_CARD
        )
        self.into = search_box(
            "Cards that may come in", self, "any card; or a search: k:lord", ANY_CARD
        )
        self.policy = PolicyFields(self, scores=False)
        costs = (_ANY_COST, _MOST_COST)
        self.most_cost = number("Highest cost of a card in", costs, _ANY_COST, prefix="cost up to ")
        self.most_cost.setSpecialValueText("any cost")
        self.owned = QCheckBox("Only cards I own", self)
        self.same_faction = QCheckBox("Keep the factions", self)
        self.same_faction.setToolTip("A card goes only for one of the same faction")
        self.two = QCheckBox("Two cards at once", self)
        self.stay = QPushButton("Keep…", self)
        self.stay.setObjectName("small")
        self.stay.setToolTip("Choose cards that stay in the deck")
        self.searches = {"see": self.see, "out": self.out, "into": self.into}
        self._lay_out()
        self._connect()
        self._show_fields()

    @property
    def chosen_goal(self) -> GoalKind:
        return GoalKind(self.goal.chosen)

    @property
    def why_not(self) -> str:
        """Why nothing can be found yet; empty where it can."""
        if self.chosen_goal is GoalKind.SEE and not self.see.text().strip():
            return WRITE_WHICH
        self.policy.policy()
        return self.policy.why_not

    def show_deck(self, deck: Deck, cards: LoadedCards) -> None:
        """Offer the cards of a deck, and search those of its edition."""
        held = {card.code for card, _ in deck.draw()}
        if not self.keep <= held:
            self.set_keep(self.keep & held)
        if self._deck is None or self._deck.edition is not deck.edition or cards is not self._cards:
            for field in self.searches.values():
                field.know(cards.pools[deck.edition])
            self.policy.set_pool(cards.pools[deck.edition])
        self._deck, self._cards = deck, cards

    def set_keep(self, codes: frozenset[str]) -> None:
        self.keep = codes
        words = f"{len(codes)} cards stay…" if len(codes) > 1 else "1 card stays…"
        self.stay.setText(words if codes else "Keep…")
        self.changed.emit()

    def choose_kept(self) -> None:
        """Let the user tick the cards that stay."""
        if self._deck is not None and self._cards is not None:
            popup = KeepPopup(tuple(self._deck.draw()), self._cards, self.stay)
            popup.list.check(self.keep)
            popup.list.checked_changed.connect(lambda: self.set_keep(popup.list.checked))
            popup.show_below()
            popup.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def values(self) -> dict[str, Any]:
        """Return what is chosen, by the names of an AdviceRequest; not what is owned."""
        goal, cost = self.chosen_goal, self.most_cost.value()
        sees = goal is GoalKind.SEE
        return {
            "goal": goal,
            "see": self.see.text().strip() if sees else "",
            "by_round": self.by_round.value() if sees else 0,
            "rounds": self.rounds.value() if goal in ROUNDS else ROUNDS_PLAYED,
            "policy": self.policy.text,
            "into": self.into.text().strip(),
            "out": self.out.text().strip(),
            "keep": self.keep,
            "most_cost": None if cost == _ANY_COST else cost,
            "same_faction": self.same_faction.isChecked(),
            "swaps": 2 if self.two.isChecked() and goal not in ROUNDS else 1,
        }

    def mark(self, error: Exception | None) -> None:
        """Underline what is wrong in a search, and nothing else."""
        for name, field in self.searches.items():
            field.clear_mark()
            if isinstance(error, FieldError) and error.field == name:
                field.mark_wrong(error.start, error.end, error.sentence)

    def _lay_out(self) -> None:
        gap = space(self, 1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * gap)
        grid.setVerticalSpacing(gap)
        self._see_row = QWidget(self)
        column(self.see, self.by_round, parent=self._see_row, margin=0, spacing=gap)
        goal = row((self.goal, 1), self.rounds, spacing=gap)
        self._see_label = buddy_label("See", self.see, Size.SMALL)
        grid.addWidget(buddy_label("Goal", self.goal, Size.SMALL), 0, 0)
        grid.addLayout(goal, 0, 1)
        out, into = (
            buddy_label("Out", self.out, Size.SMALL),
            buddy_label("In", self.into, Size.SMALL),
        )
        pairs = ((self._see_label, self._see_row), (out, self.out), (into, self.into))
        for line, (caption, part) in enumerate(pairs, 1):
            grid.addWidget(caption, line, 0)
            grid.addWidget(part, line, 1)
        # The long word in a line of its own: the fields above stay wide.
        mulligan = buddy_label("Mulligan", self.policy.kind, Size.SMALL)
        grid.addLayout(row(mulligan, (self.policy, 1), spacing=2 * gap), 4, 0, 1, 2)
        rest = (self.most_cost, self.stay, self.owned, self.same_faction, self.two)
        grid.addLayout(FlowLayout(2 * gap, *rest), 5, 0, 1, 2)
        grid.setColumnStretch(1, 1)

    def _connect(self) -> None:
        self.goal.currentIndexChanged.connect(self._show_fields)
        self.goal.currentIndexChanged.connect(self.changed)
        for field in self.searches.values():
            field.setToolTip(field.accessibleName())
            field.textChanged.connect(self.changed)
            field.returnPressed.connect(self.find_requested)
        for number in (self.by_round, self.rounds, self.most_cost):
            number.valueChanged.connect(self.changed)
        for box in (self.owned, self.same_faction, self.two):
            box.toggled.connect(self.changed)
        self.policy.changed.connect(self.changed)
        self.policy.needs.returnPressed.connect(self.find_requested)
        self.stay.clicked.connect(self.choose_kept)

    def _show_fields(self) -> None:
        goal = self.chosen_goal
        sees = goal is GoalKind.SEE
        self._see_row.setVisible(sees)
        self._see_label.setVisible(sees)
        self.rounds.setVisible(goal in ROUNDS)
        self.two.setEnabled(goal not in ROUNDS)
        why_not = "For the first rounds, one card is changed" if goal in ROUNDS else ""
        self.two.setToolTip(why_not or "Find the best two changes together; it takes longer")
