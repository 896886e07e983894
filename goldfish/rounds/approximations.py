"""The approximations of the rounds of a deck, in sentences for the screen and docs/goldfish.md."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction, Printed
from decks.deck import Deck
from goldfish.rounds.effects import ACTIONS, is_shadow_reducer
from goldfish.rounds.irregular_cards import (
    AT_THE_END,
    CARPENTER,
    CHOICE_EFFECTS,
    MORE_REVEALED,
    MORE_USED,
    PLAYED,
    RETURNING,
    ROCKS,
    SHADOW_BY_USED,
    TRADE_ROUTES,
    USED_RESERVES,
    gold_effects_of,
)
from goldfish.setup_rules import FACE_UP

ANY = "any"

# Traits that a card gives to cards of one's own (ANY: those of one's choice), or the faction; The
# Wall takes all others. Events are not among them: none is played for this.
GIVEN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("02034", "17134", "04030", "04034", "04044", "04052"), ("King",)),
    **dict.fromkeys(("04062", "04079", "08108"), ("King",)),
    **dict.fromkeys(
        ("23002", "23006", "24027", "25056", "26012", "26058", "21022"), ("Commander",)
    ),
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
    **dict.fromkeys(("05043", "00030"), ("Small Council",)),
    "26052": ("House Bolton",),
    "13098": ("Kingsguard",),
    "04068": ("R'hllor",),
    "02112": ("Drowned God",),
    "11001": ("Bear", "Cat", "Eagle", "Wolf"),
    "21028": ("Lord",),
    "03010": ("Summer", "Winter"),
}

LOYAL = frozenset({"26057"})  # makes others loyal (Lysa Arryn)


def useless_gifts(deck: Deck) -> Iterator[Card]:
    """Yield the cards of a deck that grant something that another card of it needs."""
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
    """Yield patterns of cards that a card counts, kneels, or is attached to."""
    for effect in gold_effects_of(card):
        found = (effect.per, effect.while_controls, effect.kneels, effect.trigger_by)
        yield from (pattern for pattern in found if pattern)
    yield from (option.pattern for option in (card.host.options if card.host else ()))


def _words(pattern: CardPattern) -> Iterator[str]:
    yield from (*pattern.traits, *pattern.without_traits)
    yield from (*pattern.factions, *pattern.without_factions)


def _wanted_by_code(card: Card) -> Iterator[str]:
    """Yield traits and factions that a card needs by its own rules."""
    conditions = [word for e in gold_effects_of(card) for word in (e.while_plot, e.unless_plot)]
    trait, _ = USED_RESERVES.get(card.code, ("", 0))
    yield from filter(None, (*conditions, trait, RETURNING.get(card.code)))
    yield from MORE_REVEALED.get(card.code, ())
    if card.code in CARPENTER:
        yield Faction.NIGHTS_WATCH


ALWAYS = (
    (
        "There is no opponent. Initiative and dominance are won, no challenge is made or lost, "
        "cards leave play only as sacrifices for gold, and effects that ask about other players "
        "do not happen."
    ),
    (
        "Of card texts, only known facts about gold, costs, draws, reserve, hosts and shadows "
        "count. No other ability is used, and events are played only for gold."
    ),
)

FIRST = (
    "First edition: only printed bonuses to income and gold penalties are known. Influence, "
    "ambush, and reductions printed on single cards are not used."
)

USELESS_GIFT = (
    "the traits, factions or loyalty that it gives to other cards do not count here, although "
    "cards of this deck need them."
)


def approximations(deck: Deck) -> tuple[str, ...]:
    first = (FIRST,) if deck.edition is Edition.FIRST else ()
    every = (*deck.agendas, *(card for card, _ in deck.slots))
    sentences = [
        f"{card.name} ({card.code}): {words}"
        for card in every
        for words in card_approximations(card)
    ]
    sentences += [f"{card.name} ({card.code}): {USELESS_GIFT}" for card in useless_gifts(deck)]
    return (*ALWAYS, *first, *dict.fromkeys(sentences))


def card_approximations(card: Card) -> Iterator[str]:
    if any(_is_unplayed(effect, card) for effect in card.gold_effects):
        yield "its text has more effects on gold than are played here."
    if any(_lowers_events(effect) for effect in card.gold_effects):
        yield "it makes events cheaper, and events are played only to gain gold."
    for effect in card.gold_effects:
        if effect.most is not None and card.code not in {**MORE_REVEALED, **MORE_USED}:
            yield f"it counts as {effect.amount} gold; other players could make it {effect.most}."
        if effect.discards is not None:
            yield _thrown(effect)
    yield from _BY_CODE.get(card.code, ())
    letter = isinstance(card.shadow_cost, Printed) and card.code not in SHADOW_BY_USED
    if card.type in FACE_UP and letter:
        yield "its cost out of shadows is in its text; it stays in hand or in shadows."
    if card.code in TRADE_ROUTES:
        yield "only your own locations count."
    if card.edition is Edition.FIRST and card.keyword("ambush"):
        yield "it is not ambushed."
    if card.plot and not isinstance(card.plot.income, int):
        yield "its gold depends on another player's plot, and counts as 0."


def _is_unplayed(effect: GoldEffect, card: Card) -> bool:
    if card.code in PLAYED or card.code in CHOICE_EFFECTS:
        return False
    if effect.kind is GoldKind.IRREGULAR:
        return True
    reduces = effect.kind is GoldKind.REDUCE and effect.reach is Reach.NEXT
    if card.type is CardType.EVENT:
        unplayed = reduces and effect.moment in ACTIONS and not is_shadow_reducer(card, effect)
        return unplayed or effect.moment in _LATER
    return effect.moment is Moment.DOMINANCE_ACTION


def _thrown(effect: GoldEffect) -> str:
    kinds = effect.discards.types if effect.discards else ()
    if kinds and CardType.EVENT not in kinds:
        return "it needs to discard a card other than an event, and is not used."
    return "events without use here are discarded for it in the marshaling phase."


_BY_CODE = {
    **dict.fromkeys(CHOICE_EFFECTS, ("of its choices or effects, only the gold is taken.",)),
    **dict.fromkeys(AT_THE_END, ("of its choices, the gold is taken.",)),
    **dict.fromkeys(ROCKS, ("it puts gold on the first three Lannister cards in play.",)),
    "06015": ("no gold is bestowed on him, so he adds nothing to the used pile.",),
    "25012": ("it lowers the number of all used plots, not of those with a trait.",),
    "08070": ("no challenge is won, so it gets no gold.",),
    **dict.fromkeys(("26065", "15016"), ("it stays in play even without gold.",)),
    **dict.fromkeys(("06033", "00262"), ("it stays in play without gold on it.",)),
    **dict.fromkeys(("26060", "00338"), ("its limit on cards does not apply here.",)),
    **dict.fromkeys(("08080", "17159"), ("its ban on abilities does not apply here.",)),
    "07052": ("characters stand nevertheless.",),
    "13090": ("it is played only if setup put it into shadows; it never goes there from hand.",),
    **dict.fromkeys(
        ("ator_48", "kl_41"), ("a reduction of its gold penalty in its text is not applied.",)
    ),
    "pots_59": ("gold penalties that its text waives are paid.",),
}

_LATER = frozenset({Moment.REACTION, Moment.INTERRUPT})


def _lowers_events(effect: GoldEffect) -> bool:
    of_events = effect.applies is not None and effect.applies.types == (CardType.EVENT,)
    return effect.kind is GoldKind.REDUCE and (of_events or effect.prices == (Price.PLAY,))
