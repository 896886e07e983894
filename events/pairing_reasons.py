"""Why a round is paired as it is, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations

from events.event_values import PairingReason
from events.melee_tables import SEATS
from events.round_players import RoundPlayers

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
    """Tell why `one` meets somebody with fewer points."""
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
        said += f"a rematch with {_listed(avoided)} is avoided."
    elif kept_apart:
        said += f"{_listed(kept_apart)} is kept apart from him by the organizer."
    elif group_of[other] > number + 1:
        said += "nobody with points between these could be met without a rematch or is free."
    else:
        said += "the others with these points could not be paired without a rematch."
    return said


def table_reasons(
    players: RoundPlayers, tables: Sequence[Sequence[str]]
) -> tuple[PairingReason, ...]:
    """Return who meets again at the melee tables, and who sits at a table of three, again or not.

    The seats come of a search, so it is said that none were found that do better.
    """
    reasons = []
    for table in tables:
        pairs = tuple(combinations(table, 2))
        apart = [pair for pair in pairs if players.is_forbidden(*pair)]
        met = [pair for pair in pairs if players.has_met(*pair)]
        if apart:
            listed = ", ".join(_pair_names(players, pair) for pair in apart)
            text = f"{listed}: kept apart by the organizer, but no better seats were found."
            reasons.append(PairingReason(players=_members(apart), reason=text))
        if met:
            listed = ", ".join(
                f"{_pair_names(players, pair)} ({_rounds(players, *pair)})" for pair in met
            )
            text = f"They meet again: {listed}. No better seats were found."
            reasons.append(PairingReason(players=_members(met), reason=text))
        if len(table) < SEATS:
            reasons.append(_short_table(players, table, tables))
    return tuple(reasons)


def _short_table(
    players: RoundPlayers, table: Sequence[str], tables: Sequence[Sequence[str]]
) -> PairingReason:
    short = sum(len(each) < SEATS for each in tables)
    shared = f"{short} of three" + f" and {len(tables) - short} of four" * (short < len(tables))
    text = f"A table of three: {sum(map(len, tables))} players sit at {shared}."
    again = [players.names[each] for each in table if players.short_tables[each]]
    if again:
        text += f" {_listed(again)} sat at one before; no better seats were found."
    return PairingReason(players=tuple(table), reason=text)


def _members(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(pairs)))


def _pair_names(players: RoundPlayers, pair: tuple[str, str]) -> str:
    return _listed([players.names[each] for each in pair])


def _points(points: Fraction) -> str:
    return f"{points} point{'s' * (points != 1)}"


def skipped_for_bye(players: RoundPlayers, skipped: Iterable[str]) -> str:
    """Tell who did not get the bye though he was ranked lower."""
    names = [players.names[each] for each in skipped]
    if not names:
        return ""
    return f" With the bye for {_listed(names)} the others could not be paired without a rematch."


def _rounds(players: RoundPlayers, one: str, other: str) -> str:
    numbers = [str(each) for each in players.met[frozenset((one, other))]]
    return f"round{'s' if len(numbers) > 1 else ''} {_listed(numbers)}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
