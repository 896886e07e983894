"""The charts of the odds, as values."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.pages.hands.odds.hands_answer import Chances, HandsAnswer, SeeAnswer
from desktop.pages.hands.odds.number_format import written
from desktop.widgets.charts.chart import Chart, Series
from goldfish.report import Estimate, HandsReport, Spread

# Under this share, the highest numbers of a histogram are no longer drawn one by one.
SELDOM = 0.0005

_SPREADS = (
    ("cards", "Cards set up"),
    ("gold", "Gold spent in setup"),
    ("characters", "Characters set up"),
    ("strength", "STR of characters set up"),
)


def setup_charts(answer: HandsAnswer) -> tuple[Chart, ...]:
    """Return how often setups have 0, 1, 2, ... cards, gold, characters and STR."""
    return tuple(_histogram(answer, key, title) for key, title in _SPREADS)


def see_chart(answer: SeeAnswer) -> Chart:
    """Return the chance of seeing what is wanted in the hand and by each round."""
    count = len(answer.mine.by_round)
    both = [(answer.question.mine.name, answer.mine)]
    if answer.theirs and answer.question.theirs:
        both.append((answer.question.theirs.name, answer.theirs))
    how = "exact" if answer.mine.hands is None else _sampled(answer.mine.hands, answer.mine.seed)
    return Chart(
        "Chance to have seen them",
        ("Hand", *(str(number) for number in range(1, count))),
        tuple(_series(name, chances) for name, chances in both),
        x_label="By round",
        percent=True,
        note=how,
    )


def _series(name: str, chances: Chances) -> Series:
    estimates = chances.by_round
    return Series(name, tuple(each.mean for each in estimates), *_intervals(estimates))


def _intervals(estimates: Sequence[Estimate]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    if all(each.low == each.high for each in estimates):
        return (), ()
    return tuple(each.low for each in estimates), tuple(each.high for each in estimates)


def _histogram(answer: HandsAnswer, key: str, title: str) -> Chart:
    question = answer.question
    spreads = [(question.mine.name, answer.mine, _spread(answer.mine, key))]
    if answer.theirs and question.theirs:
        spreads.append((question.theirs.name, answer.theirs, _spread(answer.theirs, key)))
    last = max(_last(spread) for _, _, spread in spreads)
    context = " and ".join(written(spread.mean) for _, _, spread in spreads)
    how = "exact" if answer.mine.exact else _sampled(answer.mine.hands, answer.mine.seed)
    return Chart(
        title,
        tuple(str(number) for number in range(last + 1)),
        tuple(_shares(name, report, spread, last) for name, report, spread in spreads),
        percent=True,
        note=f"mean {context} · {how}",
    )


def _spread(report: HandsReport, key: str) -> Spread:
    spread: Spread = getattr(report, key)
    return spread


def _last(spread: Spread) -> int:
    often = [number for number, share in enumerate(spread.histogram) if share >= SELDOM]
    return often[-1] if often else 0


def _shares(name: str, report: HandsReport, spread: Spread, last: int) -> Series:
    padded = [*spread.histogram, *([0.0] * (last + 1 - len(spread.histogram)))][: last + 1]
    if report.exact:
        return Series(name, tuple(padded))
    found = [Estimate.share(share, report.hands) for share in padded]
    low, high = tuple(each.low for each in found), tuple(each.high for each in found)
    return Series(name, tuple(padded), low, high)


def _sampled(hands: int, seed: int | None) -> str:
    return f"n = {hands:,}, seed {seed}"
