"""How fast the rules are read and searched."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from rulebook.entry_search import EntrySearch
from rulebook.rule_book import read_entries, rule_book

AGAINST = "a word looked for in all entries"

QUESTIONS = (
    "can I put two limited",
    "when does bestow",
    "what if deck is empty",
    "melee restricted bestow",
    "mul",
    "stelth",
    "varys riddle summer harvst",
    "who gets the bye",
    "dracarys",
    "how many swiss rounds are there with 40 players",
)


def _holding(word: str) -> list[str]:
    return [entry.id for entry in rule_book().entries if word in entry.words]


def reading(_: Path) -> Trial:
    """Read every entry from its file."""
    return Trial(read_entries, lambda: _holding("shadow"))


def each_question(_: Path) -> Trial:
    """Ask one question after another, each call timed for itself."""
    search = EntrySearch(rule_book().entries, catalogue.pools().values())
    rotation = cycle(QUESTIONS)
    return Trial(lambda: search.find(next(rotation)), lambda: _holding("shadow"))


BENCHMARKS = (
    Benchmark("rules.read", Unit.MILLISECONDS, AGAINST, reading),
    Benchmark("rules.p95", Unit.MILLISECONDS, AGAINST, each_question, percentile=95),
)
