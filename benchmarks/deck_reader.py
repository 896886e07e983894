"""How fast deck lists are read: a thousand of them in every form of text, and hostile files."""

from __future__ import annotations

import re
from itertools import cycle, islice
from pathlib import Path

from benchmarks.hostile.cases import CASES, prepare, seconds_of
from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from core.errors import AppError
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS, write

LISTS = 1000
_LINE = re.compile(r"^\W*(\d+)x? (.+?)(?: \(([^()]+)\))?$")


def thousand_lists(_: Path) -> Trial:
    """Read the sample decks in turn in every format but JSON, a thousand lists in all."""
    pools = catalogue.pools()
    decks = [read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks()]
    codes = [code for code in WRITERS if code != "json"]
    texts = [write(deck, code, pools).text for deck in decks for code in codes]
    if any(reading.unread for text in texts for reading in read_decks(text, pools)):
        raise AppError("The lists of the benchmark were not read whole.")
    thousand = list(islice(cycle(texts), LISTS))
    return Trial(
        lambda: [read_decks(text, pools) for text in thousand],
        lambda: [_LINE.match(line) for text in thousand for line in text.splitlines()],
    )


def worst_hostile_file(_: Path) -> Trial:
    """Read the hostile file that takes the most processor time of all of them."""
    prepare()
    worst = max(CASES, key=lambda name: seconds_of(CASES[name]())[0])
    source = CASES[worst]()
    return Trial(lambda: seconds_of(source), lambda: set(source))


BENCHMARKS = (
    Benchmark(
        "decks.thousand",
        Unit.MILLISECONDS,
        "a regular expression over their lines",
        thousand_lists,
    ),
    Benchmark(
        "reading.hostile",
        Unit.MILLISECONDS,
        "the set of its letters; worst of all cases",
        worst_hostile_file,
        by_name=True,
    ),
)
