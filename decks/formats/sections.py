"""The parts that written deck lists have in common: names with packs, sections, piles."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from carddb.card import Card
from carddb.local_names import name_key, name_order
from carddb.names import FoundCard, NameIndex, Unknown
from carddb.pack import Pack
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import FACTIONS, CardType, Edition, Faction
from decks.deck import Deck, Slots
from decks.deck_section import plot_deck
from decks.formats.local_words import faction_words

_NO_CYCLE = 10_000
_OTHER_TYPES = ((CardType.TITLE, "Titles"), (CardType.HOUSE, "Houses"))


def number_in_pack(card: Card, pool: CardPool) -> str:
    """Return " #45" where the card's pack holds several of its title, else nothing."""
    alike = [each for each in pool.by_title.get(card.name, ()) if each.pack == card.pack]
    return f" #{card.position}" if len(alike) > 1 else ""


def with_pack(card: Card, pool: CardPool) -> str:
    """Return a card's name with the code of its pack: "Arya Stark (Core)"."""
    return f"{card.name} ({card.pack}{number_in_pack(card, pool)})"


def with_pack_name(card: Card, pool: CardPool) -> str:
    """Return a card's name with the name of its pack: "Arya Stark (Core Set)"."""
    return f"{card.name} ({pack_name(card, pool)}{number_in_pack(card, pool)})"


def pack_name(card: Card, pool: CardPool) -> str:
    pack = pool.packs.get(card.pack)
    return pack.name if pack else card.pack


def printed_often(card: Card, pool: CardPool) -> bool:
    return len(pool.by_title.get(card.name, ())) > 1


def slots_of_type(slots: Iterable[tuple[Card, int]], card_type: CardType) -> Slots:
    """Return the slots of a type, by name as ThronesDB sorts them."""
    chosen = (slot for slot in slots if slot[0].type is card_type)
    return tuple(sorted(chosen, key=lambda slot: (name_order(slot[0].name), slot[0].code)))


def total_copies(slots: Slots) -> int:
    return sum(count for _, count in slots)


def deck_slots(deck: Deck) -> Slots:
    """Return the slots of plots and draw deck, without the titles that a deck may hold."""
    return tuple(slot for slot in deck.slots if slot[0].type not in dict(_OTHER_TYPES))


def other_sections(deck: Deck) -> Iterator[tuple[str, Slots]]:
    """Yield what a deck holds besides its five sections: titles, then its side piles."""
    for card_type, heading in _OTHER_TYPES:
        slots = slots_of_type(deck.slots, card_type)
        if slots:
            yield heading, slots
    if deck.rookery:
        yield "Rookery", deck.rookery
    if deck.drafted:
        yield "Drafted", deck.drafted
    for number, slots in enumerate(deck.plot_decks, 1):
        yield f"Civil War {plot_deck(number)}", slots


def pack_range(deck: Deck, pool: CardPool, *, counted: bool = False) -> str:
    """Return "Packs: From Core Set to …"; `counted` adds how many of each pack are needed."""
    needed = _packs_needed([*deck.slots, *((agenda, 1) for agenda in deck.agendas)])
    packs = sorted((pool.packs[c] for c in needed if c in pool.packs), key=lambda p: _age(p, pool))
    if not packs:
        return ""
    ends = [packs[0], *packs[1:][-1:]]
    names = (
        f"{pack.name} ({needed[pack.code]})" if counted and needed[pack.code] > 1 else pack.name
        for pack in ends
    )
    return f"Packs: From {' to '.join(names)}"


def _packs_needed(slots: Iterable[tuple[Card, int]]) -> dict[str, int]:
    needed: dict[str, int] = defaultdict(int)
    for card, count in slots:
        packs = -(-count // max(card.quantity, 1))
        needed[card.pack] = max(needed[card.pack], packs)
    return needed


def _age(pack: Pack, pool: CardPool) -> tuple[int, int, str]:
    cycle = pool.cycles.get(pack.cycle)
    return cycle.position if cycle else _NO_CYCLE, pack.position, pack.code


def by_cycle(slots: Slots, pool: CardPool) -> Iterator[tuple[str, Sequence[tuple[Card, int]]]]:
    """Yield the cycles of some slots by name, each with its slots in order of their packs."""
    cycles: dict[str, list[tuple[Card, int]]] = defaultdict(list)
    for slot in sorted(slots, key=lambda slot: (_card_age(slot[0], pool), slot[0].code)):
        pack = pool.packs.get(slot[0].pack)
        cycle = pool.cycles.get(pack.cycle) if pack else None
        cycles[cycle.name if cycle else pack_name(slot[0], pool)].append(slot)
    yield from cycles.items()


def _card_age(card: Card, pool: CardPool) -> tuple[int, int, str]:
    pack = pool.packs.get(card.pack)
    return _age(pack, pool) if pack else (_NO_CYCLE, 0, card.pack)


_REMEMBERED = 8192
_BRACKET = re.compile(r"\s*\([^()]*\)$")


def faction_of(text: str, edition: Edition | None = None) -> Faction | None:
    """Return the faction that a whole line names, with or without "House" and a pack, or None."""
    return _short_faction(text, edition) if len(text) <= 60 else None


@lru_cache(_REMEMBERED)
def _short_faction(text: str, edition: Edition | None) -> Faction | None:
    folded = fold(_BRACKET.sub("", text))
    faction = FACTION_NAMES.get(folded) or faction_words().get(name_key(folded))
    if faction is None or edition is None or faction in FACTIONS[edition]:
        return faction
    return None


FACTION_NAMES = {
    fold(name): each
    for each in Faction
    for name in (each.value, each.label, each.card_name, f"House {each.label}")
}


_DASHES = "\u2010-\u2015\u2212"
_PARTS = re.compile(rf"\s+[-+&]\s+|\s*[{_DASHES}/|\u00b7\u2022]\s*|\s*[:,;]\s+")
_IN_BRACKETS = re.compile(r"([^()]*[^()\s])\s*\(([^()]*)\)")
_LONGEST = 200
_LONGEST_TITLE = 60
_MOST_AGENDAS = 4


def faction_and_agendas(
    text: str, index: NameIndex, edition: Edition
) -> tuple[Faction, tuple[str, ...]] | None:
    """Return the faction and the agendas of a line that holds nothing else, or None."""
    if len(text) > _LONGEST or not text[:1].isalpha():
        return None
    parts = _PARTS.split(text, maxsplit=1)
    if len(parts) < 2:
        bracket = _IN_BRACKETS.fullmatch(text)
        parts = [bracket[1], bracket[2]] if bracket else []
    faction = faction_of(parts[0], edition) if parts else None
    if faction is None:
        return None
    rest = parts[1]
    for agendas in ([rest], _PARTS.split(rest, maxsplit=_MOST_AGENDAS)):
        if len(agendas) <= _MOST_AGENDAS and all(_is_agenda(each, index) for each in agendas):
            return None if index.knows(text) else (faction, tuple(agendas))
    return None


def _is_agenda(title: str, index: NameIndex) -> bool:
    if len(title) > _LONGEST_TITLE:
        return False
    match = index.find(title, types=(CardType.AGENDA,), guess=False)
    if isinstance(match, Unknown):
        return False
    card = match.card if isinstance(match, FoundCard) else match.proposed
    return card.type is CardType.AGENDA
