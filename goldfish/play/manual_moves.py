"""What card texts and opponents do, done by hand: this program knows the rules, not the texts.

A card is discarded, killed, knelt or stood, a card drawn, a gold gained or lost, in any phase of a
round. What a leaving card bore follows the rules of its edition.
"""

from __future__ import annotations

from dataclasses import replace

from carddb.errors import AppError
from carddb.terms import CardType
from goldfish.play.game import CopyInPlay, Game, Zone, leaves_play, without_copy


def discard(game: Game, number: int) -> Game:
    """Return the game with a card from hand, play or shadows on the discard pile."""
    _check_round(game)
    copy, zone = game.find(number)
    if zone is Zone.PLAY:
        lying = _lying(game, number)
        if lying.number != number:
            saved = replace(lying, duplicates=without_copy(lying.duplicates, number))
            left = replace(game.with_in_play(saved), discard=(*game.discard, copy))
            return left.logged(f"Discarded a duplicate of {copy.card.name}.")
        return leaves_play(game, lying, Zone.DISCARD).logged(
            f"Discarded {copy.card.name} from play."
        )
    if zone not in {Zone.HAND, Zone.SHADOWS}:
        raise AppError(f"{copy.card.name} is not in hand, in play or in shadows.")
    left = replace(
        game,
        hand=without_copy(game.hand, number),
        shadows=without_copy(game.shadows, number),
        discard=(*game.discard, copy),
    )
    return left.logged(f"Discarded {copy.card.name} from {zone.value}.")


def kill(game: Game, number: int) -> Game:
    """Return the game with a character in play on the dead pile."""
    _check_round(game)
    lying = _lying(game, number)
    if lying.card.type is not CardType.CHARACTER:
        raise AppError(f"Only characters can be killed, and {lying.card.name} is not one.")
    return leaves_play(game, lying, Zone.DEAD).logged(f"{lying.card.name} was killed.")


def turn(game: Game, number: int) -> Game:
    """Return the game with a standing card knelt, or a kneeling one standing."""
    _check_round(game)
    lying = _lying(game, number)
    words = f"{'Stood' if lying.knelt else 'Knelt'} {lying.card.name}."
    return game.with_in_play(replace(lying, knelt=not lying.knelt)).logged(words)


def draw_one(game: Game) -> Game:
    """Return the game with the top card of the draw deck in hand."""
    _check_round(game)
    if not game.pile:
        raise AppError("The draw deck is empty.")
    drawn = game.pile[0]
    taken = replace(game, hand=(*game.hand, drawn), pile=game.pile[1:])
    return taken.logged(f"Drew {drawn.card.name} by an effect.")


def change_gold(game: Game, amount: int) -> Game:
    """Return the game with so much gold more in the pool, or less."""
    _check_round(game)
    if game.gold + amount < 0:
        raise AppError("There is no gold to lose.")
    words = f"Gained {amount} gold" if amount > 0 else f"Lost {-amount} gold"
    return replace(game, gold=game.gold + amount).logged(f"{words} by an effect.")


def _check_round(game: Game) -> None:
    if not game.phase.in_round:
        raise AppError("Effects wait until setup is over.")


def _lying(game: Game, number: int) -> CopyInPlay:
    lying = game.in_play_with(number)
    if lying is None:
        raise AppError(f"{game.find(number)[0].card.name} is not in play.")
    return lying
