"""The moves of a copy in groups: as its menu lists them, and as its buttons show them."""

from __future__ import annotations

from collections.abc import Iterable

from desktop.pages.hands.board.game_controller import GameController, is_by_effect
from goldfish.play.move import MoveKind
from goldfish.play.moves import LegalMove, general_moves


def move_groups(controller: GameController, number: int) -> list[tuple[str, list[LegalMove]]]:
    """Return the legal moves of a copy with headings: its own, its duplicates', by effects."""
    game, moves = controller.game, controller.moves
    if game is None:
        return []
    in_play = game.in_play_with(number)
    duplicates = in_play.duplicates if in_play else ()
    below = [each for copy in duplicates for each in moves(copy.number)]
    general = of_kinds(general_moves(game), MoveKind.DRAW, MoveKind.GOLD)
    return [
        ("", own_moves(controller, number)),
        ("Its duplicates", of_kinds(below, MoveKind.DISCARD, MoveKind.TAKE_BACK)),
        ("By an effect", effect_moves(controller, number) + general),
    ]


def own_moves(controller: GameController, number: int) -> list[LegalMove]:
    """Return the legal moves of a copy that are the game's own."""
    return [each for each in controller.moves(number) if not is_by_effect(each)]


def effect_moves(controller: GameController, number: int) -> list[LegalMove]:
    """Return the legal moves of a copy that are for effects."""
    return [each for each in controller.moves(number) if is_by_effect(each)]


def of_kinds(moves: Iterable[LegalMove], *kinds: MoveKind) -> list[LegalMove]:
    """Return the moves of these kinds."""
    return [each for each in moves if each.move.kind in kinds]
