"""All moves of a game: which are legal, their names, and their results.

A move is legal if `do` returns a game. Listed moves were tried with `do`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from carddb.card_match import pattern_matches
from carddb.gold import GoldEffect, Price
from carddb.pattern import CardPattern
from carddb.terms import CardType
from core.errors import AppError
from goldfish.play import card_moves, setup_moves
from goldfish.play.card_moves import next_words, state_of, with_state
from goldfish.play.game import (
    BY_EFFECT,
    Copy,
    CopyInPlay,
    Game,
    Move,
    MoveKind,
    PlayPhase,
    Zone,
    leaves_play,
    without_copy,
)
from goldfish.rounds.effects import amount
from goldfish.rounds.game_state import EffectSource
from goldfish.rounds.moves import ActionChoice, act, gains, kneelable, why_not_act
from goldfish.rounds.prices import current_cost


def discard(game: Game, number: int) -> Game:
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
    _check_round(game)
    lying = _lying(game, number)
    if lying.card.type is not CardType.CHARACTER:
        raise AppError(f"Only characters can be killed, and {lying.card.name} is not one.")
    return leaves_play(game, lying, Zone.DEAD).logged(f"{lying.card.name} was killed.")


def turn(game: Game, number: int) -> Game:
    _check_round(game)
    lying = _lying(game, number)
    words = f"{'Stood' if lying.knelt else 'Knelt'} {lying.card.name}."
    return game.with_in_play(replace(lying, knelt=not lying.knelt)).logged(words)


def draw_one(game: Game) -> Game:
    _check_round(game)
    if not game.pile:
        raise AppError("The draw deck is empty.")
    drawn = game.pile[0]
    taken = replace(game, hand=(*game.hand, drawn), pile=game.pile[1:])
    return taken.logged(f"Drew {drawn.card.name} by an effect.")


def change_gold(game: Game, amount: int) -> Game:
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


_IN_FORCE = frozenset({Zone.PLAY, Zone.AGENDA, Zone.REVEALED, Zone.HAND})


def use(game: Game, number: int, index: int, other: int | None = None) -> Game:
    """Return the game after the action with that index of a copy.

    `other` is the copy that the action kneels or discards, if it needs one.
    """
    copy, zone = game.find(number)
    source = effect_source(copy, zone, index)
    if source is None or not game.phase.in_round:
        raise AppError(f"{copy.card.name} has no such action now.")
    state = state_of(game)
    why = why_not_act(state, source)
    if why:
        raise AppError(why)
    words = f"{copy.card.name}: {effect_words(game, source)}."
    choice = ActionChoice()
    if other is not None:
        with_it, there = game.find(other)
        choice = (
            ActionChoice(kneeling=other)
            if there is Zone.PLAY
            else ActionChoice(discarding=with_it.card)
        )
    moved = copy if zone is Zone.HAND else None
    return with_state(game, act(state, source, choice), moved).logged(words)


def uses(game: Game, copy: Copy, zone: Zone) -> Iterator[tuple[int, int | None]]:
    """Yield the possible actions of a copy: the index, and another copy if it needs one."""
    if not game.phase.in_round or zone not in _IN_FORCE or not copy.card.gold_effects:
        return
    state = state_of(game)
    for index, effect in enumerate(copy.card.gold_effects):
        source = effect_source(copy, zone, index)
        if source is None or why_not_act(state, source):
            continue
        others: list[int | None] = []
        if effect.kneels is not None:
            others += [each.number for each in kneelable(state, effect)]
        elif effect.discards is not None:
            fitting = (c for c in game.hand if pattern_matches(effect.discards, c.card))
            others += [each.number for each in fitting]
        yield from ((index, other) for other in others or [None])


def effect_source(copy: Copy, zone: Zone, index: int) -> EffectSource | None:
    """Return the effect of a copy, None if it is not in force in its zone."""
    dash = zone is Zone.HAND and copy.card.cost is None
    if zone not in _IN_FORCE or dash or index >= len(copy.card.gold_effects):
        return None
    return EffectSource(copy.card, copy.number if zone is Zone.PLAY else 0, index)


def effect_words(game: Game, source: EffectSource) -> str:
    """Return the cost and effect of an action: "kneel it, next Lord character 2 less"."""
    effect = source.effect
    gold = amount(state_of(game), source)
    parts = [words for words, holds in _cost_words(effect) if holds]
    if gains(source):
        parts.append(f"gain {gold} gold" if gold else "gain gold")
    else:
        parts.append(f"{_concerned(effect)} {gold} less")
    return ", ".join(parts)


def _cost_words(effect: GoldEffect) -> Iterator[tuple[str, bool]]:
    yield "sacrifice it" if effect.sacrifice else "kneel it", effect.kneel or effect.sacrifice
    yield "kneel the faction card", effect.kneel_faction
    yield "kneel its bearer", effect.kneel_host
    yield "kneel a card", effect.kneels is not None
    yield "discard a card", effect.discards is not None
    yield f"{effect.own_gold} gold from it", bool(effect.own_gold)


def _concerned(effect: GoldEffect) -> str:
    pattern = effect.applies or CardPattern()
    kinds = " or ".join(each.value for each in pattern.types) or "card"
    whose = " or ".join([*(each.label for each in pattern.factions), *pattern.traits])
    loyal = "loyal" if pattern.loyal else ""
    unique = "unique" if pattern.unique else ""
    return " ".join(filter(None, ("the next", loyal, unique, whose, kinds)))


_INTO_PLAY = (MoveKind.PLACE, MoveKind.MARSHAL, MoveKind.AMBUSH, MoveKind.EMERGE)
_PRICED = frozenset({*_INTO_PLAY, MoveKind.SHADOW, MoveKind.PLAY})


def _use_words(game: Game, move: Move) -> str:
    copy, zone = game.find(move.number)
    source = effect_source(copy, zone, move.amount)
    words = effect_words(game, source) if source else "use it"
    if move.host is not None:
        words += f" ({game.find(move.host)[0].card.name})"
    return words[0].upper() + words[1:]


def move_name(game: Game, move: Move, after: Game) -> str:
    words = _KINDS[move.kind][1]
    if not isinstance(words, str):
        return words(game, move)
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


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move in words, with its price where it has one, and the game that it leads to."""

    move: Move
    words: str
    after: Game


