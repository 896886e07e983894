"""The state of an event after all operations so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.errors import AppError
from events.event_terms import EventStage
from events.event_values import BracketRound, Departure, EventPlayer, EventSettings, SwissRound
from events.regulations import Regulations, regulations
from events.structure import EventPlan
from events.tiers import KINDS, KindRules

Pair = tuple[str, str]
THE_CUT = "The cut"
# Departures that a corrected result caused begin with this.
BY_STANDINGS = "By the standings now"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    """Everything about an event; `plan` is None until the start.

    `seeds` are the players of the cut, the highest first; `given_byes` those of the next round.
    """

    settings: EventSettings
    stage: EventStage = EventStage.REGISTRATION
    plan: EventPlan | None = None
    players: tuple[EventPlayer, ...] = ()
    rounds: tuple[SwissRound, ...] = ()
    seeds: tuple[str, ...] = ()
    elimination: tuple[BracketRound, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    given_byes: tuple[str, ...] = ()
    departures: tuple[Departure, ...] = ()

    @property
    def regulations(self) -> Regulations:
        return regulations(self.settings.regulations)

    @property
    def kind(self) -> KindRules:
        return KINDS[self.settings.kind]

    @property
    def lists_required(self) -> bool:
        """Whether every player hands in a deck list, by the regulations or the organizer."""
        return self.settings.lists_required or self.regulations.lists_always

    @property
    def active(self) -> tuple[EventPlayer, ...]:
        """The players who have not left."""
        return tuple([each for each in self.players if each.dropped is None])

    @property
    def took_part(self) -> tuple[EventPlayer, ...]:
        """The players without those who left before anything was paired for them."""
        first = self.elimination[0].games if self.elimination else ()
        paired = {each for game in first for each in game.players}
        return tuple(each for each in self.players if each.dropped != 0 or each.id in paired)

    @property
    def current(self) -> SwissRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def winner(self) -> str | None:
        last = self.elimination[-1] if self.elimination else None
        return last.games[0].winner if last and len(last.games) == 1 else None

    @property
    def next_player_id(self) -> str:
        """An id that no player has had yet."""
        return f"p{len(self.players) + 1}"

    def player(self, player_id: str) -> EventPlayer:
        """Return a player; AppError for an unknown id."""
        for each in self.players:
            if each.id == player_id:
                return each
        raise AppError(f"There is no player “{player_id}” in this event.")

    def names(self, player_ids: Iterable[str]) -> list[str]:
        """Return the names of players; AppError for an unknown id."""
        return [self.player(each).name for each in player_ids]

    def named(self, name: str) -> EventPlayer | None:
        """Return the player of a name, in capitals or not; not one who left before the start."""
        folded = name.strip().casefold()
        return next(
            (each for each in self.players if each.name.casefold() == folded and each.dropped != 0),
            None,
        )

    def round(self, number: int) -> SwissRound:
        """Return a Swiss round; AppError if it was not paired yet."""
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        if not self.rounds:
            raise AppError("No round was paired yet.", "Pair the first round.")
        raise AppError(f"Round {number} was not paired yet; there are {len(self.rounds)}.")

    def with_player(self, player: EventPlayer) -> EventState:
        """Return the state with this player in place of the one with the same id."""
        changed = tuple(player if each.id == player.id else each for each in self.players)
        return replace(self, players=changed)

    def with_round(self, played: SwissRound) -> EventState:
        """Return the state with this round in place of the one with the same number."""
        at = played.number - 1
        return replace(self, rounds=(*self.rounds[:at], played, *self.rounds[at + 1 :]))

    def departing(self, where: str, text: str) -> EventState:
        """Return the state with one more departure from the regulations."""
        return replace(self, departures=(*self.departures, Departure(where=where, text=text)))

    def following_standings(self, where: str) -> EventState:
        """Return the state without the departures at a place that a corrected result caused."""
        kept = tuple(
            each
            for each in self.departures
            if each.where != where or not each.text.startswith(BY_STANDINGS)
        )
        return replace(self, departures=kept)

    def expect(self, *stages: EventStage) -> None:
        """Raise AppError unless the event is in one of these stages."""
        if self.stage not in stages:
            raise AppError(_NOT_NOW[self.stage])


_NOT_NOW = {
    EventStage.REGISTRATION: "The event has not started yet.",
    EventStage.SWISS: "The event is in its Swiss rounds.",
    EventStage.ELIMINATION: "The event is in its elimination.",
    EventStage.FINISHED: "The event is finished; take back its end first.",
}
