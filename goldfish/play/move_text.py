"""What a menu calls a move."""

from __future__ import annotations

from collections.abc import Callable

from goldfish.play.game import Game
from goldfish.play.gold_actions import effect_source, effect_words
from goldfish.play.move import Move, MoveKind
from goldfish.play.phases import next_words

_WORDS = {
    MoveKind.KEEP: "Keep this hand",
    MoveKind.MULLIGAN: "Mulligan",
    MoveKind.PLACE: "Place",
    MoveKind.MARSHAL: "Marshal",
    MoveKind.AMBUSH: "Ambush",
    MoveKind.EMERGE: "Bring out of shadows",
    MoveKind.CHOOSE: "Reveal",
    MoveKind.SHADOW: "Into shadows",
    MoveKind.TAKE_BACK: "Take back",
    MoveKind.PLAY: "Play",
    MoveKind.KILL: "Kill",
    MoveKind.DISCARD: "Discard",
    MoveKind.DRAW: "Draw a card",
}

_PRICED = frozenset(
    {
        MoveKind.PLACE,
        MoveKind.MARSHAL,
        MoveKind.AMBUSH,
        MoveKind.EMERGE,
        MoveKind.SHADOW,
        MoveKind.PLAY,
    }
)


def _use_words(game: Game, move: Move) -> str:
    copy, zone = game.find(move.number)
    source = effect_source(copy, zone, move.amount)
    words = effect_words(game, source) if source else "use it"
    if move.host is not None:
        words += f" ({game.find(move.host)[0].card.name})"
    return words[0].upper() + words[1:]


def move_name(game: Game, move: Move, after: Game) -> str:
    """Return what a menu calls a legal move that leads to another game."""
    special = _SPECIAL.get(move.kind)
    if special is not None:
        return special(game, move)
    words = _WORDS[move.kind]
    if move.host is not None:
        words += f" on {game.find(move.host)[0].card.name}"
    return f"{words} for {game.gold - after.gold} gold" if move.kind in _PRICED else words


def _gold_words(_: Game, move: Move) -> str:
    return f"Gain {move.amount} gold" if move.amount > 0 else f"Lose {-move.amount} gold"


def _turn_words(game: Game, move: Move) -> str:
    lying = game.in_play_with(move.number)
    return "Stand" if lying and lying.knelt else "Kneel"


def _discard_words(game: Game, move: Move) -> str:
    lying = game.in_play_with(move.number)
    below = lying is not None and lying.number != move.number
    return "Discard this duplicate" if below else "Discard"


_SPECIAL: dict[MoveKind, Callable[[Game, Move], str]] = {
    MoveKind.NEXT: lambda game, _: next_words(game),
    MoveKind.DUPLICATE: lambda *_: "Add as a duplicate, free",
    MoveKind.USE: _use_words,
    MoveKind.BESTOW: lambda _, move: f"Bestow {move.amount} gold",
    MoveKind.GOLD: _gold_words,
    MoveKind.TURN: _turn_words,
    MoveKind.DISCARD: _discard_words,
}
