"""The goal of a change and what is asked of it, in a few fields."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from core.text_format import count_of
from decks.deck import Deck
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.card_checklist import CardChecklist
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.form import number_box
from desktop.widgets.layouts import buddy_label, column, row
from desktop.widgets.policy_fields import PolicyFields, choice_box, search_box
from goldfish.mulligan import PolicyKind
from goldfish.report import MOST_ROUNDS
from goldfish.report_text import estimate_text, is_exact, number_text
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
    tried = f"{count_of(advice.considered, 'legal change')} tried"
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
    mine, theirs = (number_text(each, places=2) for each in (base.mean, change.after))
    words = f"{mine} \N{RIGHTWARDS ARROW} {theirs} {title[0].lower()}{title[1:]}"
    return Chart(words, tuple(map(str, range(most + 1))), series, percent=True)


# In quarters of the body font's height; a longer list scrolls.
_WIDTH, _KEPT_HEIGHT = 80, 42
ORDERS = {2: "Best first", 0: "By the card out", 1: "By the card in"}
_MOST_ROUND, _MOST_COST = 15, 10
_ANY_COST = -1
ANY_CARD = "any card"
WRITE_WHICH = "Write which cards are to be seen, such as t:location or k:lord."


class LimitsPopup(Popup):
    """What may go, what may come in, and what else a player asks; most players ask nothing."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__("Limits of the changes", owner, stays=True)
        self.out = search_box(
            "Cards that may go", self, "any card; or a search: o>=5   t:event", ANY_CARD
        )
        self.into = search_box(
            "Cards that may come in", self, "any card; or a search: k:lord", ANY_CARD
        )
        self.policy = PolicyFields(self, scores=False)
        costs = (_ANY_COST, _MOST_COST)
        name, prefix = "Highest cost of a card in", "cost up to "
        self.most_cost = number_box(name, costs, _ANY_COST, self, prefix=prefix, waits=False)
        self.most_cost.setSpecialValueText("any cost")
        self.owned = QCheckBox("Only cards I own", self)
        self.same_faction = QCheckBox("Keep the factions", self)
        self.same_faction.setToolTip("A card goes only for one of the same faction")
        self.two = QCheckBox("Two cards at once", self)
        self.order = choice_box("Order of the changes", ORDERS, 12, self)
        self.kept = CardChecklist("Cards that stay", self)
        self.kept.setFixedHeight(space(self, _KEPT_HEIGHT))
        self._lay_out()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        grid = QGridLayout()
        grid.setSpacing(gap)
        pairs = (
            ("Out", self.out),
            ("In", self.into),
            ("Cost", self.most_cost),
            ("Mulligan", self.policy.kind),
            ("Order", self.order),
        )
        for line, (caption, field) in enumerate(pairs):
            part = self.policy if field is self.policy.kind else field
            grid.addWidget(buddy_label(caption, field), line, 0)
            grid.addWidget(part, line, 1)
        stay = buddy_label("These cards stay:", self.kept)
        parts = (grid, self.owned, self.same_faction, self.two, stay, self.kept)
        column(*parts, parent=self, margin=gap * 3 // 2, spacing=gap)
        self.setMinimumWidth(space(self, _WIDTH))


class ChangeFields(QWidget):
    """A goal with what belongs to it; the limits are in a popup, and in words on its button.

    Signals:
        changed: something else is chosen.
        find_requested: Enter was pressed in a field of text.
        order_chosen: the changes are to be in another order (its number).
    """

    changed = Signal()
    find_requested = Signal()
    order_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pools: object = None
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
        self.more = push_button("", self, "Limits of the changes", kind="small")
        self.limits = limits = LimitsPopup(self.more)
        self.out, self.into, self.policy, self.kept = (
            limits.out,
            limits.into,
            limits.policy,
            limits.kept,
        )
        self.searches = {"see": self.see, "out": self.out, "into": self.into}
        gap = space(self, 2)
        self.goal.setMinimumWidth(space(self, 11))
        goal = row((self.goal, 1), self.rounds, spacing=gap)
        see = row((self.see, 1), self.by_round, spacing=gap)
        column(goal, see, parent=self, margin=0, spacing=gap)
        self._connect()
        self._show_fields()

    @property
    def keep(self) -> frozenset[str]:
        """The codes of the cards that stay."""
        return self.kept.checked

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
        self.kept.show_cards(tuple(deck.draw()), cards)
        if (deck.edition, cards) != self._pools:
            self._pools = deck.edition, cards
            for field in self.searches.values():
                field.know(cards.pools[deck.edition])
            self.policy.set_pool(cards.pools[deck.edition])

    def values(self) -> dict[str, Any]:
        """Return what is chosen, by the names of an AdviceRequest; not what is owned."""
        goal, cost = self.chosen_goal, self.limits.most_cost.value()
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
            "same_faction": self.limits.same_faction.isChecked(),
            "swaps": 2 if self.limits.two.isChecked() and goal not in ROUNDS else 1,
        }

    def mark(self, error: Exception | None) -> None:
        """Underline what is wrong in a search, and nothing else."""
        for name, field in self.searches.items():
            field.clear_mark()
            if isinstance(error, FieldError) and error.field == name:
                field.mark_wrong(error.start, error.end, error.sentence)

    def _connect(self) -> None:
        limits = self.limits
        self.more.clicked.connect(limits.show_below)
        self.goal.currentIndexChanged.connect(self._on_changed)
        for field in self.searches.values():
            field.setToolTip(field.accessibleName())
            field.textChanged.connect(self._on_changed)
            field.returnPressed.connect(self.find_requested)
        for number in (self.by_round, self.rounds, limits.most_cost):
            number.valueChanged.connect(self._on_changed)
        for box in (limits.owned, limits.same_faction, limits.two):
            box.toggled.connect(self._on_changed)
        self.policy.changed.connect(self._on_changed)
        self.policy.needs.returnPressed.connect(self.find_requested)
        self.kept.checked_changed.connect(self._on_changed)
        limits.order.currentIndexChanged.connect(self.order_chosen)

    def _on_changed(self) -> None:
        self._show_fields()
        self.changed.emit()

    def _show_fields(self) -> None:
        goal, limits = self.chosen_goal, self.limits
        sees, played = goal is GoalKind.SEE, goal in ROUNDS
        for part in (self.see, self.by_round):
            part.setVisible(sees)
        self.rounds.setVisible(played)
        limits.two.setEnabled(not played)
        why_not = "For the first rounds, one card is changed" if played else ""
        limits.two.setToolTip(why_not or "Find the best two changes together; it takes longer")
        self.more.setText(f"{self._limits_words()}…")

    def _limits_words(self) -> str:
        """Return the limits in a few words: "Any card, one at a time"."""
        asked = self.values()
        free = not (asked["out"] or asked["into"])
        words = ["Any card" if free else "Some cards"]
        words.append("two at once" if asked["swaps"] == 2 else "one at a time")
        if asked["most_cost"] is not None:
            words.append(f"cost up to {asked['most_cost']}")
        rest = (self.limits.owned.isChecked(), asked["same_faction"], asked["policy"] != "keep")
        more = sum(rest) + bool(asked["keep"])
        if more:
            words.append(count_of(more, "more limit"))
        return ", ".join(words)
