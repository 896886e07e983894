"""Sentences about opening hands."""

from __future__ import annotations

from desktop.pages.hands.odds.number_format import counted, in_points, plain, short, written
from desktop.pages.hands.odds.queries import HandsAnswer, SeeAnswer
from goldfish.mulligan import Score
from goldfish.report import Estimate, HandsReport, poor_in_event

_SCORES = {
    Score.CARDS: "cards",
    Score.GOLD: "gold",
    Score.CHARACTERS: "characters",
    Score.STRENGTH: "STR",
    Score.GREAT: "great setups",
    Score.NOT_POOR: "setups that are not poor",
}


def hands_status(answer: HandsAnswer) -> str:
    """Return how the numbers were found: exact, or from how many hands of which seed."""
    mine, both = answer.mine, len(answer.reports) > 1
    if mine.exact:
        hands = sum(report.hands for report in answer.reports)
        whose = " of both decks" if both else ""
        which = "the only hand" if hands == 1 else f"all {counted(hands, 'different hand')}"
        return f"exact · {which}{whose}"
    same = ", the same deals for both" if both else ""
    return f"{counted(mine.hands, 'sampled hand')}{same} · seed {mine.seed} · 95% intervals"


def see_status(answer: SeeAnswer) -> str:
    """Return how the chances were found."""
    mine = answer.chances[0][-1]
    if mine.hands is None:
        return "exact"
    return f"{counted(mine.hands, 'sampled hand')} · seed {mine.seed} · 95% intervals"


def mulligan_words(report: HandsReport) -> str:
    """Return what the one mulligan is worth, by the chosen score."""
    mulligan, score = report.mulligan, Score(report.mulligan.score)
    share = score in {Score.GREAT, Score.NOT_POOR}
    if share:
        # Every hand scores 0 or 1, so the threshold is no number that a player can keep by.
        best = "good hands" if score is Score.GREAT else "hands that are not poor"
    else:
        best = f"from {plain(mulligan.threshold, places=2)} {_SCORES[score]} on"

    def amount(value: float, *, signed: bool = False) -> str:
        return plain(value, percent=share, signed=signed)

    return (
        f"Mean of {_SCORES[score]}: {amount(mulligan.keep)} if every hand is kept, "
        f"{amount(mulligan.poor)} with a mulligan of poor ones, {amount(mulligan.optimal)} at best "
        f"({amount(mulligan.gain, signed=True)}). Best is to keep {best}."
    )


def difference_words(answer: HandsAnswer) -> str:
    """Return the difference of two decks in a sentence; empty where there is one deck."""
    difference = answer.difference
    if difference is None or answer.question.theirs is None:
        return ""
    parts = []
    for key in ("cards", "gold", "characters", "strength"):
        number, *interval = short(getattr(difference, key), signed=True).split(" ", 1)
        parts.append(" ".join([number, _SCORES[Score(key)], *interval]))
    parts.append(f"poor setups {in_points(difference.poor, 'points')}")
    parts.append(f"great setups {in_points(difference.great, 'points')}")
    how = "exact" if answer.mine.exact else "95% intervals from the same deals"
    return f"Compared with “{answer.question.theirs.name}”: {', '.join(parts)} ({how})."


def event_chances(poor: Estimate, rounds: int, number: int) -> tuple[Estimate, float]:
    """Return how likely at least, and exactly, so many setups of an event are poor.

    `poor` is the chance of one poor setup, with its interval.
    """

    def at_least(chance: float) -> float:
        return min(1.0, sum(poor_in_event(chance, rounds)[number:]))

    exactly = poor_in_event(poor.mean, rounds)[number]
    return Estimate(at_least(poor.mean), at_least(poor.low), at_least(poor.high)), exactly


def event_words(poor: Estimate, rounds: int, number: int) -> str:
    """Return the chances of an event in a few words."""
    at_least, exactly = event_chances(poor, rounds, number)
    words = written(at_least, percent=True)
    if number == rounds:
        return words
    return f"{words}; exactly {number}: {plain(exactly, percent=True)}"
