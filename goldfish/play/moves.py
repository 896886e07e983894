"""Everything that can be done in a game, as values: which moves a card has and where they lead.

A move is legal if `do` returns a game. Every legal move listed was tried with `do`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from carddb.errors import AppError
from carddb.gold import Price
from carddb.terms import CardType
from goldfish.play import card_moves, deal, gold_actions, manual_moves, phases, setup_moves
from goldfish.play.economy import state_of
from goldfish.play.game import Copy, Game, PlayPhase, Zone
from goldfish.play.move import BY_EFFECT, Move, MoveKind
from goldfish.play.move_text import move_name
from goldfish.rounds.prices import current_cost


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move in words, with its price where it has one, and the game that it leads to."""

    move: Move
    words: str
    after: Game


_APPLY: dict[MoveKind, Callable[[Game, Move], Game]] = {
    MoveKind.KEEP: lambda game, _: deal.keep(game),
    MoveKind.MULLIGAN: lambda game, _: deal.mulligan(game),
    MoveKind.NEXT: lambda game, _: phases.go_on(game),
    MoveKind.PLACE: lambda game, move: setup_moves.place(game, move.number, move.host),
    MoveKind.MARSHAL: lambda game, move: card_moves.marshal(game, move.number, move.host),
    MoveKind.AMBUSH: lambda game, move: card_moves.ambush(game, move.number, move.host),
    MoveKind.EMERGE: lambda game, move: card_moves.emerge(
        game, move.number, move.host, move.amount
    ),
    MoveKind.USE: lambda game, move: gold_actions.use(game, move.number, move.amount, move.host),
    MoveKind.CHOOSE: lambda game, move: phases.choose_plot(game, move.number),
    MoveKind.DUPLICATE: lambda game, move: _duplicate(game, move.number),
    MoveKind.SHADOW: lambda game, move: _shadow(game, move.number),
    MoveKind.TAKE_BACK: lambda game, move: setup_moves.take_back(game, move.number),
    MoveKind.PLAY: lambda game, move: card_moves.play(game, move.number),
    MoveKind.BESTOW: lambda game, move: card_moves.bestow(game, move.number, move.amount),
    MoveKind.DISCARD: lambda game, move: manual_moves.discard(game, move.number),
    MoveKind.KILL: lambda game, move: manual_moves.kill(game, move.number),
    MoveKind.TURN: lambda game, move: manual_moves.turn(game, move.number),
    MoveKind.DRAW: lambda game, _: manual_moves.draw_one(game),
    MoveKind.GOLD: lambda game, move: manual_moves.change_gold(game, move.amount),
}

_GENERAL = (
    Move(MoveKind.NEXT),
    Move(MoveKind.MULLIGAN),
    Move(MoveKind.DRAW),
    Move(MoveKind.GOLD, amount=1),
    Move(MoveKind.GOLD, amount=-1),
)


def do(game: Game, move: Move) -> Game:
    """Return the game after a move; AppError, and no other error, if it is not legal."""
    before = game if move.kind is MoveKind.BESTOW else replace(game, entered=None)
    after = _APPLY[move.kind](before, move)
    return after if move.kind is MoveKind.NEXT else replace(after, fresh=False)


def moves_of(game: Game, number: int) -> tuple[LegalMove, ...]:
    """Return the legal moves of a copy, the main one first; none where there is no such copy."""
    try:
        copy, zone = game.find(number)
    except AppError:
        return ()
    return tuple(_tried(game, _candidates(game, copy, zone)))


def main_move(game: Game, number: int) -> Move | None:
    """Return what is likeliest meant by choosing a copy, None where nothing is.

    A card of the hand has one even if it is not legal now, so that one can show why.
    """
    copy, zone = game.find(number)
    over = zone is Zone.HAND and phases.excess_of_reserve(game) > 0
    if over:
        return Move(MoveKind.DISCARD, number)
    for legal in moves_of(game, number):
        if legal.move.kind not in BY_EFFECT:
            return legal.move
    hidden = zone in {Zone.HAND, Zone.SHADOWS, Zone.PLOTS}
    return next(_candidates(game, copy, zone), None) if hidden else None


