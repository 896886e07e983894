"""Cards brought out in a round: marshaled, as duplicates, into shadows and out, ambushed, played.

What is legal and what it costs, `goldfish.rounds` knows; here are the copies, the words, and what
only the game played by hand has: the dead pile, and what has been done in a phase.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from carddb.card import Card
from carddb.errors import AppError
from carddb.gold import Price
from carddb.terms import CardType, Edition
from goldfish.play.economy import absorbed, price_words, state_of
from goldfish.play.game import Copy, CopyInPlay, Game, PlayPhase, Zone, gold_of, without_copy
from goldfish.play.setup_moves import as_duplicate, bearer_of
from goldfish.rounds import moves
from goldfish.rounds.actions import act
from goldfish.rounds.choice_effects import gold_effects_of
from goldfish.rounds.effects import lies_in_wait
from goldfish.rounds.game_state import EffectSource, GameState
from goldfish.rounds.prices import current_cost, is_forbidden

Bring = Callable[[GameState, Card, int | None], GameState]


def marshal(game: Game, number: int, host: int | None = None) -> Game:
    """Return the game with a card of the hand marshaled; AppError names which rule forbids it."""
    copy = _in_hand(game, number)
    if game.phase is not PlayPhase.MARSHALING:
        raise AppError("Cards are marshaled in the marshaling phase.")
    if copy.card.type is CardType.EVENT:
        raise AppError(f"{copy.card.name} is an event, and events are not marshaled.")
    if game.edition is Edition.FIRST and copy.card.keyword("shadow"):
        raise AppError(f"{copy.card.name} goes into shadows first.", "That costs 2 gold.")
    return _brought(game, copy, Price.MARSHAL, host)


def ambush(game: Game, number: int, host: int | None = None) -> Game:
    """Return the game with a card of the hand brought out by ambush (RR, Ambush)."""
    copy = _in_hand(game, number)
    if not copy.card.keyword("ambush"):
        raise AppError(f"{copy.card.name} does not have the keyword Ambush.")
    return _brought(game, copy, Price.AMBUSH, host)


def marshal_duplicate(game: Game, number: int) -> Game:
    """Return the game with a copy of a unique title in play below it, for nothing."""
    copy = _in_hand(game, number)
    after = moves.duplicate(state_of(game), copy.card)
    return absorbed(game, after, copy).logged(f"Marshaled {copy.card.name} as a duplicate.")


def into_shadows(game: Game, number: int) -> Game:
    """Return the game with a card of the hand put into shadows."""
    copy = _in_hand(game, number)
    if not copy.card.keyword("shadow"):
        raise AppError(f"{copy.card.name} cannot lie in shadows.", "Only cards with shadow can.")
    words = price_words(game, copy.card, Price.INTO_SHADOWS)
    after = moves.into_shadows(state_of(game), copy.card)
    return absorbed(game, after, copy).logged(f"Put {copy.card.name} into shadows for {words}.")


def emerge(game: Game, number: int, host: int | None = None, x: int = 0) -> Game:
    """Return the game with a card out of shadows for its cost, where that is X for `x` gold.

    In the second edition in any phase; in the first one card in a phase, before all else in it. A
    copy of a title in play becomes its duplicate and is paid for; an event is played: what it does
    is done by hand, but that it makes the next card cheaper.
    """
    copy, zone = game.find(number)
    if zone is not Zone.SHADOWS:
        raise AppError(f"{copy.card.name} is not in shadows.")
    if not game.phase.in_round:
        raise AppError("Cards come out of shadows once the first round has begun.")
    charge = current_cost(state_of(game), copy.card, Price.OUT_OF_SHADOWS)
    price = charge.total if charge else _printed(game, copy.card, x)
    _check_beginning(game, copy.card, price)
    if charge is None:
        return _out_as_printed(game, copy, price, host)
    if copy.card.type is CardType.EVENT:
        return _event_out(game, copy, price)
    return _brought(game, copy, Price.OUT_OF_SHADOWS, host)


def play(game: Game, number: int) -> Game:
    """Return the game with an event of the hand played; its own text rules when it may be."""
    copy = _in_hand(game, number)
    card = copy.card
    if card.type is not CardType.EVENT:
        raise AppError(f"{card.name} is not an event.")
    if not game.phase.in_round:
        raise AppError("Events are played once setup is over.")
    if game.edition is Edition.FIRST and card.keyword("shadow"):
        raise AppError(f"{card.name} is played out of shadows only.")
    if game.edition is Edition.FIRST and card.cost is None:
        gone = replace(game, hand=without_copy(game.hand, number))
        return spent_event(gone, copy).logged(f"Played {card.name}.")
    words = price_words(game, card, Price.PLAY)
    after = moves.play(state_of(game), card)
    return absorbed(game, after, copy).logged(f"Played {card.name} for {words}.")


def bestow(game: Game, number: int, amount: int) -> Game:
    """Return the game with gold of the pool on the card that just entered play (RR, Bestow)."""
    lying = game.in_play_with(number)
    keyword = lying.card.keyword("bestow") if lying else None
    if lying is None or keyword is None or game.entered != number:
        raise AppError("Gold is bestowed on a card with bestow, right as it enters play.")
    most = keyword.value if isinstance(keyword.value, int) else 0
    if not 0 < amount <= min(most, game.gold):
        raise AppError(f"{lying.card.name} takes up to {gold_of(min(most, game.gold))}.")
    given = game.with_in_play(replace(lying, gold=lying.gold + amount))
    left = replace(given, gold=game.gold - amount, entered=None)
    return left.logged(f"Bestowed {gold_of(amount)} on {lying.card.name}.")


_WAYS: dict[Price, tuple[Bring, str]] = {
    Price.MARSHAL: (moves.marshal, "Marshaled"),
    Price.AMBUSH: (moves.ambush, "Ambushed with"),
    Price.OUT_OF_SHADOWS: (moves.out_of_shadows, "Brought out of shadows:"),
}


def _brought(game: Game, copy: Copy, way: Price, host: int | None) -> Game:
    """Return the game with a copy in play, paid for, with what reacts to it done."""
    card = copy.card
    bring, verb = _WAYS[way]
    first = game.titled(card)
    if first is None:
        _check_dead(game, card)
    words = price_words(game, card, way)
    if first is None and card.type is CardType.ATTACHMENT:
        host = bearer_of(game, card, host).number
    after = absorbed(game, bring(state_of(game, copy.number), card, host), copy)
    lying = after.in_play_with(copy.number)
    on = f" on {game.find(host)[0].card.name}" if host is not None and first is None else ""
    as_copy = " as a duplicate" if lying and lying.number != copy.number else ""
    logged = after.logged(f"{verb} {card.name}{on}{as_copy} for {words}.")
    bestowed = card.keyword("bestow") and not as_copy and logged.gold > 0
    return replace(logged, entered=copy.number if bestowed else None)


def _in_hand(game: Game, number: int) -> Copy:
    copy, zone = game.find(number)
    if zone is not Zone.HAND:
        raise AppError(f"{copy.card.name} is not in your hand.")
    return copy


def _check_dead(game: Game, card: Card) -> None:
    if card.unique and any(copy.card.name == card.name and copy.card.unique for copy in game.dead):
        raise AppError(f"{card.name} lies in the dead pile.", "No other copy may come into play.")


def _check_beginning(game: Game, card: Card, price: int) -> None:
    """Check what the first edition requires: one card, before all else, with the gold there was."""
    if game.edition is Edition.SECOND:
        return
    if not game.fresh:
        raise AppError(
            "A card comes out of shadows only at the beginning of a phase, before all else.",
            "Wait for the next phase.",
        )
    if price > game.opened:
        raise AppError(
            f"{card.name} costs {price}, and the phase began with {gold_of(game.opened)}.",
            "Cards come out before income is collected.",
        )


def _printed(game: Game, card: Card, x: int) -> int:
    """Return the printed price of what the tables of prices have no price for: events and X."""
    printed = card.shadow_cost if isinstance(card.shadow_cost, int) else x
    return printed + (0 if card.type is CardType.EVENT else game.rules.penalty(card))


def _out_as_printed(game: Game, copy: Copy, price: int, host: int | None) -> Game:
    """Return the game with a card out of shadows for a price that was found already."""
    card = copy.card
    if price > game.gold:
        raise AppError(f"{card.name} costs {price} gold, and there is {game.gold}.")
    bare = replace(game, shadows=without_copy(game.shadows, copy.number), gold=game.gold - price)
    words = f"Brought out of shadows: {card.name} for {gold_of(price)}."
    if card.type is CardType.EVENT:
        if is_forbidden(state_of(game), card):
            raise AppError(f"{card.name} cannot be played while this plot is revealed.")
        return spent_event(bare, copy).logged(words)
    first = game.titled(card)
    if first is not None:
        return as_duplicate(bare, first, copy).logged(words)
    _check_dead(game, card)
    bearer = bearer_of(game, card, host).number if card.type is CardType.ATTACHMENT else None
    lying = CopyInPlay(copy=copy, host=bearer)
    return replace(bare, in_play=(*bare.in_play, lying), came_out=True).logged(words)


def _event_out(game: Game, copy: Copy, price: int) -> Game:
    """Return the game with an event out of shadows played (A Very Large Shadow and others)."""
    card, state = copy.card, state_of(game)
    effects = gold_effects_of(card)
    reducing = [n for n, effect in enumerate(effects) if lies_in_wait(card, effect)]
    after = (
        act(state, EffectSource(card, 0, reducing[0])) if reducing else moves.play_out(state, card)
    )
    logged = absorbed(game, after, copy)
    return logged.logged(f"Brought out of shadows: {card.name} for {gold_of(price)}.")


def spent_event(game: Game, copy: Copy) -> Game:
    """Return the game with an event where it goes once played (Deathbound: the dead pile)."""
    if copy.card.keyword("deathbound"):
        return replace(game, dead=(*game.dead, copy))
    return replace(game, discard=(*game.discard, copy))
