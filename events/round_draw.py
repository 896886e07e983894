"""The next Swiss round: byes, pairs or tables, seats, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from random import Random

from carddb.errors import AppError
from events.chance import chance
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage
from events.event_values import PairingReason, SwissRound, TableGame
from events.melee_tables import TableCosts, drawn_tables
from events.pairing_reasons import NOBODY_ELSE, pair_reasons, skipped_for_bye, table_reasons
from events.result_text import names_of
from events.round_players import RoundPlayers, players_of_round
from events.swiss_pairs import crossing, drawn_pairs


@dataclass(frozen=True, slots=True)
class _Bye:
    """Who gets the bye of the round, and why."""

    player: str
    reason: str


def next_round(state: EventState, seed: int) -> SwissRound:
    """Return the next round as drawn from this seed; AppError where there is none now."""
    state.expect(EventStage.SWISS)
    plan, current = state.plan, state.current
    if current and not current.over:
        raise AppError(
            f"Round {current.number} is still being played at "
            f"{_tables(game.table for game in current.playing)}.",
            "Enter the results first.",
        )
    if plan is None or len(state.rounds) >= plan.swiss_rounds:
        raise AppError(
            f"All {len(state.rounds)} Swiss rounds are played.",
            "Make the cut, finish the event, or change the number of rounds.",
        )
    return _drawn(state, seed, ())


def redrawn_round(state: EventState, seed: int) -> SwissRound:
    """Return the last round drawn anew from another seed; pinned tables stay as they are."""
    state.expect(EventStage.SWISS)
    current = state.current
    if current is None:
        raise AppError("No round was paired yet.")
    if any(game.over for game in current.games):
        raise AppError(
            f"Round {current.number} has results already.",
            "Take them back, or cancel the round and pair it again.",
        )
    before = replace(state, rounds=state.rounds[:-1], given_byes=current.given)
    drawn = _drawn(before, seed, tuple(game for game in current.games if game.pinned))
    seeds = () if current.seed is None else (current.seed,)
    return replace(drawn, earlier_seeds=(*current.earlier_seeds, *seeds))


def outdated_round(state: EventState) -> str:
    """Return that the last round is paired otherwise by the standings now; empty where not.

    It is drawn again from its seed for the same players: another bye or less crossing of groups
    shows that it would be; at melee tables better seats do.
    """
    played = state.current
    if played is None or played.number == 1:
        return ""
    late = {each.id for each in state.players if each.joined > played.number}
    byes = set(played.byes) - late
    placed = {each for game in played.games for each in game.players} | byes
    before = replace(
        state,
        rounds=state.rounds[:-1],
        given_byes=played.given,
        players=tuple(
            replace(each, dropped=None if each.id in placed else played.number - 1)
            for each in state.players
        ),
    )
    pinned = tuple(game for game in played.games if game.pinned)
    drawn = _drawn(before, played.seed or 0, pinned)
    again = f"{BY_STANDINGS} round {played.number} is paired otherwise"
    if set(drawn.byes) != byes:
        return f"{again}: {names_of(state, drawn.byes)} has the bye."
    kept = {each for game in pinned for each in game.players}
    players = players_of_round(before, without={*kept, *drawn.byes})
    cost_of = TableCosts(players).of if state.kind.at_tables else partial(crossing, players)
    costs = [
        cost_of([game.players for game in each.games if kept.isdisjoint(game.players)])
        for each in (drawn, played)
    ]
    return f"{again}." if costs[0] < costs[1] else ""


def _drawn(state: EventState, seed: int, pinned: tuple[TableGame, ...]) -> SwissRound:
    number = len(state.rounds) + 1
    random = chance(seed, f"round {number}")
    kept = {player for game in pinned for player in game.players}
    active = {each.id for each in state.active}
    given = tuple(each for each in state.given_byes if each in active)
    players = players_of_round(state, without={*kept, *given})
    reasons = [PairingReason(players=(each,), reason="The organizer gave a bye.") for each in given]
    if state.kind.at_tables:
        tables = drawn_tables(players, random) if players.ids else []
        seats = [game.players for game in pinned] + [tuple(table) for table in tables]
        return SwissRound(
            number=number,
            seed=seed,
            games=_seated(state, [tuple(table) for table in tables], pinned),
            byes=given,
            given=given,
            reasons=(*reasons, *_pinned(pinned), *table_reasons(players, tables)),
            rematches=tuple(
                pair for table in seats for pair in combinations(table, 2) if players.has_met(*pair)
            ),
        )
    bye = _bye(state, players, random)
    byes = given if bye is None else (*given, bye.player)
    if bye is not None:
        players = players.without(bye.player)
        reasons.append(PairingReason(players=(bye.player,), reason=bye.reason))
    pairs = drawn_pairs(players, random)
    seated = [(game.players[0], game.players[1]) for game in pinned]
    met = [pair for pair in (*seated, *pairs) if players.has_met(*pair)]
    reasons.extend(_pinned(pinned))
    return SwissRound(
        number=number,
        seed=seed,
        games=_seated(state, pairs, pinned),
        byes=byes,
        given=given,
        reasons=(*reasons, *pair_reasons(players, pairs)),
        rematches=tuple(met),
    )


def _pinned(games: Iterable[TableGame]) -> Iterator[PairingReason]:
    for game in games:
        yield PairingReason(players=game.players, reason="The organizer pinned this table.")


def _bye(state: EventState, players: RoundPlayers, random: Random) -> _Bye | None:
    """Return who gets the bye of an odd number: one of those with the fewest byes, nobody else.

    It is the lowest of them, or the next one up the ranking with whose bye the others can be
    paired without a rematch. Where that helps nobody, only pairs that the organizer keeps apart
    count.
    """
    if len(players.ids) % 2 == 0:
        return None
    first_round = not state.rounds
    fewest = min(players.byes[each] for each in players.ids)
    order = [each for each in reversed(players.ids) if players.byes[each] == fewest]
    if first_round:
        random.shuffle(order)
    everyone = set_of_first(len(players.ids) - 1)
    rests = {player: players.without(player) for player in order}
    by_rest = next((each for each in order if rests[each].blocked().can_be_paired(everyone)), None)
    player = by_rest or next(
        (each for each in order if rests[each].kept_apart().can_be_paired(everyone)), order[0]
    )
    why = "Drawn at random" if first_round else "Ranked lowest"
    if not first_round:
        why += " of those without a bye" if not fewest else f" of those with {fewest} so far"
    reason = f"{why}: a bye, since the number of players is odd."
    if by_rest is None:
        return _Bye(player, f"{reason} {NOBODY_ELSE}")
    return _Bye(player, f"{reason}{skipped_for_bye(players, order[: order.index(player)])}")


def set_of_first(players: int) -> int:
    """Return the set of so many players."""
    return (1 << players) - 1


def _seated(
    state: EventState, groups: Sequence[tuple[str, ...]], pinned: Iterable[TableGame]
) -> tuple[TableGame, ...]:
    """Return the games by table: fixed tables first, the others in the order of the groups."""
    fixed = {each.id: each.fixed_table for each in state.players if each.fixed_table}
    games = list(pinned)
    used = {game.table for game in games}
    free = []
    for players in groups:
        wanted = [fixed[each] for each in players if each in fixed]
        table = next((each for each in wanted if each is not None and each not in used), None)
        if table is None:
            free.append(players)
        else:
            used.add(table)
            games.append(TableGame(table=table, players=players))
    table = 0
    for players in free:
        table += 1
        while table in used:
            table += 1
        games.append(TableGame(table=table, players=players))
    return tuple(sorted(games, key=lambda game: game.table))


def _tables(numbers: Iterable[int]) -> str:
    listed = [str(each) for each in numbers]
    return f"table{'s' if len(listed) > 1 else ''} {', '.join(listed)}"
