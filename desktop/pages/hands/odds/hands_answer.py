"""What was found out about opening hands, as rows of figures and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carddb.card import Card
from desktop.pages.hands.odds.number_format import (
    counted,
    in_points,
    is_exact,
    more,
    plain,
    written,
)
from desktop.pages.hands.odds.odds_question import HandsQuestion, Keeping, SeeQuestion
from goldfish.report import CardChance, Difference, Estimate, HandsReport, poor_in_event

SCORES = {
    "cards": "cards",
    "gold": "gold",
    "characters": "characters",
    "strength": "STR",
    "great": "great setups",
    "not-poor": "setups that are not poor",
}
_SPREADS = (
    ("cards", "Cards set up"),
    ("gold", "Gold spent"),
    ("characters", "Characters"),
    ("strength", "STR of characters"),
)
_SHARES = (
    ("poor", "Poor setups (2 cards or fewer)"),
    ("great", "Great setups (5 cards or more)"),
)
_WORDS = {
    "cards": "cards",
    "gold": "gold",
    "characters": "characters",
    "strength": "STR",
    "poor": "poor setups",
    "great": "great setups",
}


@dataclass(frozen=True, slots=True)
class HandsAnswer:
    """The reports on a deck, and on the other one, and how much more the first one has."""

    question: HandsQuestion
    mine: HandsReport
    theirs: HandsReport | None = None
    difference: Difference | None = None

    @property
    def reports(self) -> tuple[HandsReport, ...]:
        """The report, and the other deck's if there is one."""
        return (self.mine, self.theirs) if self.theirs else (self.mine,)


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of seeing what is wanted by round 0 (the hand), 1, 2, ...

    `copies` is how many wanted cards the deck holds, `seen` the mean number of cards seen by each
    round; `hands` and `seed` are None when exact.
    """

    by_round: tuple[Estimate, ...]
    seen: tuple[float, ...]
    copies: int
    hands: int | None
    seed: int | None


@dataclass(frozen=True, slots=True)
class SeeAnswer:
    """The chances of a deck, and of the other one."""

    question: SeeQuestion
    mine: Chances
    theirs: Chances | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A row: what it is, the deck's number, the other deck's, and how much more the first has."""

    name: str
    mine: Estimate
    theirs: Estimate | None = None
    difference: Estimate | None = None
    percent: bool = False

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The row in words; what is not there is empty."""
        return (
            self.name,
            written(self.mine, percent=self.percent),
            written(self.theirs, percent=self.percent) if self.theirs else "",
            self._gap,
        )

    @property
    def _gap(self) -> str:
        if self.difference is None:
            return ""
        if self.percent:
            return in_points(self.difference)
        return written(self.difference, signed=True)


def figures_of(answer: HandsAnswer) -> tuple[Figure, ...]:
    """Return the rows of an answer."""
    mine, theirs, difference = answer.mine, answer.theirs, answer.difference
    rows = [
        Figure(
            name,
            getattr(mine, key).mean,
            getattr(theirs, key).mean if theirs else None,
            getattr(difference, key) if difference else None,
        )
        for key, name in _SPREADS
    ]
    rows += [
        Figure(
            name,
            getattr(mine, key),
            getattr(theirs, key) if theirs else None,
            getattr(difference, key) if difference else None,
            percent=True,
        )
        for key, name in _SHARES
    ]
    if answer.question.terms.policy.kind is not Keeping.KEEP:
        rows.append(_mulligans(mine, theirs))
    return tuple(rows)


def _mulligans(mine: HandsReport, theirs: HandsReport | None) -> Figure:
    both = theirs.mulligan.taken if theirs else None
    gap = None
    if both and is_exact(both) and is_exact(mine.mulligan.taken):
        gap = Estimate.exact(mine.mulligan.taken.mean - both.mean)
    return Figure("Mulligans taken", mine.mulligan.taken, both, gap, percent=True)


def standing(answer: HandsAnswer) -> str:
    """Return how the numbers were found: exact, or from how many hands of which seed."""
    mine = answer.mine
    if mine.exact:
        hands = sum(report.hands for report in answer.reports)
        whose = " of both decks" if answer.theirs else ""
        told = "the only hand" if hands == 1 else f"all {counted(hands, 'different hand')}"
        return f"exact · {told}{whose}"
    same = ", the same deals for both" if answer.theirs else ""
    return f"{counted(mine.hands, 'sampled hand')}{same} · seed {mine.seed} · 95% intervals"


def see_standing(answer: SeeAnswer) -> str:
    """Return how the chances were found."""
    mine = answer.mine
    if mine.hands is None:
        return "exact"
    return f"{counted(mine.hands, 'sampled hand')} · seed {mine.seed} · 95% intervals"


def mulligan_words(report: HandsReport) -> str:
    """Return what the one mulligan is worth, by the score that is asked for."""
    mulligan = report.mulligan
    score = mulligan.score
    share = score in {"great", "not-poor"}
    if share:
        # Every hand scores 0 or 1, so the threshold is no number that a player can keep by.
        best = "good hands" if score == "great" else "hands that are not poor"
        told = f"Best is to keep {best}"
    else:
        told = f"Best is to keep from {plain(mulligan.threshold, places=2)} {SCORES[score]} on"

    def amount(value: float, *, signed: bool = False) -> str:
        return plain(value, percent=share, signed=signed)

    return (
        f"Mean of {SCORES[score]}: {amount(mulligan.keep)} if every hand is kept, "
        f"{amount(mulligan.poor)} with a mulligan of poor ones, {amount(mulligan.optimal)} at best "
        f"({amount(mulligan.gain, signed=True)}). {told}."
    )


def difference_words(answer: HandsAnswer) -> str:
    """Return the difference of two decks in a sentence; empty where there is one deck."""
    if answer.difference is None or answer.question.theirs is None:
        return ""
    parts = []
    for key, words in _WORDS.items():
        estimate: Estimate = getattr(answer.difference, key)
        if key in {"poor", "great"}:
            parts.append(f"{words} {in_points(estimate, 'points')}")
        else:
            number, *spread = more(estimate).split(" ", 1)
            parts.append(" ".join([number, words, *spread]))
    how = "exact" if answer.mine.exact else "95% intervals from the same deals"
    return f"Compared with “{answer.question.theirs.name}”: {', '.join(parts)} ({how})."


@dataclass(frozen=True, slots=True)
class EventChance:
    """How likely a number of poor setups is in an event: exactly so many, and so many or more."""

    exactly: float
    or_more: Estimate


def event_chance(poor: Estimate, rounds: int, number: int) -> EventChance:
    """Return the chance of poor setups in an event, from the chance of one with its interval."""

    def tail(chance: float) -> float:
        return min(1.0, sum(poor_in_event(chance, rounds)[number:]))

    exactly = poor_in_event(poor.mean, rounds)[number]
    return EventChance(exactly, Estimate(tail(poor.mean), tail(poor.low), tail(poor.high)))


def event_words(poor: Estimate, rounds: int, number: int) -> str:
    """Return the chances of an event in a few words."""
    chance = event_chance(poor, rounds, number)
    more = written(chance.or_more, percent=True)
    exactly = plain(chance.exactly, percent=True)
    if number == rounds:
        return more
    return f"{more}; exactly {number}: {exactly}"


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A card of a deck with its chances, and what they are in the other deck if it is there."""

    card: Card
    copies: int
    chance: CardChance
    theirs: CardChance | None = None


def card_figures(answer: HandsAnswer) -> tuple[CardFigure, ...]:
    """Return the cards that the deck's hands are drawn from."""
    theirs = answer.theirs.by_card if answer.theirs else {}
    return tuple(
        CardFigure(card, copies, answer.mine.by_card[card.code], theirs.get(card.code))
        for card, copies in answer.question.mine.opening.slots
    )


def csv(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as CSV (RFC 4180), with a line's end after each."""
    return "".join(",".join(map(_field, row)) + "\r\n" for row in rows)


def _field(text: str) -> str:
    if any(sign in text for sign in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text
