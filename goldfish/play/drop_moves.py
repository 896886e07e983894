"""Which move a card is dragged for, by where it is dropped."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.errors import AppError
from carddb.terms import CardType
from goldfish.play.game import Game, PlayPhase, Zone
from goldfish.play.move import Move, MoveKind
from goldfish.play.moves import do


def dropped(game: Game, number: int, zone: Zone, onto: int | None = None) -> Game:
    """Return the game with a copy dragged to a zone, or onto a card there.

    The first legal of the ways that this may be meant counts; AppError, where there is none, names
    why the first is not. In setup a placed card may be dragged elsewhere, as one step.
    """
    start, refused = game.zone_of(number), None
    if start is zone and (zone is not Zone.PLAY or onto is None):
        raise AppError("The card lies there already.")
    for moves in _meanings(game, number, start, zone, onto):
        try:
            now = game
            for move in moves:
                now = do(now, move)
        except AppError as error:
            refused = refused or error
            continue
        return now
    raise refused or AppError(f"No card goes from {start.value} to {zone.value}.")


def _meanings(
    game: Game, number: int, start: Zone, zone: Zone, onto: int | None
) -> Iterator[tuple[Move, ...]]:
    """Yield the ways that dragging a card somewhere may be meant, the likeliest first."""
    setup = game.phase in {PlayPhase.HAND, PlayPhase.SETUP}
    card = game.find(number)[0].card
    host = _bearer(game, onto) if card.type is CardType.ATTACHMENT else None
    if setup and start in {Zone.PLAY, Zone.SHADOWS} and zone in {Zone.PLAY, Zone.SHADOWS}:
        back = Move(MoveKind.TAKE_BACK, number)
        again = MoveKind.PLACE if zone is Zone.PLAY else MoveKind.SHADOW
        yield back, Move(again, number, host)
    elif start is Zone.HAND and zone is Zone.PLAY:
        out = MoveKind.PLACE if setup else MoveKind.MARSHAL
        out = MoveKind.AMBUSH if game.phase is PlayPhase.CHALLENGES else out
        yield (Move(out, number, host),)
        yield (Move(MoveKind.DUPLICATE, number),)
    elif start is Zone.SHADOWS and zone is Zone.PLAY:
        yield (Move(MoveKind.EMERGE, number, host),)
    elif start is Zone.HAND and zone is Zone.SHADOWS:
        yield (Move(MoveKind.SHADOW, number),)
    elif zone is Zone.HAND and setup:
        yield (Move(MoveKind.TAKE_BACK, number),)
    elif zone is Zone.REVEALED:
        yield (Move(MoveKind.CHOOSE, number),)
    elif zone is Zone.DISCARD:
        yield (Move(MoveKind.DISCARD, number),)
    elif zone is Zone.DEAD:
        yield (Move(MoveKind.KILL, number),)


def _bearer(game: Game, onto: int | None) -> int | None:
    """Return the card in play that is meant: that which bears an attachment, or the card itself."""
    lying = game.in_play_with(onto) if onto is not None else None
    if lying is None:
        return None
    return lying.number if lying.host is None else lying.host
