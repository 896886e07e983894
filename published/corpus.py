"""The usable published decklists as arrays, and filters for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from carddb.card import Card
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.spelling import fold
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from published.storage import StoredDecklists
from validators.conditions import Conditions, find_format
from validators.judge import ADVICE, Judge, grouped
from validators.problem import Rule, Severity
from validators.tally import DeckTally

Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

LEAST_DRAW, LEAST_PLOTS = 60, 7
# Decklists are counted in a table of so many rows, to use little memory.
_AT_ONCE = 2048
_FACTIONS = frozenset(each.value for each in Faction if each is not Faction.NEUTRAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Filters for decklists; an empty field admits all.

    Cards are given as codes; any printing with the same title counts. Days are inclusive,
    written year-month-day. `list_code` selects those that are legal under a restricted list.
    """

    faction: str = ""
    agendas: tuple[str, ...] = ()
    including: tuple[str, ...] = ()
    excluding: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    list_code: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Slots:
    """A row for each slot of each decklist: its deck, its card or title, its copies."""

    deck: Ints
    key: Ints
    copies: Ints


def is_deck_card(card: Card) -> bool:
    """Return whether a card belongs into draw decks or plot decks."""
    return card.in_draw_deck or card.type is CardType.PLOT


class Corpus:
    """The distinct usable decklists of a pool.

    A decklist is usable when every code is known, it has a faction, at least 60 draw cards and at
    least 7 plots. Of equal decklists (faction, agendas, slots) only the earliest counts.
    `decks` are (number, name, created, faction, agendas), in order of their numbers; all other
    arrays refer to their indices. `printings` has a row for each printing in a decklist, `titles`
    one for each title, where printings of the same title are added up; agendas are in neither.
    """

    def __init__(self, pool: CardPool, stored: StoredDecklists) -> None:
        self.pool = pool
        self.stored = len(stored.rows)
        # By list: which decklists were judged, and which of these are legal.
        self._judged: dict[str, tuple[Mask, Mask]] = {}
        index = {card.code: number for number, card in enumerate(pool.cards)}
        known = np.array([index.get(code, -1) for code in stored.codes] or [-1])
        cards = known[stored.slots[:, 0]] if len(stored.slots) else np.zeros(0, np.int64)
        copies = stored.slots[:, 1].astype(np.int64)
        owner = np.repeat(np.arange(self.stored), stored.lengths)
        usable = self._usable(stored, owner, cards, copies)
        self.usable = int(usable.sum())
        chosen = _earliest(stored, usable)
        self.decks = [stored.rows[number] for number in chosen]
        renumbered = np.full(self.stored, -1)
        renumbered[chosen] = np.arange(len(chosen))
        kept = (renumbered[owner] >= 0) & (self.title_of_card[cards] >= 0)
        self.printings = Slots(renumbered[owner[kept]], cards[kept], copies[kept])
        self.titles = _added_up(self.printings, self.title_of_card)

    def _usable(self, stored: StoredDecklists, owner: Ints, cards: Ints, copies: Ints) -> Mask:
        pool = self.pool
        draw = np.array([card.in_draw_deck for card in pool.cards])
        plots = np.array([card.type is CardType.PLOT for card in pool.cards])
        count = len(stored.rows)
        unknown = np.bincount(owner, cards < 0, count) > 0
        draws = np.bincount(owner, copies * draw[cards], count)
        plot_count = np.bincount(owner, copies * plots[cards], count)
        agendas_known = {
            text: all(code in pool for code in _codes(text)) for text in {r[4] for r in stored.rows}
        }
        fits = np.fromiter(
            (row[3] in _FACTIONS and agendas_known[row[4]] for row in stored.rows), bool, count
        )
        return fits & ~unknown & (draws >= LEAST_DRAW) & (plot_count >= LEAST_PLOTS)

    def __len__(self) -> int:
        return len(self.decks)

    @cached_property
    def title_cards(self) -> list[Card]:
        """The first card of each title; a plot never shares a title with other cards."""
        first: dict[tuple[str, bool], Card] = {}
        for card in self.pool.cards:
            if is_deck_card(card):
                first.setdefault((card.name, card.in_draw_deck), card)
        return list(first.values())

    @cached_property
    def title_of_card(self) -> Ints:
        """The title of each card of the pool; -1 for cards of neither deck."""
        number = {(c.name, c.in_draw_deck): at for at, c in enumerate(self.title_cards)}
        titles = (
            number[card.name, card.in_draw_deck] if is_deck_card(card) else -1
            for card in self.pool.cards
        )
        return np.fromiter(titles, np.int64, len(self.pool.cards))

    def title_of(self, code: str) -> int:
        """Return the title of a card; AppError if it is unknown or in neither deck."""
        card = self.pool.card(code)
        title = int(self.title_of_card[self.pool.bit[code].bit_length() - 1])
        if title < 0:
            raise AppError(
                f"{card.name} is neither in draw decks nor in plot decks.",
                "Name a card of one of these decks. Agendas have their own filter.",
            )
        return title

    def title_copies(self, deck: Deck) -> Ints:
        """Return the copies of each title in a deck's draw deck and plot deck."""
        copies = np.zeros(len(self.title_cards), np.int64)
        for card, count in self.titled(deck):
            copies[self.title_of(card.code)] += count
        return copies

    def titled(self, deck: Deck) -> list[tuple[Card, int]]:
        """Return the slots of a deck with known draw deck cards and plots."""
        return [slot for slot in deck.slots if slot[0].code in self.pool and is_deck_card(slot[0])]

    @cached_property
    def factions(self) -> npt.NDArray[np.str_]:
        """The faction of each decklist."""
        return np.array([row[3] for row in self.decks], np.str_)

    @cached_property
    def days(self) -> npt.NDArray[np.str_]:
        """The day of each decklist's creation, as year-month-day."""
        return np.array([row[2][:10] for row in self.decks], np.str_)

    @cached_property
    def agendas(self) -> list[tuple[str, ...]]:
        """The agendas of each decklist, as codes."""
        return [_codes(row[4]) for row in self.decks]

    @cached_property
    def _folded_names(self) -> list[str]:
        return [fold(row[1]) for row in self.decks]

    def select(self, filters: Filters, judge: Judge | None = None) -> Mask:
        """Return which decklists pass the filters; without a judge, `list_code` is ignored."""
        mask = np.ones(len(self), bool)
        if filters.faction:
            mask &= self.factions == filters.faction
        if filters.since:
            mask &= self.days >= filters.since
        if filters.until:
            mask &= self.days <= filters.until
        for code in filters.agendas:
            self.pool.card(code)
            mask &= np.fromiter((code in each for each in self.agendas), bool, len(self))
        for code in filters.including:
            mask &= self.holds(self.title_of(code))
        for code in filters.excluding:
            mask &= ~self.holds(self.title_of(code))
        for word in fold(filters.words).split():
            mask &= np.fromiter((word in name for name in self._folded_names), bool, len(self))
        if filters.list_code and judge is not None:
            mask &= self.legal(filters.list_code, judge, mask)
        return mask

    def holds(self, title: int) -> Mask:
        """Return which decklists hold a title."""
        mask = np.zeros(len(self), bool)
        mask[self.titles.deck[self.titles.key == title]] = True
        return mask

    def deck(self, index: int) -> Deck:
        """Return a decklist as a deck."""
        number, name, _, faction, _ = self.decks[index]
        first, last = np.searchsorted(self.printings.deck, (index, index + 1))
        cards = self.pool.cards
        keys, copies = self.printings.key[first:last], self.printings.copies[first:last]
        return Deck(
            name=name or f"Decklist {number}",
            edition=Edition.SECOND,
            faction=Faction(faction),
            agendas=tuple(self.pool.card(code) for code in self.agendas[index]),
            slots=tuple(zip((cards[key] for key in keys.tolist()), copies.tolist(), strict=True)),
        )

    def legal(self, list_code: str, judge: Judge, chosen: Mask | list[int]) -> Mask:
        """Return which of some decklists are legal joust decks under a list on any day."""
        restricted = self.pool.lists.get(list_code)
        if restricted is None:
            raise AppError(
                f"There is no restricted list {list_code}.",
                f"The lists are: {', '.join(self.pool.lists)}.",
            )
        none, wanted = np.zeros(len(self), bool), np.zeros(len(self), bool)
        wanted[chosen] = True
        judged, legal = self._judged.get(list_code, (none, none))
        if (left := wanted & ~judged).any():
            legal = legal | _legal_decks(self, judge, restricted, left)
            self._judged[list_code] = judged | left, legal
        return legal & wanted


