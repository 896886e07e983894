"""The players to pair: by rank, in groups of equal points, with their earlier opponents."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from events.event_state import EventState
from events.group_draw import BlockedPairs
from events.standings import pairs_met, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlayers:
    """The players of a round, the highest rank first; `met` holds the rounds of each two."""

    ids: tuple[str, ...]
    names: Mapping[str, str]
    points: Mapping[str, Fraction]
    byes: Mapping[str, int]
    met: Mapping[frozenset[str], tuple[int, ...]]
    forbidden: frozenset[frozenset[str]]
    short_tables: Mapping[str, int]

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(group) for _, group in groupby(self.ids, key=self.points.__getitem__))

    def without(self, player: str) -> RoundPlayers:
        return replace(self, ids=tuple(each for each in self.ids if each != player))

    def has_met(self, one: str, other: str) -> bool:
        return frozenset((one, other)) in self.met

    def is_forbidden(self, one: str, other: str) -> bool:
        return frozenset((one, other)) in self.forbidden

    def masks(self) -> tuple[list[int], list[int]]:
        """Return whom each has met, and whom each must not meet, as bits by place."""
        place = {player: at for at, player in enumerate(self.ids)}
        met, forbidden = [0] * len(place), [0] * len(place)
        for pairs, masks in ((self.met, met), (self.forbidden, forbidden)):
            for pair in pairs:
                one, other = (place.get(each) for each in pair)
                if one is not None and other is not None:
                    masks[one] |= 1 << other
                    masks[other] |= 1 << one
        return met, forbidden

    def blocked(self) -> BlockedPairs:
        """Return the pairs that shall not be."""
        met, forbidden = self.masks()
        return BlockedPairs([one | other for one, other in zip(met, forbidden, strict=True)])

    def kept_apart(self) -> BlockedPairs:
        """Return the pairs that the organizer forbade."""
        return BlockedPairs(self.masks()[1])


def players_of_round(state: EventState, without: Collection[str]) -> RoundPlayers:
    """Return the active players but for some."""
    table = standings(state)
    active = {each.id for each in state.active} - set(without)
    ids = tuple(line.player for line in table if line.player in active)
    met: dict[frozenset[str], tuple[int, ...]] = {}
    for number, one, other in pairs_met(state.rounds):
        pair = frozenset((one, other))
        met[pair] = (*met.get(pair, ()), number)
    short = dict.fromkeys(ids, 0)
    for played in state.rounds:
        for game in played.games:
            if len(game.players) == 3:
                for player in game.players:
                    short[player] = short.get(player, 0) + 1
    return RoundPlayers(
        ids=ids,
        names={each.id: each.name for each in state.players},
        points={line.player: line.points for line in table},
        byes={line.player: line.byes for line in table},
        met=met,
        forbidden=frozenset(frozenset(pair) for pair in state.forbidden),
        short_tables=short,
    )
