"""The goal of a change and what is asked of it, in a few fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from carddb.card import Card
from carddb.pool import CardPool
from decks.deck import Deck
from desktop.style.fonts import Size, space
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.form import number_box
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row
from desktop.widgets.policy_fields import PolicyFields, choice_box
from desktop.widgets.search_field import SearchField
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

_CODE = Qt.ItemDataRole.UserRole

# In quarters of the body font's height; a longer list scrolls.
_WIDTH, _LEAST_HEIGHT, _MOST_HEIGHT = 60, 20, 90


class KeepPopup(Popup):
    """A list below a button; Space or a click on a line checks a card, Escape closes it.

    Signals:
        kept: other cards stay (their codes, as a frozenset).
    """

    kept = Signal(frozenset)

    def __init__(self, cards: Iterable[Card], keep: frozenset[str], owner: QWidget) -> None:
        super().__init__("Cards that stay", owner)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Cards that stay")
        self._has_changed = False  # since the mouse was pressed
        every = sorted(cards, key=lambda each: (each.name, each.code))
        alike = Counter(card.name for card in every)
        for card in every:
            # Cards of one name are told apart by their packs.
            words = f"{card.name} ({card.pack})" if alike[card.name] > 1 else card.name
            item = QListWidgetItem(words, self.list)
            item.setData(_CODE, card.code)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsUserCheckable
            )
            checked = card.code in keep
            item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        self._fit()
        caption = label("These cards are not changed:", Size.SMALL, faint=True)
        column(caption, (self.list, 1), parent=self, margin=space(self, 2))
        self.setFocusProxy(self.list)
        self.list.itemChanged.connect(self._on_item_changed)
        self.list.itemPressed.connect(self._on_item_pressed)
        self.list.itemClicked.connect(self._on_item_clicked)

    def _fit(self) -> None:
        """Make the list as tall as its lines, within bounds."""
        lines = self.list.count() * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth()
        least, most = space(self, _LEAST_HEIGHT), space(self, _MOST_HEIGHT)
        self.list.setFixedHeight(min(max(lines, least), most))
        self.list.setMinimumWidth(space(self, _WIDTH))

    def _on_item_changed(self) -> None:
        self._has_changed = True
        items = (self.list.item(row) for row in range(self.list.count()))
        checked = Qt.CheckState.Checked
        self.kept.emit(frozenset(i.data(_CODE) for i in items if i.checkState() == checked))

    def _on_item_pressed(self) -> None:
        self._has_changed = False

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        """Check a card whose name is clicked; a click on the box has done so."""
        if not self._has_changed:
            done = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if done else Qt.CheckState.Checked)
        self._has_changed = False


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
    """Return the changes that gain something."""
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
    said = [f"{text[0].upper()}{text[1:]}{bounds}."]
    for cards, does in ((change.also_in, "comes in"), (change.also_out, "goes")):
        if cards:
            names = ", ".join(dict.fromkeys(card.name for card in cards))
            said.append(f"The same if one of these {does} instead: {names}.")
    return " ".join(said)


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
    """Return what came of a search in a sentence or two."""
    tried = f"{number_with_noun(advice.considered, 'legal change')} tried"
    exact = all(is_exact(each.gain) for each in advice.changes)
    how = "exact" if exact else "95% intervals"
    said = [f"{tried}, {how}, {policy_words(policy)}."]
    if not better_changes(advice):
        said = [f"No change makes it better: {tried}."]
    if not legal:
        said.append(NOT_LEGAL)
    return " ".join([*said, TEXTS_NOT_COUNTED, *advice.remarks])


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
        self._pool: CardPool | None = None
        self.goal = choice_box("What is to become better", GOALS, 12, self)
        self.see = _search("Cards to be seen", self, "t:location   k:lord   a name", "t:location")
        self.by_round = number_box("By round", 0, _MOST_ROUND, 0, self, waits=False)
        self.by_round.setSpecialValueText("opening hand")
        self.by_round.setMinimumWidth(space(self, 24))
        self.by_round.setPrefix("by round ")
        self.rounds = number_box(
            "Rounds that are played", 1, MOST_ROUNDS, ROUNDS_PLAYED, self, waits=False
        )
        self.rounds.setSuffix(" rounds")
        self.out = _search(
            "Cards that may go", self, "any card; or a search: o>=5   t:event", ANY_CARD
        )
        self.into = _search(
            "Cards that may come in", self, "any card; or a search: k:lord", ANY_CARD
        )
        self.policy = PolicyFields(self, scores=False)
        self.most_cost = number_box(
            "Highest cost of a card in", _ANY_COST, _MOST_COST, _ANY_COST, self, waits=False
        )
        self.most_cost.setSpecialValueText("any cost")
        self.most_cost.setPrefix("cost up to ")
        self.owned = QCheckBox("Only cards I own", self)
        self.same_faction = QCheckBox("Keep the factions", self)
        self.same_faction.setToolTip("A card goes only for one of the same faction")
        self.two = QCheckBox("Two cards at once", self)
        self.stay = QPushButton("Keep…", self)
        self.stay.setObjectName("small")
        self.stay.setToolTip("Choose cards that stay in the deck")
        self.searches: Mapping[str, SearchField] = {
            "see": self.see,
            "out": self.out,
            "into": self.into,
        }
        self._lay_out()
        self._connect()
        self._show_fields()

    @property
    def chosen_goal(self) -> GoalKind:
        """The kind of the goal."""
        return GoalKind(self.goal.chosen)

    @property
    def why_not(self) -> str:
        """Why nothing can be found yet; empty where it can."""
        if self.chosen_goal is GoalKind.SEE and not self.see.text().strip():
            return WRITE_WHICH
        self.policy.policy()
        return self.policy.why_not

    def show_deck(self, deck: Deck, pool: CardPool) -> None:
        """Offer the cards of a deck, and search those of its edition."""
        self._deck = deck
        held = {card.code for card, _ in deck.draw()}
        if not self.keep <= held:
            self.set_keep(self.keep & held)
        if pool is not self._pool:
            self._pool = pool
            for field in self.searches.values():
                field.know(pool)
            self.policy.set_pool(pool)

    def set_keep(self, codes: frozenset[str]) -> None:
        """Let these cards stay."""
        self.keep = codes
        words = (
            f"{len(codes)} card{'s' if len(codes) > 1 else ''} stay{'' if len(codes) > 1 else 's'}"
        )
        self.stay.setText(f"{words}…" if codes else "Keep…")
        self.changed.emit()

    def choose_kept(self) -> None:
        """Let the user check the cards that stay."""
        if self._deck is not None:
            popup = KeepPopup((card for card, _ in self._deck.draw()), self.keep, self.stay)
            popup.kept.connect(self.set_keep)
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
        fields = (("Goal", self.goal), ("See", self.see), ("Out", self.out), ("In", self.into))
        self._labels = {field: buddy_label(words, field, Size.SMALL) for words, field in fields}
        for line, caption in enumerate(self._labels.values()):
            grid.addWidget(caption, line, 0)
        grid.addLayout(goal, 0, 1)
        for line, part in enumerate((self._see_row, self.out, self.into), 1):
            grid.addWidget(part, line, 1)
        # The long word in a line of its own: the fields above stay wide.
        mulligan = buddy_label("Mulligan", self.policy.kind, Size.SMALL)
        grid.addLayout(row(mulligan, (self.policy, 1), spacing=2 * gap), len(fields), 0, 1, 2)
        rest, flow = QWidget(self), FlowLayout(2 * gap)
        rest.setLayout(flow)
        for each in (self.most_cost, self.stay, self.owned, self.same_faction, self.two):
            flow.addWidget(each)
        grid.addWidget(rest, len(fields) + 1, 0, 1, 2)
        grid.setColumnStretch(1, 1)

    def _connect(self) -> None:
        self.goal.currentIndexChanged.connect(self._show_fields)
        self.goal.currentIndexChanged.connect(self.changed)
        for field in self.searches.values():
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
        self._labels[self.see].setVisible(sees)
        self.rounds.setVisible(goal in ROUNDS)
        self.two.setEnabled(goal not in ROUNDS)
        why_not = "For the first rounds, one card is changed" if goal in ROUNDS else ""
        self.two.setToolTip(why_not or "Find the best two changes together; it takes longer")


def _search(name: str, parent: QWidget, *hints: str) -> SearchField:
    field = SearchField(parent)
    field.setAccessibleName(name)
    field.set_hints(*hints)
    field.setToolTip(name)
    field.setClearButtonEnabled(True)
    return field
