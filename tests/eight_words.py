"""Runs of eight words, to find sentences of the publisher's documents without having them here.

`seed_runs.bin` has the digests of the runs of those documents: five bytes each, sorted. It was
made by `packed(documents)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

from carddb.spelling import fold

RUN, BYTES = 8, 5
_NAME = "a game of thrones the card game"
_TAG = re.compile(r"<[^>]*>")
_FILE = Path(__file__).with_name("seed_runs.bin")


def runs(text: str) -> Iterator[str]:
    """Yield every run of eight words, without case, punctuation and markup.

    The name of the game is seven words by itself and may be written.
    """
    words = fold(_TAG.sub(" ", text)).split()
    every = (" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1))
    return (run for run in every if _NAME not in run)


def digest(run: str) -> bytes:
    return blake2b(run.encode(), digest_size=BYTES).digest()


def packed(documents: Iterable[str]) -> bytes:
    return b"".join(sorted({digest(run) for text in documents for run in runs(text)}))


@cache
def known() -> frozenset[bytes]:
    """Return the digests of the publisher's runs."""
    whole = _FILE.read_bytes()
    return frozenset(whole[start : start + BYTES] for start in range(0, len(whole), BYTES))


def copied(text: str) -> list[str]:
    """Return the runs of a text that stand in the publisher's documents."""
    return [run for run in runs(text) if digest(run) in known()]
