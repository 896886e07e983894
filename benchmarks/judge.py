"""How fast decks are judged: verdicts, the matrix, repairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import cycle
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.terms import Edition
from decks.deck import Deck, changed_slots
from decks.deck_reader import read_decks
from validators.conditions import Conditions, Requested, conditions_for
from validators.judge import Judge
from validators.problem import Severity
from validators.repairs import Repairer

DAY = date(2026, 7, 1)
AGAINST = "titles counted with Counter"


def _samples() -> tuple[Judge, list[tuple[Deck, Conditions]]]:
    """Return the judge and the 31 sample decks with the newest list in force."""
    pools = catalogue.pools()
    pool = pools[Edition.SECOND]
    decks = [read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks()]
    return Judge(pool), [(deck, conditions_for(deck, pool, Requested(), DAY)) for deck in decks]


def _count(deck: Deck) -> Counter[str]:
    titles: Counter[str] = Counter()
    for card, copies in deck.slots:
        titles[card.name] += copies
    return titles


def verdicts(_: Path) -> Trial:
    """Judge the sample decks in rotation."""
    judge, decks = _samples()
    return Trial(
        lambda: [judge.verdict(deck, conditions) for deck, conditions in decks],
        lambda: [_count(deck) for deck, _ in decks],
        amount=len(decks),
    )


def varied(_folder: Path) -> Trial:
    """Judge 931 different decks, each once: the samples, and 30 changes of each."""
    judge, decks = _samples()
    others = [card for deck, _ in decks for card, _ in deck.slots]
    many = []
    for number, (deck, conditions) in enumerate(decks):
        many.append((deck, conditions))
        for change in range(30):
            card, _ = deck.slots[change % len(deck.slots)]
            other = others[(number * 97 + change * 31) % len(others)]
            slots = changed_slots(deck.slots, [card], [other])
            many.append((replace(deck, slots=slots), conditions))
    return Trial(
        lambda: [judge.verdict(deck, conditions) for deck, conditions in many],
        lambda: [_count(deck) for deck, _ in many],
        amount=len(many),
    )


def slowest_verdict(_: Path) -> Trial:
    """Judge one sample deck after another, each call timed for itself."""
    judge, decks = _samples()
    rotation = cycle(decks)
    return Trial(lambda: judge.verdict(*next(rotation)), lambda: _count(next(rotation)[0]))


def matrix(_: Path) -> Trial:
    """Judge one sample deck after another under every list and format, as while editing it."""
    judge, decks = _samples()
    for deck, _conditions in decks:
        judge.matrix(deck)
    rotation = cycle(decks)
    return Trial(lambda: judge.matrix(next(rotation)[0]), lambda: _count(next(rotation)[0]))


def repairs(_: Path) -> Trial:
    """Find the repairs of every error of the sample decks."""
    judge, decks = _samples()
    errors = [
        (Repairer(judge, conditions), deck, problem)
        for deck, conditions in decks
        for problem in judge.verdict(deck, conditions).problems
        if problem.severity is Severity.ERROR
    ]
    # All of them in each sample: one takes a hundred times as long as another.
    return Trial(
        lambda: [repairer.repairs(deck, problem) for repairer, deck, problem in errors],
        lambda: [_count(deck) for _, deck, _ in errors],
        amount=len(errors),
    )


BENCHMARKS = (
    Benchmark("judge.verdicts", Unit.PER_SECOND, AGAINST, verdicts),
    Benchmark("judge.varied", Unit.PER_SECOND, AGAINST, varied),
    Benchmark("judge.p99", Unit.MICROSECONDS, AGAINST, slowest_verdict, percentile=99),
    Benchmark("judge.matrix", Unit.MICROSECONDS, AGAINST, matrix),
    Benchmark("judge.repairs", Unit.MILLISECONDS, AGAINST, repairs),
)
