"""Melee tables of three and four: how many, and who sits where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from random import Random

from core.errors import AppError
from events.round_players import RoundPlayers

SEATS = 4
# How often the search begins anew, and how often it exchanges two seats for each player.
STARTS, TRIALS = 24, 20


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


Cost = tuple[int, int, int, float]


def drawn_tables(players: RoundPlayers, random: Random) -> list[list[str]]:
    """Return the tables from the top, seats at random.

    By points, at random within; then seats are exchanged while that lessens, in this order, how
    many pairs are kept apart, how many have met, how many sit at a table of three again, and the
    spread of points at the tables. It is the best of several searches, every other from random
    seats: it does not prove that nothing better exists.
    """
    sizes = table_sizes(len(players.ids))
    costs = TableCosts(players)
    found: list[tuple[Cost, list[list[str]]]] = []
    for start in range(STARTS):
        ids = list(players.ids)
        random.shuffle(ids)
        if start % 2 == 0:
            ids.sort(key=players.points.__getitem__, reverse=True)
        seats = iter(ids)
        tables = [[next(seats) for _ in range(size)] for size in sizes]
        if len(tables) > 1:
            _improve(tables, costs, random)
        found.append((costs.of(tables), tables))
        if not any(found[-1][0]):
            break
    _, tables = min(found, key=lambda each: each[0])
    for table in tables:
        random.shuffle(table)
    return sorted(tables, key=lambda each: (len(each), sum(map(costs.points, each))), reverse=True)


def _improve(tables: list[list[str]], costs: TableCosts, random: Random) -> None:
    known = [costs.of([table]) for table in tables]
    places = range(len(tables))
    for _ in range(TRIALS * sum(map(len, tables))):
        one, other = random.sample(places, 2)
        here, there = tables[one], tables[other]
        first, second = random.randrange(len(here)), random.randrange(len(there))
        here[first], there[second] = there[second], here[first]
        new = costs.of([here]), costs.of([there])
        if _both(*new) > _both(known[one], known[other]):
            here[first], there[second] = there[second], here[first]
        else:
            known[one], known[other] = new


def _both(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


class TableCosts:
    """The cost of seating players at one table."""

    def __init__(self, players: RoundPlayers) -> None:
        self._short = players.short_tables
        self._points = {player: float(players.points[player]) for player in players.ids}
        # Pairs are looked up in the order in which they sit.
        self._apart = {pair for each in players.forbidden for pair in permutations(each)}
        self._met = {
            pair: len(rounds) for each, rounds in players.met.items() for pair in permutations(each)
        }

    def points(self, player: str) -> float:
        """Return the points of a player."""
        return self._points[player]

    def of(self, tables: Iterable[Sequence[str]]) -> Cost:
        """Return pairs kept apart, pairs that met, players at a short table again, and spread."""
        apart = met = short = 0
        spread = 0.0
        for table in tables:
            for pair in combinations(table, 2):
                met += self._met.get(pair, 0)
                apart += pair in self._apart
            if len(table) < SEATS:
                short += sum([self._short[each] for each in table])
            points = [self._points[each] for each in table]
            spread += (max(points) - min(points)) ** 2
        return apart, met, short, spread


def checked_places(places: Sequence[int], players: int) -> tuple[int, ...]:
    """Return places such as [1, 2, 2, 4]; AppError if they do not order the players."""
    counted = Counter(places)
    expected = 1
    for place in sorted(counted):
        if place != expected:
            break
        expected += counted[place]
    if len(places) != players or expected != players + 1:
        shared = "1, 2, 2 for a shared second" if players == 3 else "1, 2, 3, 3 for a shared third"
        raise AppError(
            f"{', '.join(map(str, places)) or 'Nothing'} is not an order of {players} players.",
            f"Give each his place, for example {shared}.",
        )
    return tuple(places)


def places_by_power(power: Sequence[int], totals: Sequence[int]) -> tuple[int, ...]:
    """Return the places at a table by the power that each still needs; ties share a place."""
    needed = [max(0, total - gained) for gained, total in zip(power, totals, strict=True)]
    return tuple(1 + sum(other < mine for other in needed) for mine in needed)
