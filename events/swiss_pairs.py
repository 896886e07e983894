"""The pairs of a Swiss round, as the regulations define them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from events.group_draw import GroupDraw, TooManyStatesError
from events.round_players import RoundPlayers
from events.weighted_matching import fewest_blocked


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
