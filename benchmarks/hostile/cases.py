"""Every hostile file by its name, and what reading one costs: `python -m benchmarks.hostile`."""

from __future__ import annotations

import gc
from contextlib import suppress
from pathlib import Path
from time import process_time

from benchmarks.hostile.data import JSON, TABLES
from benchmarks.hostile.letters import ENDINGS, LETTERING
from benchmarks.hostile.lists import MARKDOWN, PLAIN, SEPARATORS, SITES, SPELLING
from benchmarks.hostile.markup import MARKUP
from benchmarks.hostile.shapes import Cases, HostileSource
from carddb import catalogue
from core.errors import AppError
from decks.deck_reader import read_decks

CASES: Cases = {
    **MARKDOWN, **PLAIN, **SPELLING, **SEPARATORS, **ENDINGS, **LETTERING, **JSON, **TABLES,
    **MARKUP, **SITES,
}  # fmt: skip

_READ_FIRST = "House Stark\n3x Aria Stark\n3x Ice\n"
_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")


def prepare() -> None:
    """Load the cards and make what is made once, so that no case pays for it."""
    read_decks(_READ_FIRST, catalogue.pools())


def seconds_of(source: HostileSource) -> tuple[float, str]:
    """Return the processor time that reading takes, and what came of it."""
    pools = catalogue.pools()
    came = "read"
    began = process_time()
    try:
        read_decks(source, pools)
    except AppError as error:
        came = error.sentence
    return process_time() - began, came


def megabytes_of(field: str) -> float:
    """Return a figure of this process ("VmHWM"), 0 where the system does not report it."""
    with suppress(OSError):
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(field):
                return int(line.split()[1]) / 1024
    return 0.0


def cost_of(name: str) -> str:
    """Return a line with the cost of a case in this process, and its result."""
    prepare()
    source = CASES[name]()
    gc.collect()
    with suppress(OSError):
        _RESET.write_text("5", encoding="ascii")
    before = megabytes_of("VmRSS")
    seconds, came = seconds_of(source)
    added = megabytes_of("VmHWM") - before
    return f"{seconds:7.2f} s {added:6.0f} MB  {name:<34}{came[:90]}"
