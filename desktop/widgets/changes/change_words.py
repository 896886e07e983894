"""What is said of changes, and their chart, as values."""

from __future__ import annotations

from dataclasses import replace

from desktop.widgets.charts.chart import Chart, Series
from goldfish.mulligan import PolicyKind
from goldfish.report_text import estimate_text, is_exact, number_text, number_with_noun
from goldfish.swaps.change_text import change_text, gain_text
from goldfish.swaps.goal import CHANCES, Goal, GoalKind
from goldfish.swaps.rated_change import RatedChange, SwapAdvice

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
