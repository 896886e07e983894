"""Whether a card may be brought out now, and if not, why, as a sentence."""

from __future__ import annotations

from carddb.card import Card
from carddb.gold import Price
from carddb.terms import CardType, Edition
from goldfish.attachments import bears_one, exclude_each_other, is_host, may_bear
from goldfish.rounds.game_state import CardInPlay, GameState, RoundPhase
from goldfish.rounds.irregular_cards import MORE_LIMITED, NO_LIMITED
from goldfish.rounds.prices import current_cost, is_forbidden, spendable

WORDS = {
    Price.MARSHAL: "marshaled",
    Price.AMBUSH: "ambushed",
    Price.PLAY: "played",
    Price.INTO_SHADOWS: "put into shadows",
    Price.OUT_OF_SHADOWS: "brought out of shadows",
}

IN_MARSHALING = frozenset({Price.MARSHAL, Price.INTO_SHADOWS})


def limited_allowed(state: GameState) -> int:
    """Return how many Limited cards may be brought out this round in all (RR, Limited).

    One; one more for each effect that says so; none where that is forbidden. A card that was set
    up does not count, nor does a duplicate, which has no keywords (FAQ 4.1).
    """
    codes = [card.code for card in (*state.cards_in_play, *([state.plot] if state.plot else []))]
    if any(code in NO_LIMITED for code in codes):
        return 0
    return 1 + sum(code in MORE_LIMITED for code in codes)


def hosts(state: GameState, card: Card) -> tuple[CardInPlay, ...]:
    """Return the cards in play that an attachment may be attached to now, as they entered.

    By printed facts: its restriction, their "no attachments", and what they bear already.
    """
    return tuple(each for each in state.in_play if _may_take(state, each, card))


def _may_take(state: GameState, host: CardInPlay, card: Card) -> bool:
    if not is_host(host.card) or not may_bear(host.card, card):
        return False
    borne = [each.card for each in state.in_play if each.bearer == host.number]
    if borne and bears_one(host.card):
        return False
    return not any(exclude_each_other(each, card) for each in borne)


def why_not(state: GameState, card: Card, price: Price) -> str:
    """Return why a card cannot be brought out in some way now, as a sentence; empty if it can.

    Where its title is in play it would be a duplicate: free from hand, which is no bringing out.
    """
    return (
        _wrong_place(state, card, price)
        or _wrong_time(state, card, price)
        or _shut_out(state, card, price)
        or _too_dear(state, card, price)
    )


def why_no_duplicate(state: GameState, card: Card) -> str:
    """Return why a card of the hand cannot be a free duplicate now, as a sentence; empty if so."""
    if card not in state.hand:
        return f"{card.name} is not in hand."
    if state.phase is not RoundPhase.MARSHALING:
        return "Duplicates are marshaled in the marshaling phase."
    if state.copy_in_play(card) is None:
        return f"No copy of {card.name} is in play."
    if is_forbidden(state, card):
        return f"{card.name} cannot be marshaled while this plot is revealed."
    if state.edition is Edition.FIRST and card.keyword("shadow"):
        return f"{card.name} comes into play out of Shadows only."
    return ""


def _wrong_place(state: GameState, card: Card, price: Price) -> str:
    place, name = (state.hand, "in hand")
    if price is Price.OUT_OF_SHADOWS:
        place, name = (state.shadows, "in shadows")
    return "" if card in place else f"{card.name} is not {name}."


def _wrong_time(state: GameState, card: Card, price: Price) -> str:
    if price in IN_MARSHALING and state.phase is not RoundPhase.MARSHALING:
        return f"Cards are {WORDS[price]} in the marshaling phase."
    if price is Price.AMBUSH and state.phase is not RoundPhase.CHALLENGES:
        return "Cards are ambushed in the challenges phase."
    once = state.edition is Edition.FIRST and price is Price.OUT_OF_SHADOWS
    if once and state.came_out:
        return "One card comes out of Shadows at the beginning of each phase."
    return ""


def _shut_out(state: GameState, card: Card, price: Price) -> str:
    """Return what prevents the card but gold, or nothing."""
    if current_cost(state, card, price) is None:
        return f"{card.name} cannot be {WORDS[price]}."
    if price is Price.INTO_SHADOWS:
        return ""
    doubles = state.copy_in_play(card) is not None
    if doubles:
        shut = price in {Price.MARSHAL, Price.AMBUSH}
        return f"{card.name} is in play: this copy is a duplicate, and free." if shut else ""
    if _counts_as_limited(card, price) and state.limited >= limited_allowed(state):
        return "No more Limited cards may be brought out this round."
    if card.type is CardType.ATTACHMENT and not hosts(state, card):
        return f"No card in play may bear {card.name}."
    return ""


def _counts_as_limited(card: Card, price: Price) -> bool:
    """Return whether a card uses up the round's Limited one: marshaled, or an event however played.

    What is put into play, by ambush or out of shadows, does not (RR, Limited).
    """
    counts = price in {Price.MARSHAL, Price.PLAY} or card.type is CardType.EVENT
    return counts and card.keyword("limited") is not None


def _too_dear(state: GameState, card: Card, price: Price) -> str:
    charge = current_cost(state, card, price)
    there = spendable(state, card)
    if charge is not None and charge.total > there:
        return f"{card.name} costs {charge.total} gold, and there is {there}."
    return ""