def general_moves(game: Game) -> tuple[LegalMove, ...]:
    """Return the legal moves that are about no card: the next step, the mulligan, by effects."""
    return tuple(_tried(game, _GENERAL))


def all_moves(game: Game) -> tuple[LegalMove, ...]:
    """Return every legal move of a game."""
    found = [each for copy, _ in game.places() for each in moves_of(game, copy.number)]
    return (*found, *general_moves(game))


def _tried(game: Game, moves: Iterable[Move]) -> Iterator[LegalMove]:
    for move in moves:
        try:
            after = do(game, move)
        except AppError:
            continue
        yield LegalMove(move, move_name(game, move, after), after)


def _candidates(game: Game, copy: Copy, zone: Zone) -> Iterator[Move]:
    """Yield the moves that a copy might have, the main one first."""
    number = copy.number
    match zone:
        case Zone.PLOTS:
            yield Move(MoveKind.CHOOSE, number)
        case Zone.HAND:
            yield from _from_hand(game, copy)
        case Zone.AGENDA | Zone.REVEALED:
            yield from _actions(game, copy, zone)
        case Zone.SHADOWS:
            if game.phase.in_round:
                yield from _out_of_shadows(game, copy)
            yield Move(MoveKind.TAKE_BACK, number)
        case Zone.PLAY:
            if game.entered == number:
                golds = range(1, game.gold + 1)
                yield from (Move(MoveKind.BESTOW, number, amount=gold) for gold in golds)
            yield Move(MoveKind.TAKE_BACK, number)
            yield from _actions(game, copy, zone)
            yield Move(MoveKind.TURN, number)
            yield Move(MoveKind.KILL, number)
    if zone in {Zone.HAND, Zone.SHADOWS, Zone.PLAY}:
        yield Move(MoveKind.DISCARD, number)


def _from_hand(game: Game, copy: Copy) -> Iterator[Move]:
    kind = {PlayPhase.SETUP: MoveKind.PLACE, PlayPhase.CHALLENGES: MoveKind.AMBUSH}.get(
        game.phase, MoveKind.MARSHAL
    )
    yield from _into_play(game, copy, kind)
    yield Move(MoveKind.DUPLICATE, copy.number)
    yield Move(MoveKind.SHADOW, copy.number)
    yield from _actions(game, copy, Zone.HAND)
    yield Move(MoveKind.PLAY, copy.number)


def _actions(game: Game, copy: Copy, zone: Zone) -> Iterator[Move]:
    for index, other in gold_actions.uses(game, copy, zone):
        yield Move(MoveKind.USE, copy.number, other, index)


def _out_of_shadows(game: Game, copy: Copy) -> Iterator[Move]:
    """Yield the ways out of shadows; a price of X is whatever is paid."""
    ways = _into_play(game, copy, MoveKind.EMERGE)
    known = current_cost(state_of(game), copy.card, Price.OUT_OF_SHADOWS) is not None
    if known or isinstance(copy.card.shadow_cost, int):
        yield from ways
        return
    most = game.gold + 1
    yield from (replace(way, amount=x) for way in ways for x in range(most))


def _into_play(game: Game, copy: Copy, kind: MoveKind) -> Iterator[Move]:
    """Yield a way into play, for an attachment on each of the cards that may bear it."""
    hosts: Iterable[int | None] = (None,)
    if copy.card.type is CardType.ATTACHMENT and game.titled(copy.card) is None:
        found = [each.number for each in setup_moves.bearers(game, copy.card)]
        hosts = found or (None,)
    yield from (Move(kind, copy.number, host) for host in hosts)


def _duplicate(game: Game, number: int) -> Game:
    if game.phase is PlayPhase.SETUP:
        return setup_moves.place_duplicate(game, number)
    return card_moves.marshal_duplicate(game, number)


def _shadow(game: Game, number: int) -> Game:
    if game.phase is PlayPhase.SETUP:
        return setup_moves.place_in_shadows(game, number)
    return card_moves.into_shadows(game, number)
