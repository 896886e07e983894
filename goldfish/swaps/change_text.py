"""A change told in a sentence: what kind of card comes for what kind, and what that gains."""

from __future__ import annotations

from carddb.card import Card
from carddb.terms import CardType
from goldfish.swaps.goal import CHANCES, Goal, GoalKind
from goldfish.swaps.rated_change import RatedChange

# What a gain in a goal is called: better, worse.
_NUMBERS = {
    GoalKind.CARDS: ("more cards set up", "fewer cards set up"),
    GoalKind.GOLD: ("more gold spent at setup", "less gold spent at setup"),
    GoalKind.CHARACTERS: ("more characters set up", "fewer characters set up"),
    GoalKind.STRENGTH: ("more STR in play", "less STR in play"),
    GoalKind.UNSPENT: ("less unspent gold", "more unspent gold"),
    GoalKind.POOR: ("fewer poor setups", "more poor setups"),
    GoalKind.GREAT: ("more great setups", "fewer great setups"),
    GoalKind.SEE: ("more often seen", "less often seen"),
}


def gain_text(goal: Goal, gain: float) -> str:
    """Return a gain as a player says it: "1.9 % fewer poor setups", "0.04 more cards set up"."""
    better, worse = _NUMBERS[goal.kind]
    if abs(gain) < 1e-9:
        return "no difference"
    size = f"{abs(gain):.2%}".replace("%", " %") if goal.kind in CHANCES else f"{abs(gain):.3f}"
    return f"{size} {better if gain > 0 else worse}"


def change_text(goal: Goal, change: RatedChange) -> str:
    """Return why a change is good or not, in a sentence without its full stop."""
    kinds = (
        f"{_kind_text(into)} for {_kind_text(out)}"
        for out, into in zip(change.out, change.into, strict=True)
    )
    return f"{', '.join(kinds)}: {gain_text(goal, change.gain.mean)}"


def _kind_text(card: Card) -> str:
    kind = "character" if card.type is CardType.CHARACTER else card.type.value
    if card.type is CardType.EVENT:
        return "an event"
    cost = "no" if card.cost is None else str(card.cost)
    return f"a {cost}-cost {kind}" if cost not in {"8", "11"} else f"an {cost}-cost {kind}"
