"""What the rounds of a deck leave out, in sentences: for the screen and for docs/goldfish.md."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach
from carddb.terms import CardType, Edition, Printed
from decks.deck import Deck
from goldfish.rounds.choice_effects import CHOICE_EFFECTS
from goldfish.rounds.effects import ACTIONS, lies_in_wait
from goldfish.rounds.granted_traits import useless_gifts
from goldfish.rounds.irregular_cards import (
    AT_THE_END,
    MORE_REVEALED,
    MORE_USED,
    PLAYED,
    ROCKS,
    SHADOW_BY_USED,
    TRADE_ROUTES,
)
from goldfish.rounds.prices import INTO_PLAY

ALWAYS = (
    (
        "There is no opponent: initiative and dominance are won, no challenge is made or lost, "
        "nothing leaves play but what is sacrificed for gold, and effects that ask about other "
        "players do not happen."
    ),
    (
        "Of card texts only what is known of gold, costs, draws, reserve, hosts and shadows "
        "counts; no other ability is used, and events are played for gold alone."
    ),
)

FIRST = (
    "First edition: of gold effects only printed bonuses to income and gold penalties are known; "
    "influence, ambush, and reductions printed on single cards, are not used."
)

USELESS_GIFT = (
    "the traits, factions or loyalty that it gives to other cards count nowhere here, though cards "
    "of this deck ask for them."
)


def approximations(deck: Deck) -> tuple[str, ...]:
    """Return what is left out for a deck: what holds for all, then card by card."""
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
    """Yield what is left out of one card."""
    if any(_is_unplayed(effect, card) for effect in card.gold_effects):
        yield "its text does more to gold than is played here."
    if any(_lowers_events(effect) for effect in card.gold_effects):
        yield "it makes events cheaper, and events are played only to gain gold."
    for effect in card.gold_effects:
        if effect.most is not None and card.code not in {**MORE_REVEALED, **MORE_USED}:
            yield f"it counts as {effect.amount} gold; other players might make it {effect.most}."
        if effect.discards is not None:
            yield _thrown(effect)
    yield from _BY_CODE.get(card.code, ())
    letter = isinstance(card.shadow_cost, Printed) and card.code not in SHADOW_BY_USED
    if card.type in INTO_PLAY and letter:
        yield "its cost out of shadows stands in its text; it stays in hand or in shadows."
    if card.code in TRADE_ROUTES:
        yield "only your own locations are counted."
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
        unplayed = reduces and effect.moment in ACTIONS and not lies_in_wait(card, effect)
        return unplayed or effect.moment in _LATER
    return effect.moment is Moment.DOMINANCE_ACTION


def _thrown(effect: GoldEffect) -> str:
    """Return the sentence on an effect that discards from hand: events are, characters are not."""
    kinds = effect.discards.types if effect.discards else ()
    if kinds and CardType.EVENT not in kinds:
        return "it asks for a card from hand other than an event, and is not used."
    return "events that are of no use here are discarded for it, in the marshaling phase."


_BY_CODE = {
    **dict.fromkeys(CHOICE_EFFECTS, ("of what it offers or does, the gold alone is taken.",)),
    **dict.fromkeys(AT_THE_END, ("of what it offers, the gold is taken.",)),
    **dict.fromkeys(ROCKS, ("it puts gold on the first three Lannister cards in play.",)),
    "06015": ("no gold is bestowed on him, so he adds nothing to the used pile.",),
    "25012": ("one used plot fewer counts for all used plots, and for none that have a trait.",),
    "08070": ("no challenge is won, so no gold comes to it.",),
    **dict.fromkeys(("26065", "15016"), ("it stays in play though there be no gold.",)),
    **dict.fromkeys(("06033", "00262"), ("it stays in play without gold on it.",)),
    **dict.fromkeys(("26060", "00338"), ("it limits no number of cards here.",)),
    **dict.fromkeys(("08080", "17159"), ("it shuts out no ability here.",)),
    "07052": ("characters stand all the same.",),
    "13090": ("it is played where setup put it into shadows, and never put there from hand.",),
    **dict.fromkeys(
        ("ator_48", "kl_41"), ("a reduction of its gold penalty in its text is not applied.",)
    ),
    "pots_59": ("gold penalties that its text waives are paid.",),
}

_LATER = frozenset({Moment.REACTION, Moment.INTERRUPT})


def _lowers_events(effect: GoldEffect) -> bool:
    of_events = effect.applies is not None and effect.applies.types == (CardType.EVENT,)
    return effect.kind is GoldKind.REDUCE and (of_events or effect.prices == (Price.PLAY,))
