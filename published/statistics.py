"""What is played: shares of cards, factions and agendas over a selection of decklists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import lru_cache
from math import ceil, sqrt

import numpy as np

from carddb.card import Card
from carddb.search.query_context import PlayedShares
from carddb.terms import Edition, Faction
from decks.deck import Deck
from published.corpus import Corpus, Filters, Ints, Mask, indices_of
from published.remarks import ENOUGH

# The 97.5 % point of the normal distribution.
_Z = 1.959963984540054
LEAST_TOGETHER = 5
# Recent decklists are those since the beginning of the year this many years ago.
_YEARS = 2
# A title and its copies as one number, for counting; printings of a title are added up.
_PAIR = 1 << 20


class Span(StrEnum):
    """The length of the periods that decklists are counted by."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"

    def period(self, day: str) -> str:
        """Return the period of a day written year-month-day: 2018-07, 2018-Q3 or 2018."""
        if self is Span.YEAR:
            return day[:4]
        if self is Span.MONTH:
            return day[:7]
        return f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}"


@dataclass(frozen=True, slots=True)
class CardFigures:
    """How often a title is played among `of` decklists.

    `code` is that of the printing most of them use. `decks` is how many have the title, `copies`
    how many of these have how many copies, `mean` their mean number of copies. `low` and `high` are
    the 95 % interval of the share by Wilson.
    """

    title: int
    code: str
    decks: int
    of: int
    copies: dict[int, int]

    @property
    def share(self) -> float:
        return self.decks / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.decks, self.of)

    @property
    def mean(self) -> float:
        copies = sum(count * decks for count, decks in self.copies.items())
        return copies / self.decks if self.decks else 0.0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A title played together with a card: in `both` decklists, `lift` times as often as usual."""

    code: str
    both: int
    share: float
    lift: float


@dataclass(frozen=True, slots=True)
class PeriodFigures:
    """The decklists of a period, by faction and by agenda."""

    period: str
    decks: int
    factions: dict[str, int]
    agendas: dict[str, int]


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % score interval of a share (E. B. Wilson, 1927); 0 to 1 without trials."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, _Z * _Z
    middle = share + square / (2 * trials)
    reach = _Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def card_figures(corpus: Corpus, mask: Mask) -> list[CardFigures]:
    """Return the figures of every title in the selected decklists, the most played first."""
    of = int(mask.sum())
    chosen = mask[corpus.titles.deck]
    titles, copies = corpus.titles.key[chosen], corpus.titles.copies[chosen]
    codes = most_used_printings(corpus, mask)
    pairs, decks = np.unique(titles * _PAIR + copies, return_counts=True)
    counted: dict[int, dict[int, int]] = {}
    for pair, count in zip(pairs.tolist(), decks.tolist(), strict=True):
        title, number = divmod(pair, _PAIR)
        counted.setdefault(title, {})[number] = count
    found = [
        CardFigures(title, codes[title], sum(each.values()), of, each)
        for title, each in counted.items()
    ]
    return sorted(found, key=lambda each: (-each.decks, each.code))


def figures_of_title(corpus: Corpus, mask: Mask, code: str) -> CardFigures:
    """Return the figures of one title; much faster than `card_figures`."""
    title = corpus.title_of(code)
    rows = np.flatnonzero(corpus.titles.key == title)
    copies = corpus.titles.copies[rows[mask[corpus.titles.deck[rows]]]].tolist()
    used = most_used_printings(corpus, mask).get(title, code)
    return CardFigures(title, used, len(copies), int(mask.sum()), dict(Counter(copies)))


def usual_decks(corpus: Corpus, deck: Deck | None, today: date) -> tuple[Mask, str]:
    """Return the decklists that a deck is compared with, and their description.

    These are recent decklists with its faction and agendas. If there are fewer than 10, they are
    those of all years, then those of its faction, then all decklists.
    """
    faction, agendas = None, tuple[Card, ...]()
    if deck is not None and deck.edition is Edition.SECOND:
        faction = deck.faction
        agendas = tuple(each for each in deck.agendas if each.code in corpus.pool)
    return _usual_decks(corpus, faction, agendas, today.year - _YEARS)


@lru_cache(maxsize=1)
def _usual_decks(
    corpus: Corpus, faction: Faction | None, agendas: tuple[Card, ...], year: int
) -> tuple[Mask, str]:
    found = [(Filters(), "published decks")]
    if faction is not None:
        of, words = Filters(faction=faction.value), f"{faction.label} decks"
        found.insert(0, (of, words))
        if agendas:
            codes = tuple(each.code for each in agendas)
            names = " and ".join(each.name for each in agendas)
            found.insert(0, (replace(of, agendas=codes), f"{words} with {names}"))
    for filters, words in found:
        for since, named in ((f"{year}-01-01", f"{words} since {year}"), ("", words)):
            mask = corpus.select(replace(filters, since=since))
            if mask.sum() >= ENOUGH:
                return mask, f"{int(mask.sum()):,} {named}"
    return mask, f"{int(mask.sum()):,} {words}"


def played_shares(corpus: Corpus, deck: Deck | None, today: date) -> PlayedShares:
    """Return the share of the usual decks that play each card, by title."""
    mask, words = usual_decks(corpus, deck, today)
    shares = _decks_with(corpus, mask, len(corpus.title_cards)) / max(1, int(mask.sum()))
    titles = zip(corpus.pool.cards, corpus.title_of_card.tolist(), strict=True)
    return PlayedShares(
        {card.code: float(shares[title]) for card, title in titles if title >= 0}, words
    )


def most_used_printings(corpus: Corpus, mask: Mask) -> dict[int, str]:
    """Return the code of the printing of each title that most decklists use, ties to the lowest."""
    chosen = mask[corpus.printings.deck]
    uses = np.bincount(corpus.printings.key[chosen], minlength=len(corpus.pool.cards))
    best: dict[int, int] = {}
    # The cards of a pool are in order of their codes.
    for card in np.flatnonzero(uses).tolist():
        title = int(corpus.title_of_card[card])
        if title not in best or uses[card] > uses[best[title]]:
            best[title] = card
    return {title: corpus.pool.cards[card].code for title, card in best.items()}


def played_together(corpus: Corpus, mask: Mask, title: int) -> list[Pairing]:
    """Return the titles that decklists with a title hold, the highest lift first.

    Titles in fewer than 5 of these decklists, or in less than 1 % of them, are left out.
    """
    of = int(mask.sum())
    having = mask & corpus.holds(title)
    with_this = int(having.sum())
    count = len(corpus.title_cards)
    if not with_this:
        return []
    both = _decks_with(corpus, having, count)
    others = _decks_with(corpus, mask, count)
    least = max(LEAST_TOGETHER, ceil(with_this / 100))
    codes = most_used_printings(corpus, mask)
    found = [
        Pairing(
            codes[other],
            int(both[other]),
            int(both[other]) / with_this,
            int(both[other]) * of / (with_this * int(others[other])),
        )
        for other in np.flatnonzero(both >= least).tolist()
        if other != title
    ]
    return sorted(found, key=lambda each: (-each.lift, -each.both, each.code))


def _decks_with(corpus: Corpus, mask: Mask, titles: int) -> Ints:
    return np.bincount(corpus.titles.key[mask[corpus.titles.deck]], minlength=titles)


def changes_of_share(corpus: Corpus, now: Mask, before: Mask) -> list[float]:
    """Return for each title how much its share grew from some decklists to others."""
    count = len(corpus.title_cards)
    shares = [_decks_with(corpus, mask, count) / max(1, int(mask.sum())) for mask in (now, before)]
    changes: list[float] = (shares[0] - shares[1]).tolist()
    return changes


def factions_and_agendas(
    corpus: Corpus, indices: Iterable[int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return how many of some decklists have each faction and each agenda, the most first."""
    chosen = list(indices)
    factions = Counter(corpus.decks[index][3] for index in chosen)
    agendas = Counter(code for index in chosen for code in corpus.agendas[index])
    return _ranked(factions), _ranked(agendas)


def by_period(corpus: Corpus, mask: Mask, span: Span) -> list[PeriodFigures]:
    """Return the selected decklists of each period that has any, in order of time."""
    groups: dict[str, list[int]] = {}
    for index in indices_of(mask):
        groups.setdefault(span.period(str(corpus.days[index])), []).append(index)
    return [
        PeriodFigures(period, len(indices), *factions_and_agendas(corpus, indices))
        for period, indices in sorted(groups.items())
    ]


def _ranked(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
