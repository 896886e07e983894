"""The game as `goldfish.rounds` knows it, whose rules of gold it is played by, and back.

A `GameState` holds cards, a game the copies of them; cards in play have the same numbers in
both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from carddb.card import Card
from carddb.gold import Price
from goldfish.play.game import Copy, CopyInPlay, Game, PlayPhase, Zone, leaves_play, without_copy
from goldfish.rounds import game_state, moves
from goldfish.rounds.game_state import GameState
from goldfish.rounds.income import income
from goldfish.rounds.prices import current_cost


def state_of(game: Game, entering: int = 0) -> GameState:
    """Return the game's cards and gold as a state; what enters play next has a copy's number."""
    return GameState(
        rules=game.rules,
        agendas=_cards(game.agendas),
        hand=_cards(game.hand),
        deck=_cards(game.pile),
        in_play=tuple(map(_lying, game.in_play)),
        shadows=_cards(game.shadows),
        discard=_cards(game.discard),
        plots=_cards(game.plots),
        plot=game.revealed.card if game.revealed else None,
        used_plots=_cards(game.used),
        gold=game.gold,
        gained=game.gained,
        round=game.round,
        phase=_phase(game.phase),
        limited=game.limited,
        faction_kneels=game.faction_kneels,
        came_out=game.came_out,
        uses=game.uses,
        ready=game.ready,
        next_number=entering,
    )


def absorbed(game: Game, after: GameState, moved: Copy | None = None) -> Game:
    """Return the game once its state is as it is `after` a move, of a copy where one was `moved`.

    Cards that are gone from play leave it by the rules of `leaves_play`; other cards that are gone
    from the hand were discarded.
    """
    here = {each.number for each in after.in_play}
    bearers = [each for each in game.in_play if each.number not in here]
    gone = {each.number for each in bearers}
    for each in bearers:
        if each.host not in gone:
            game = leaves_play(game, each, Zone.DISCARD)
    if moved is not None:
        game = _moved(game, after, moved)
    thrown = _thrown(game, after) if len(game.hand) > len(after.hand) else ()
    lost = {copy.number for copy in thrown}
    return replace(
        game,
        in_play=tuple(_changed(game, each) for each in after.in_play),
        hand=tuple(copy for copy in game.hand if copy.number not in lost),
        discard=game.discard + thrown,
        gold=after.gold,
        gained=after.gained,
        limited=after.limited,
        faction_kneels=after.faction_kneels,
        came_out=after.came_out,
        uses=after.uses,
        ready=after.ready,
    )


def begun(game: Game, phase: PlayPhase) -> Game:
    """Return the game at the beginning of a phase; what lasted until the end of one is over."""
    started = absorbed(game, moves.begin(state_of(game), _phase(phase)))
    return replace(started, phase=phase, opened=game.gold, fresh=True, entered=None)


def collected(game: Game) -> Game:
    """Return the game with its income collected, part by part in the log."""
    before = state_of(game)
    found = income(before)
    after = absorbed(game, moves.collect(before))
    parts = ", ".join(f"{part.card.name} {_signed(part.gold)}" for part in found.parts)
    words = f"Income: {found.total} gold" + (f" ({parts})." if parts else ".")
    more = after.gold - game.gold - found.total
    if more > 0:
        words += f" Reactions to that: {_signed(more)} gold."
    if more < 0:
        words += f" Gained {found.total + more}: no more gold may be gained this round."
    return after.logged(words)


def price_words(game: Game, card: Card, price: Price) -> str:
    """Return what a card costs now in some way: "3 gold", with what changes the printed price."""
    charge = current_cost(state_of(game), card, price)
    if charge is None:
        return "0 gold"
    if not charge.parts:
        return f"{charge.total} gold"
    parts = ", ".join(f"{part.card.name} {_signed(part.gold)}" for part in charge.parts)
    return f"{charge.total} gold (printed {charge.printed}; {parts})"


def reserve_of(game: Game) -> int | None:
    """Return the reserve that the hand must not exceed, None where there is none."""
    return moves.reserve(state_of(game))


def _signed(gold: int) -> str:
    return f"+{gold}" if gold >= 0 else f"\N{MINUS SIGN}{-gold}"


def _cards(copies: tuple[Copy, ...]) -> tuple[Card, ...]:
    return tuple(copy.card for copy in copies)


def _lying(each: CopyInPlay) -> game_state.CardInPlay:
    return game_state.CardInPlay(
        card=each.card,
        number=each.number,
        duplicates=_cards(each.duplicates),
        bearer=each.host,
        kneeling=each.knelt,
        gold=each.gold,
    )


def _phase(phase: PlayPhase) -> game_state.RoundPhase:
    return game_state.RoundPhase(phase.value) if phase.in_round else game_state.RoundPhase.TAXATION


def _changed(game: Game, each: game_state.CardInPlay) -> CopyInPlay:
    lying = game.in_play_with(each.number)
    if lying is None:
        raise KeyError(each.number)
    return replace(lying, host=each.bearer, knelt=each.kneeling, gold=each.gold)


def _moved(game: Game, after: GameState, moved: Copy) -> Game:
    """Return the game with a copy where the rounds state has it now.

    In play, in shadows, back in hand or discarded.
    """
    rest = replace(
        game,
        hand=without_copy(game.hand, moved.number),
        shadows=without_copy(game.shadows, moved.number),
    )
    if any(each.number == moved.number for each in after.in_play):
        return replace(rest, in_play=(*rest.in_play, CopyInPlay(copy=moved)))
    if len(after.shadows) > len(rest.shadows):
        return replace(rest, shadows=(*rest.shadows, moved))
    if len(after.hand) > len(rest.hand):
        return replace(rest, hand=(*rest.hand, moved))
    first = game.titled(moved.card)
    doubled = first and len(after.numbered(first.number).duplicates) > len(first.duplicates)
    if first and doubled:
        stack = replace(first, duplicates=(*first.duplicates, moved))
        return rest.with_in_play(stack)
    if moved.card.keyword("deathbound"):
        return replace(rest, dead=(*rest.dead, moved))
    return replace(rest, discard=(*rest.discard, moved))


def _thrown(game: Game, after: GameState) -> tuple[Copy, ...]:
    """Return the copies of the hand that are no longer in the hand of the state."""
    left = Counter(card.code for card in after.hand)
    found = []
    for copy in game.hand:
        if left[copy.card.code]:
            left[copy.card.code] -= 1
        else:
            found.append(copy)
    return tuple(found)
