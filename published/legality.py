"""Which published decklists are legal, judged by the thousand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from validators.advice import HouseDoubtful, PlotDoubledInVain, Redesigned, RestrictedFree
from validators.conditions import Conditions, find_format
from validators.deck_rules import AgendaUnknown, CardOwn, CardUnknown
from validators.judge import Judge, grouped
from validators.problem import Rule, Severity
from validators.tally import DeckTally

if TYPE_CHECKING:
    from published.corpus import Corpus, Mask

# Rules that never make a deck illegal.
ADVICE = (
    *(AgendaUnknown, CardOwn, CardUnknown, HouseDoubtful),
    *(PlotDoubledInVain, Redesigned, RestrictedFree),
)
# Decklists are counted in a table of so many rows, to use little memory.
_AT_ONCE = 2048


def legal_decks(corpus: Corpus, judge: Judge, restricted: RestrictedList) -> Mask:
    """Return which decklists are legal joust decks under a list on any day.

    The judge's own rules decide. Numpy finds banned cards and counts the others, because making
    20,000 decks and counting them one by one takes several times as long.
    """
    conditions = Conditions(find_format(Edition.SECOND, "joust"), restricted, None)
    width = len(corpus.pool.cards)
    bans = judge.banned(conditions).to_bytes(width // 8 + 1, "little")
    is_banned = np.unpackbits(np.frombuffer(bans, np.uint8), bitorder="little")
    slots = corpus.printings
    allowed = np.bincount(slots.deck, is_banned[slots.key], len(corpus)) == 0
    rules_of: dict[tuple[str, str], tuple[Rule, ...]] = {}
    legal = np.zeros(len(corpus), bool)
    for index, tally in _tallies(corpus, allowed):
        about = corpus.decks[index][3:]
        if about not in rules_of:
            rules = judge.rules(tally.deck, conditions)
            rules_of[about] = grouped(each for each in rules if not isinstance(each, ADVICE))
        legal[index] = not any(
            problem.severity is Severity.ERROR
            for rule in rules_of[about]
            for problem in rule.check(tally)
        )
    return legal


def _tallies(corpus: Corpus, chosen: Mask) -> Iterator[tuple[int, DeckTally]]:
    """Yield the tallies of decklists; a deck itself is made only if a rule asks for it."""
    pool, slots, count = corpus.pool, corpus.printings, len(corpus)
    several = np.bincount(slots.deck, minlength=count) - np.bincount(
        corpus.titles.deck, minlength=count
    )
    unusual = (np.bincount(slots.deck, slots.copies > 3, count) + several) > 0
    outside = {codes: pool.bits_of(codes) for codes in set(corpus.agendas)}
    for first in range(0, count, _AT_ONCE):
        begin, end = np.searchsorted(slots.deck, (first, first + _AT_ONCE))
        table = np.zeros((_AT_ONCE, len(pool.cards)), np.uint8)
        table[slots.deck[begin:end] - first, slots.key[begin:end]] = slots.copies[begin:end]
        planes = [np.packbits(table & bit, axis=1, bitorder="little") for bit in (1, 2)]
        for index in (first + np.flatnonzero(chosen[first : first + _AT_ONCE])).tolist():
            if unusual[index]:
                yield index, DeckTally(corpus.deck(index), pool)
            else:
                ones, twos = (int.from_bytes(plane[index - first], "little") for plane in planes)
                deck, agendas = partial(corpus.deck, index), outside[corpus.agendas[index]]
                yield index, DeckTally.of_counts(pool, deck, ones, twos, agendas)
