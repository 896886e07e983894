"""Melee tables of three and four: how many, and who sits where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from carddb.errors import AppError
from events.round_players import RoundPlayers

SEATS = 4
# How often two seats are exchanged on trial, for each player.
TRIALS = 60


def table_sizes(players: int) -> tuple[int, ...]:
    """Return the sizes of the tables, fours first; AppError for a number that has none."""
    tables = -(-players // SEATS)
    short = SEATS * tables - players
    if players < 3 or short > tables:
        raise AppError(
            f"{players} players cannot sit at tables of three and four.",
            "Give one a bye, or let one more play." if players == 5 else "At least 3 must play.",
        )
    return (SEATS,) * (tables - short) + (SEATS - 1,) * short


def drawn_tables(players: RoundPlayers, random: Random) -> list[list[str]]:
    """Return the tables from the top, seats at random.

    By points, at random within; then seats are exchanged while that lessens, in this order, how
    many sit at a table of three again, how many pairs have met or are kept apart, and the spread
    of points at the tables. It is a search: it does not prove that nothing better exists.
    """
    sizes = table_sizes(len(players.ids))
    ids = list(players.ids)
    random.shuffle(ids)
    ids.sort(key=players.points.__getitem__, reverse=True)
    tables, start = [], 0
    for size in sizes:
        tables.append(ids[start : start + size])
        start += size
    _improve(tables, players, random)
    for table in tables:
        random.shuffle(table)
    return tables


Cost = tuple[int, int, int, float]


def _improve(tables: list[list[str]], players: RoundPlayers, random: Random) -> None:
    if len(tables) < 2:
        return
    for _ in range(TRIALS * len(players.ids)):
        one, other = random.sample(range(len(tables)), 2)
        here, there = tables[one], tables[other]
        first, second = random.randrange(len(here)), random.randrange(len(there))
        before = _both(_cost(here, players), _cost(there, players))
        here[first], there[second] = there[second], here[first]
        if _both(_cost(here, players), _cost(there, players)) > before:
            here[first], there[second] = there[second], here[first]


def _both(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _cost(table: Sequence[str], players: RoundPlayers) -> Cost:
    short = sum(players.short_tables[each] for each in table) if len(table) < SEATS else 0
    apart = met = 0
    for at, one in enumerate(table):
        for other in table[at + 1 :]:
            pair = frozenset((one, other))
            apart += pair in players.forbidden
            met += len(players.met.get(pair, ()))
    points = [float(players.points[each]) for each in table]
    return short, apart, met, (max(points) - min(points)) ** 2


def checked_places(places: Sequence[int], players: int) -> tuple[int, ...]:
    """Return the places at a table, [1, 2, 3, 3] for a shared third; AppError where they are not.

    Whoever shares a place takes up those below it: after a shared second comes the fourth.
    """
    counted = Counter(places)
    expected = 1
    for place in sorted(counted):
        if place != expected:
            break
        expected += counted[place]
    if len(places) != players or expected != players + 1:
        raise AppError(
            f"{', '.join(map(str, places)) or 'Nothing'} is no order of {players} players.",
            "Give each his place, for example 1, 2, 3, 3 for a shared third.",
        )
    return tuple(places)


def places_by_power(power: Sequence[int], totals: Sequence[int]) -> tuple[int, ...]:
    """Return the places at a table by how much power each still needs; who needs as much shares."""
    needed = [max(0, total - gained) for gained, total in zip(power, totals, strict=True)]
    return tuple(1 + sum(other < mine for other in needed) for mine in needed)
