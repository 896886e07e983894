"""The next Swiss round: byes, pairs or tables, seats, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from random import Random

from core.errors import AppError
from events.chance import chance
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage
from events.event_values import PairingReason, SwissRound, TableGame
from events.group_draw import GroupDraw, TooManyStatesError, fewest_blocked
from events.melee_tables import SEATS, TableCosts, drawn_tables
from events.result_text import listed, names_of
from events.round_players import RoundPlayers, players_of_round


def drawn_pairs(players: RoundPlayers, random: Random) -> list[tuple[str, str]]:
    """Return random pairs of an even number of players, the better player first, by rank.

    No rematch while one can be avoided, and the least crossing of groups from the top; where
    rematches cannot be avoided the fewest, and a forbidden pair only where all else fails.
    """
    sizes = [len(group) for group in players.groups]
    try:
        pairs = GroupDraw(sizes, players.blocked(), random).drawn()
    except TooManyStatesError:
        pairs = None
    if pairs is None:
        pairs = fewest_blocked(sizes, *players.masks(), random)
    ordered = sorted((min(pair), max(pair)) for pair in pairs)
    return [(players.ids[one], players.ids[other]) for one, other in ordered]


def crossing(players: RoundPlayers, pairs: Iterable[Sequence[str]]) -> tuple[int, ...]:
    """Return forbidden pairs, rematches, and the crossing of each group from the top."""
    group_of = {each: number for number, group in enumerate(players.groups) for each in group}
    forbidden = met = 0
    cost = [0] * len(players.groups)
    for one, other in pairs:
        better, lower = sorted((group_of[one], group_of[other]))
        cost[better] += lower - better
        forbidden += players.is_forbidden(one, other)
        met += players.has_met(one, other)
    return forbidden, met, *cost


# Why the bye did not go up the ranking.
NOBODY_ELSE = (
    "Whoever of them had it, the others could not be paired without a rematch, and nobody gets "
    "another bye before them."
)


def pair_reasons(
    players: RoundPlayers, pairs: Sequence[tuple[str, str]]
) -> tuple[PairingReason, ...]:
    """Return who was paired down and why, which rematches were avoided, and which were not."""
    reasons = []
    group_of = {player: number for number, group in enumerate(players.groups) for player in group}
    for one, other in pairs:
        if players.is_forbidden(one, other):
            text = "The organizer forbade this pair, but no pairing does without it."
            reasons.append(PairingReason(players=(one, other), reason=text))
        if players.has_met(one, other):
            text = f"A rematch of {_rounds(players, one, other)}: no pairing does with fewer."
            reasons.append(PairingReason(players=(one, other), reason=text))
        if group_of[one] != group_of[other]:
            text = _paired_down(players, one, other, pairs, group_of)
            reasons.append(PairingReason(players=(one, other), reason=text))
    return tuple(reasons)


def _paired_down(
    players: RoundPlayers,
    one: str,
    other: str,
    pairs: Sequence[tuple[str, str]],
    group_of: dict[str, int],
) -> str:
    """Return why `one` meets somebody with fewer points."""
    number = group_of[one]
    names, points = players.names, players.points
    met_above = {low for high, low in pairs if group_of[low] == number > group_of[high]}
    leaving = [high for high, low in pairs if group_of[high] == number < group_of[low]]
    rest = [each for each in players.groups[number] if each not in met_above]
    said = (
        f"{names[one]} ({_points(points[one])}) is paired down with "
        f"{names[other]} ({_points(points[other])}): "
    )
    if len(rest) % 2 and len(leaving) == 1 and group_of[other] == number + 1:
        players_left = "1 player" if len(rest) == 1 else f"{len(rest)} players"
        were = "was" if len(rest) == 1 else "were"
        return f"{said}{players_left} with {_points(points[one])} {were} left, an odd number."
    avoided = [
        f"{names[each]} ({_rounds(players, one, each)})"
        for each in rest
        if each != one and players.has_met(one, each)
    ]
    kept_apart = [names[each] for each in rest if players.is_forbidden(one, each)]
    if avoided:
        said += f"a rematch with {listed(avoided)} is avoided."
    elif kept_apart:
        said += f"{listed(kept_apart)} is kept apart from him by the organizer."
    elif group_of[other] > number + 1:
        said += "nobody with points between these could be met without a rematch or is free."
    else:
        said += "the others with these points could not be paired without a rematch."
    return said


def table_reasons(
    players: RoundPlayers, tables: Sequence[Sequence[str]]
) -> tuple[PairingReason, ...]:
    """Return who meets again at the melee tables, and who sits at a table of three."""
    reasons = []
    for table in tables:
        pairs = tuple(combinations(table, 2))
        apart = [pair for pair in pairs if players.is_forbidden(*pair)]
        met = [pair for pair in pairs if players.has_met(*pair)]
        if apart:
            names = ", ".join(_pair_names(players, pair) for pair in apart)
            text = f"{names}: kept apart by the organizer, but no better seats were found."
            reasons.append(PairingReason(players=_members(apart), reason=text))
        if met:
            names = ", ".join(
                f"{_pair_names(players, pair)} ({_rounds(players, *pair)})" for pair in met
            )
            text = f"They meet again: {names}. No better seats were found."
            reasons.append(PairingReason(players=_members(met), reason=text))
        if len(table) < SEATS:
            reasons.append(_short_table(players, table, tables))
    return tuple(reasons)


def _short_table(
    players: RoundPlayers, table: Sequence[str], tables: Sequence[Sequence[str]]
) -> PairingReason:
    short = sum(len(each) < SEATS for each in tables)
    tables_of = f"{short} table{'s' * (short != 1)} of three"
    tables_of += f" and {len(tables) - short} of four" * (short < len(tables))
    text = f"A table of three: {sum(map(len, tables))} players sit at {tables_of}."
    again = [players.names[each] for each in table if players.short_tables[each]]
    if again:
        text += f" {listed(again)} sat at one before; no better seats were found."
    return PairingReason(players=tuple(table), reason=text)


def _members(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(pairs)))


def _pair_names(players: RoundPlayers, pair: tuple[str, str]) -> str:
    return listed([players.names[each] for each in pair])


def _points(points: Fraction) -> str:
    return f"{points} point{'s' * (points != 1)}"


def skipped_for_bye(players: RoundPlayers, skipped: Iterable[str]) -> str:
    """Return who did not get the bye in spite of a lower rank."""
    names = [players.names[each] for each in skipped]
    if not names:
        return ""
    return f" With the bye for {listed(names)} the others could not be paired without a rematch."


def _rounds(players: RoundPlayers, one: str, other: str) -> str:
    numbers = [str(each) for each in players.met[frozenset((one, other))]]
    return f"round{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


@dataclass(frozen=True, slots=True)
class _Bye:
    """Who gets the bye of the round, and why."""

    player: str
    reason: str


def expect_round_to_pair(state: EventState) -> None:
    """Raise AppError unless the next Swiss round can be paired now."""
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


def untouched_round(state: EventState, number: int, what: str) -> SwissRound:
    """Return the last round, which has no result yet; AppError says what cannot be done."""
    state.expect(EventStage.SWISS)
    played = state.round(number)
    if number != len(state.rounds):
        raise AppError(f"Only the last round can {what}, and round {number} is not.")
    if any(game.over for game in played.games):
        raise AppError(
            f"Round {number} has results already and cannot {what}.",
            "Take them back, or cancel the round.",
        )
    return played


def next_round(state: EventState, seed: int) -> SwissRound:
    """Return the next round drawn from a seed; AppError if none can be drawn now."""
    expect_round_to_pair(state)
    return _drawn(state, seed, ())


def redrawn_round(state: EventState, seed: int) -> SwissRound:
    """Return the last round drawn anew from another seed; pinned tables stay as they are."""
    current = untouched_round(state, len(state.rounds), "be paired again")
    before = replace(state, rounds=state.rounds[:-1], given_byes=current.given)
    drawn = _drawn(before, seed, tuple(game for game in current.games if game.pinned))
    seeds = () if current.seed is None else (current.seed,)
    return replace(drawn, earlier_seeds=(*current.earlier_seeds, *seeds))


def outdated_round(state: EventState) -> str:
    """Return a sentence if today's standings would pair the last round otherwise, else nothing.

    The round is drawn again from its seed for the same players. It is outdated if another player
    has the bye or if the new draw crosses fewer groups, at melee tables if seats are better.
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
        others = [each for each in drawn.byes if each not in byes]
        return f"{again}: {names_of(state, others)} has the bye."
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
    """Return the set of the first players, as bits."""
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
    tables = [str(each) for each in numbers]
    return f"table{'s' if len(tables) > 1 else ''} {', '.join(tables)}"