def indices_of(mask: Mask) -> list[int]:
    """Return the indices of the selected decklists."""
    indices: list[int] = np.flatnonzero(mask).tolist()
    return indices


def _legal_decks(corpus: Corpus, judge: Judge, restricted: RestrictedList, chosen: Mask) -> Mask:
    # The judge's own rules decide. Numpy finds banned cards and counts the others, because making
    # 20,000 decks and counting them one by one takes several times as long.
    conditions = Conditions(find_format(Edition.SECOND, "joust"), restricted, None)
    width = len(corpus.pool.cards)
    bans = judge.banned(conditions).to_bytes(width // 8 + 1, "little")
    is_banned = np.unpackbits(np.frombuffer(bans, np.uint8), bitorder="little")
    slots = corpus.printings
    allowed = chosen & (np.bincount(slots.deck, is_banned[slots.key], len(corpus)) == 0)
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
    places, kept = np.flatnonzero(chosen).tolist(), chosen[slots.deck]
    row, key, copies = np.cumsum(chosen)[slots.deck[kept]] - 1, slots.key[kept], slots.copies[kept]
    for first in range(0, len(places), _AT_ONCE):
        part = slice(*np.searchsorted(row, (first, first + _AT_ONCE)))
        table = np.zeros((_AT_ONCE, len(pool.cards)), np.uint8)
        table[row[part] - first, key[part]] = copies[part]
        planes = [np.packbits(table & bit, axis=1, bitorder="little") for bit in (1, 2)]
        for at, index in enumerate(places[first : first + _AT_ONCE]):
            if unusual[index]:
                yield index, DeckTally(corpus.deck(index), pool)
            else:
                ones, twos = (int.from_bytes(plane[at], "little") for plane in planes)
                deck, agendas = partial(corpus.deck, index), outside[corpus.agendas[index]]
                yield index, DeckTally.of_counts(pool, deck, ones, twos, agendas)


def _codes(joined: str) -> tuple[str, ...]:
    return tuple(joined.split(",")) if joined else ()


def _earliest(stored: StoredDecklists, usable: Mask) -> list[int]:
    """Return the indices of the earliest of each group of equal decklists."""
    ends = np.cumsum(stored.lengths).tolist()
    rows = stored.rows
    first: dict[tuple[str, str, bytes], int] = {}
    for index in sorted(np.flatnonzero(usable).tolist(), key=lambda at: (rows[at][2], rows[at][0])):
        start = ends[index - 1] if index else 0
        slots = stored.slots[start : ends[index]].tobytes()
        first.setdefault((rows[index][3], rows[index][4], slots), index)
    return sorted(first.values())


def _added_up(printings: Slots, title_of_card: Ints) -> Slots:
    titles = len(title_of_card) + 1
    keys = printings.deck * titles + title_of_card[printings.key]
    unique, position = np.unique(keys, return_inverse=True)
    copies = np.bincount(position, printings.copies, len(unique)).astype(np.int64)
    return Slots(unique // titles, unique % titles, copies)
