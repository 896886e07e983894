"""By what the first rounds are measured, and how the numbers were found."""

from __future__ import annotations

from desktop.pages.hands.odds.odds_text import counted, plain
from desktop.pages.hands.odds.queries import RoundsAnswer
from goldfish.report import Estimate
from goldfish.rounds.report import RoundReport

# The field of a round, its short name, and what it is in full.
MEASURES = (
    ("gold", "Gold", "All gold that there was to spend"),
    ("unspent", "Unspent", "Gold that was left as taxation began"),
    ("marshaled", "Marshaled", "Cards marshaled from hand, duplicates not among them"),
    ("ambushed", "Ambushed", "Cards brought out by ambush"),
    ("hand", "Hand", "Cards in hand at the end of the round"),
    ("characters", "Characters", "Characters in play at the end of the round"),
    ("strength", "STR", "STR of the characters in play at the end of the round"),
    ("duplicates", "Duplicates", "Duplicates in play at the end of the round"),
    ("shadows_in", "Into shadows", "Cards that went into shadows"),
    ("shadows_out", "Out of shadows", "Cards that came out of shadows"),
    ("shadows_gold_in", "Gold sunk", "Gold paid for cards into shadows"),
    ("shadows_gold_out", "Gold coming out", "Gold paid for cards out of shadows"),
    ("waiting", "Waiting", "Cards that wait in shadows at the end of the round"),
)
NAMES = {key: name for key, name, _ in MEASURES}
# What is left out where it never happens.
_SELDOM = frozenset({"ambushed", "duplicates"})
_SHADOWS = ("shadows_in", "shadows_out", "shadows_gold_in", "shadows_gold_out", "waiting")


def number(report: RoundReport, key: str) -> Estimate:
    """Return a number of a round by its field."""
    found: Estimate = getattr(report, key)
    return found


def measures(answer: RoundsAnswer) -> tuple[tuple[str, str, str], ...]:
    """Return the measures that say something of these decks, in the order of `MEASURES`."""
    rounds = [each for report in answer.reports for each in report.rounds]
    never = {key for key in NAMES if all(number(each, key).mean == 0 for each in rounds)}
    hidden = never & _SELDOM
    if never.issuperset(_SHADOWS):
        hidden.update(_SHADOWS)
    return tuple(measure for measure in MEASURES if measure[0] not in hidden)


def rounds_status(answer: RoundsAnswer) -> str:
    """Return how the numbers were found."""
    question = answer.question
    decks = " of each deck, paired" if question.theirs else ""
    rounds = [each for report in answer.reports for each in report.rounds]
    found = [number(each, key) for each in rounds for key in NAMES]
    error = plain(max((each.high - each.low) / 2 for each in found), places=2)
    games = counted(question.games, "game")
    return f"{games}{decks} · no mulligan · seed {question.seed} · 95% intervals within ± {error}"
