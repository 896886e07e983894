"""Traits and factions that cards give to others, and which counts of a deck would change by them.

None of them is given here: only printed ones count, and what is left out is listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.pattern import CardPattern
from carddb.terms import Faction
from decks.deck import Deck
from goldfish.rounds.choice_effects import gold_effects_of
from goldfish.rounds.irregular_cards import CARPENTER, MORE_REVEALED, RETURNING, USED_RESERVES

ANY = "any"

# Traits that a card gives to cards of one's own (ANY: those of one's choice), or the faction; The
# Wall takes all others. Events are not among them: none is played for this.
GIVEN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("02034", "17134", "04030", "04034", "04044", "04052"), ("King",)),
    **dict.fromkeys(("04062", "04079", "08108"), ("King",)),
    **dict.fromkeys(("23002", "23006", "24027", "25056", "26012", "26058"), ("Commander",)),
    **dict.fromkeys(("09020", "26034"), ("Queen",)),
    **dict.fromkeys(("02058", "26013"), ("Knight",)),
    **dict.fromkeys(("08062", "13102", "22018"), ("Old Gods",)),
    **dict.fromkeys(("08064", "08119"), ("The Seven",)),
    **dict.fromkeys(("20023", "00209"), ("Steward",)),
    **dict.fromkeys(("26064", "00147"), ("Raider",)),
    **dict.fromkeys(("00357", "00363", "00368", "00381", "09040", "20052"), (ANY,)),
    "11026": tuple(Faction),
    "18010": (Faction.NIGHTS_WATCH,),
    "07022": (Faction.NIGHTS_WATCH, "Ranger", "Steward", "Builder"),
    "22015": ("Builder",),
    "20022": ("Ranger",),
    "20013": ("House Clegane",),
    "12022": ("Captain",),
    "13114": ("Mercenary",),
    "05043": ("Small Council",),
    "00030": ("Small Council",),
    "26052": ("House Bolton",),
    "13098": ("Kingsguard",),
    "04068": ("R'hllor",),
    "02112": ("Drowned God",),
    "11001": ("Bear", "Cat", "Eagle", "Wolf"),
    "21022": ("Commander",),
    "21028": ("Lord",),
    "03010": ("Summer", "Winter"),
}

# Makes others loyal (Lysa Arryn).
LOYAL = frozenset({"26057"})


def useless_gifts(deck: Deck) -> Iterator[Card]:
    """Yield the cards of a deck that give what another card of it needs."""
    every = (*deck.agendas, *(card for card, _ in deck.slots))
    patterns = [pattern for card in every for pattern in _wanted(card)]
    wanted = {word for pattern in patterns for word in _words(pattern)}
    wanted.update(word for card in every for word in _wanted_by_code(card))
    wanted.update([ANY] if wanted else [])
    for card in every:
        loyal = card.code in LOYAL and any(pattern.loyal is not None for pattern in patterns)
        if loyal or not wanted.isdisjoint(GIVEN.get(card.code, ())):
            yield card


def _wanted(card: Card) -> Iterator[CardPattern]:
    """Yield what a card needs in play: to count cards, kneel them, or be attached to one."""
    for effect in gold_effects_of(card):
        found = (effect.per, effect.while_controls, effect.kneels, effect.trigger_by)
        yield from (pattern for pattern in found if pattern)
    yield from (option.pattern for option in (card.host.options if card.host else ()))


def _words(pattern: CardPattern) -> Iterator[str]:
    yield from (*pattern.traits, *pattern.without_traits)
    yield from (*pattern.factions, *pattern.without_factions)


def _wanted_by_code(card: Card) -> Iterator[str]:
    """Yield the traits that plots need, and the faction, where a code stands for it."""
    conditions = [word for e in gold_effects_of(card) for word in (e.while_plot, e.unless_plot)]
    trait, _ = USED_RESERVES.get(card.code, ("", 0))
    yield from filter(None, (*conditions, trait, RETURNING.get(card.code)))
    yield from MORE_REVEALED.get(card.code, ())
    if card.code in CARPENTER:
        yield Faction.NIGHTS_WATCH