# How a move of each kind is done, and its name.
_KINDS: dict[MoveKind, tuple[Callable[[Game, Move], Game], str | Callable[[Game, Move], str]]] = {
    MoveKind.KEEP: (lambda game, _: setup_moves.keep(game), "Keep this hand"),
    MoveKind.MULLIGAN: (lambda game, _: setup_moves.mulligan(game), "Mulligan"),
    MoveKind.NEXT: (lambda game, _: card_moves.go_on(game), lambda game, _: next_words(game)),
    MoveKind.PLACE: (lambda game, m: setup_moves.place(game, m.number, m.host), "Place"),
    MoveKind.MARSHAL: (lambda game, m: card_moves.marshal(game, m.number, m.host), "Marshal"),
    MoveKind.AMBUSH: (lambda game, m: card_moves.ambush(game, m.number, m.host), "Ambush"),
    MoveKind.EMERGE: (
        lambda game, m: card_moves.emerge(game, m.number, m.host, m.amount),
        "Bring out of shadows",
    ),
    MoveKind.USE: (lambda game, m: use(game, m.number, m.amount, m.host), _use_words),
    MoveKind.CHOOSE: (lambda game, m: card_moves.choose_plot(game, m.number), "Reveal"),
    MoveKind.DUPLICATE: (lambda game, m: _duplicate(game, m.number), "Add as a duplicate, free"),
    MoveKind.SHADOW: (lambda game, m: _shadow(game, m.number), "Into shadows"),
    MoveKind.TAKE_BACK: (lambda game, m: setup_moves.take_back(game, m.number), "Take back"),
    MoveKind.PLAY: (lambda game, m: card_moves.play(game, m.number), "Play"),
    MoveKind.BESTOW: (
        lambda game, m: card_moves.bestow(game, m.number, m.amount),
        lambda _, m: f"Bestow {m.amount} gold",
    ),
    MoveKind.DISCARD: (lambda game, m: discard(game, m.number), _discard_words),
    MoveKind.KILL: (lambda game, m: kill(game, m.number), "Kill"),
    MoveKind.TURN: (lambda game, m: turn(game, m.number), _turn_words),
    MoveKind.DRAW: (lambda game, _: draw_one(game), "Draw a card"),
    MoveKind.GOLD: (lambda game, m: change_gold(game, m.amount), _gold_words),
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
    after = _KINDS[move.kind][0](before, move)
    return after if move.kind is MoveKind.NEXT else replace(after, fresh=False)


def moves_of(game: Game, number: int) -> tuple[LegalMove, ...]:
    """Return the legal moves of a copy, the main one first."""
    try:
        copy, zone = game.find(number)
    except AppError:
        return ()
    return tuple(_tried(game, _candidates(game, copy, zone)))


def price_of(game: Game, number: int) -> int | None:
    """Return the current price of bringing out a card of the hand; None if it may not come out."""
    copy, zone = game.find(number)
    if zone is not Zone.HAND or copy.card.type is CardType.EVENT:
        return None
    if game.phase is PlayPhase.SETUP:
        return game.rules.price(copy.card)
    if game.phase is not PlayPhase.MARSHALING:
        return None
    charge = current_cost(state_of(game), copy.card, Price.MARSHAL)
    return charge.total if charge else None


def main_move(game: Game, number: int) -> Move | None:
    """Return the move that choosing a copy most likely means, or None.

    Cards in hand always have one, so that the window can explain why it is illegal.
    """
    copy, zone = game.find(number)
    over = zone is Zone.HAND and card_moves.excess_of_reserve(game) > 0
    if over:
        return Move(MoveKind.DISCARD, number)
    for legal in moves_of(game, number):
        if legal.move.kind not in BY_EFFECT:
            return legal.move
    hidden = zone in {Zone.HAND, Zone.SHADOWS, Zone.PLOTS}
    return next(_candidates(game, copy, zone), None) if hidden else None


def general_moves(game: Game) -> tuple[LegalMove, ...]:
    """Return the legal moves that concern no card."""
    return tuple(_tried(game, _GENERAL))


def _tried(game: Game, moves: Iterable[Move]) -> Iterator[LegalMove]:
    for move in moves:
        try:
            after = do(game, move)
        except AppError:
            continue
        yield LegalMove(move, move_name(game, move, after), after)


def _candidates(game: Game, copy: Copy, zone: Zone) -> Iterator[Move]:
    """Yield the possible moves of a copy, the main one first."""
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
    for index, other in uses(game, copy, zone):
        yield Move(MoveKind.USE, copy.number, other, index)


def _out_of_shadows(game: Game, copy: Copy) -> Iterator[Move]:
    """Yield the ways out of shadows; an X may be any price."""
    ways = _into_play(game, copy, MoveKind.EMERGE)
    known = current_cost(state_of(game), copy.card, Price.OUT_OF_SHADOWS) is not None
    if known or isinstance(copy.card.shadow_cost, int):
        yield from ways
        return
    most = game.gold + 1
    yield from (replace(way, amount=x) for way in ways for x in range(most))


def _into_play(game: Game, copy: Copy, kind: MoveKind) -> Iterator[Move]:
    """Yield ways into play, for an attachment one for each host."""
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


def dropped(game: Game, number: int, zone: Zone, onto: int | None = None) -> Game:
    """Return the game with a copy dragged to a zone, or onto a card there.

    The first legal meaning counts; AppError explains the first one if none is legal. Placed cards
    can be moved elsewhere during setup, as one step.
    """
    (_, start), refused = game.find(number), None
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
    """Yield the possible meanings of dragging a card somewhere, the likeliest first."""
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
    """Return the meant card in play: the bearer of an attachment, or the card itself."""
    lying = game.in_play_with(onto) if onto is not None else None
    if lying is None:
        return None
    return lying.number if lying.host is None else lying.host
