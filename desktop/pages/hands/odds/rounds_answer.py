"""What was found out about the first rounds, as rows of figures and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from carddb.card import Card
from decks.deck import Deck
from desktop.pages.hands.odds.number_format import counted, plain
from desktop.widgets.charts.chart import Chart, Series
from goldfish.draw_deck import DrawDeck
from goldfish.report import Estimate
from goldfish.rounds.report import OrdersReport, RoundReport, RoundsReport

USUAL_GAMES = 20_000
USUAL_ROUNDS = 3

# What each round is told by: the field, its short name, and what it is in full.
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
# What is left out where it never happens.
SELDOM = frozenset({"ambushed", "duplicates"})
SHADOWS = ("shadows_in", "shadows_out", "shadows_gold_in", "shadows_gold_out", "waiting")
_CHARTS = (
    ("Gold by round", "Gold", ("gold", "unspent")),
    ("Cards by round", "Cards", ("marshaled", "hand", "characters")),
    ("STR in play by round", "STR", ("strength",)),
    ("Shadows by round", "Gold and cards", ("shadows_gold_in", "shadows_gold_out", "waiting")),
)


@dataclass(frozen=True, slots=True)
class Played:
    """A deck whose first rounds are played: plots are in the order in which they are revealed.

    Decks that are dealt alike and have the same agendas and plots are the same.
    """

    deck: Deck = field(compare=False)
    name: str = field(compare=False)
    opening: DrawDeck
    agendas: tuple[Card, ...]
    plots: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundsQuestion:
    """What so many games of so many rounds come to, and those of another deck beside it."""

    mine: Played
    theirs: Played | None
    rounds: int = USUAL_ROUNDS
    games: int = USUAL_GAMES
    seed: int = 1


@dataclass(frozen=True, slots=True)
class RoundsAnswer:
    """The reports on both decks; `difference` is how much more the first has in each round.

    The difference is paired: both decks are played from the same shuffles.
    """

    question: RoundsQuestion
    mine: RoundsReport
    theirs: RoundsReport | None = None
    difference: tuple[RoundReport, ...] = ()

    @property
    def reports(self) -> tuple[RoundsReport, ...]:
        """The report, and the other deck's if there is one."""
        return (self.mine, self.theirs) if self.theirs else (self.mine,)


@dataclass(frozen=True, slots=True)
class OrdersQuestion:
    """Which order of a deck's plots comes to most of `by` (a field of a round)."""

    played: Played
    rounds: int
    games: int
    seed: int
    by: str


@dataclass(frozen=True, slots=True)
class OrdersAnswer:
    """The orders of plots, the best first."""

    question: OrdersQuestion
    report: OrdersReport


def number(report: RoundReport, key: str) -> Estimate:
    """Return a number of a round by its field."""
    found: Estimate = getattr(report, key)
    return found


def measures(answer: RoundsAnswer) -> tuple[tuple[str, str, str], ...]:
    """Return the measures that say something of these decks, as they stand in `MEASURES`."""
    rounds = [each for report in answer.reports for each in report.rounds]

    def never(key: str) -> bool:
        return all(number(each, key).mean == 0 for each in rounds)

    shadows = not all(never(key) for key in SHADOWS)
    return tuple(
        (key, name, words)
        for key, name, words in MEASURES
        if (shadows if key in SHADOWS else not (key in SELDOM and never(key)))
    )


def rounds_standing(answer: RoundsAnswer) -> str:
    """Return how the numbers were found."""
    question = answer.question
    each_deck = " of each deck, paired" if question.theirs else ""
    games = counted(question.games, "game")
    keys = [key for key, _, _ in MEASURES]
    found = [
        number(each, key) for report in answer.reports for each in report.rounds for key in keys
    ]
    error = plain(max((each.high - each.low) / 2 for each in found), places=2)
    return (
        f"{games}{each_deck} · no mulligan · seed {question.seed} · 95% intervals within ± {error}"
    )


def rounds_charts(answer: RoundsAnswer) -> tuple[Chart, ...]:
    """Return the charts: gold, cards, STR, and shadows in one of its own."""
    shown = {key for key, _, _ in measures(answer)}
    return tuple(
        _chart(answer, title, unit, [key for key in keys if key in shown])
        for title, unit, keys in _CHARTS
    )


def _chart(answer: RoundsAnswer, title: str, unit: str, keys: Sequence[str]) -> Chart:
    names = {key: name for key, name, _ in MEASURES}
    decks = [(answer.question.mine.name, answer.mine.rounds)]
    if answer.question.theirs is not None and answer.theirs is not None:
        decks.append((answer.question.theirs.name, answer.theirs.rounds))
    series = []
    for key in keys:
        for deck, rounds in decks:
            told = [deck] if len(decks) > 1 else []
            series.append(
                _series(" · ".join([names[key], *told]), [number(each, key) for each in rounds])
            )
    question = answer.question
    return Chart(
        title,
        tuple(str(each) for each in range(1, question.rounds + 1)) if series else (),
        tuple(series),
        x_label="Round",
        y_label=unit,
        note=f"mean of {question.games:,} games, seed {question.seed}" if series else "",
        empty="No card of the deck goes into shadows.",
    )


def _series(name: str, estimates: Sequence[Estimate]) -> Series:
    return Series(
        name,
        tuple(each.mean for each in estimates),
        tuple(each.low for each in estimates),
        tuple(each.high for each in estimates),
    )
