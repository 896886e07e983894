"""Does what phones send to an event of the library, whatever other stations do meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from threading import RLock
from typing import TYPE_CHECKING

from app.event_commands import Wanted
from app.phones.refusals import PhoneRefusalError
from app.phones.reports import (
    Agreement,
    OpenGame,
    for_player,
    game_of,
    may_report,
    reported,
    reported_games,
    reported_result,
)
from core.errors import AppError
from events import operations as ops
from events.clock_reading import ClockReading, clock_round
from events.event_state import EventState
from events.event_terms import EventStage
from events.operations import Operation, operation_words
from events.replay import replay, subject
from events.result_text import names_of
from library.errors import EventChangedError
from library.phone_values import CallStatus, Extension, Outcome, PhoneNotes, Report

if TYPE_CHECKING:
    from library.library import Library

MOST_MINUTES = 60
# Who did what judges do, in the log.
BY_JUDGE = "A judge, by phone"


@dataclass(frozen=True, slots=True)
class DeskView:
    """An event and what is noted about it, at one moment."""

    state: EventState
    notes: PhoneNotes


def seen_key(operations: Sequence[Operation], state: EventState) -> str:
    """Return what tells the part of an event that operations change from what it may become."""
    parts = [subject(each, state) for each in operations]
    return hashlib.sha256(repr(parts).encode("utf-8", "replace")).hexdigest()[:16]


class PhoneDesk:
    """One event of a library, as its phones and judges' stations see and change it.

    It may be used in any thread; threads that change something take turns. An operation that
    another station came before is tried again where it is still about the same.
    """

    def __init__(
        self,
        library: Library,
        event_id: str,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._library, self.event_id = library, event_id
        # Who may use phones is asked there, too.
        self.phones = library.phones
        self._clock = clock
        self._lock = RLock()
        self.secret = self.phones.begin(event_id)
        self._changes = -1
        self._view = self._read(None)
        self.settle()

    def look(self) -> DeskView:
        """Return the event as it is now; as it was where the library cannot be read now."""
        try:
            changes = self._library.changes()
            if changes != self._changes:
                with self._lock:
                    self._view = self._read(self._view)
                    self._changes = changes
        except AppError:
            if self._changes < 0:
                raise
        return self._view

    def state(self) -> EventState:
        return self.look().state

    def now(self) -> datetime:
        return self._clock()

    def _read(self, before: DeskView | None) -> DeskView:
        notes = self.phones.notes(self.event_id)
        if before is not None and not self.phones.events.changed(self.event_id):
            return replace(before, notes=notes)
        return DeskView(replay(self.phones.events.operations(self.event_id)), notes)

    def do(
        self,
        wanted: Callable[[EventState], Sequence[Wanted]],
        by: str,
        *,
        once: str = "",
        seen: str = "",
        reports: Iterable[Report] = (),
    ) -> None:
        """Do operations, all or none of them, once for a form.

        EventChangedError where what they change is not as the form showed it (`seen`).
        """
        now = self._clock().replace(microsecond=0)

        def decide(state: EventState) -> list[Operation]:
            made = [kind(at=now, by=by, **fields) for kind, fields in wanted(state)]
            if made and seen and seen != seen_key(made, state):
                raise _changed(made[-1], state)
            return made

        with self._lock:
            states = self.phones.append(self.event_id, decide, once=once, reports=reports)
            self._changes = -1
            if states:
                self._view = replace(self._view, state=states[-1])

    def check_in(self, player: str, once: str) -> None:
        """Note that a player is here, before the first round."""
        if not may_check_in(self.state()):
            raise PhoneRefusalError("check_in_over", "The first round is paired already.")
        self.phones.check_in(self.event_id, player, once)

    def report(self, player: str, result: Outcome, pairing: str, once: str) -> None:
        """Note what a player reports; what the table agrees on is entered, or waits for a nod.

        `result` is as the player sees it, `pairing` of the form that was sent.
        """
        with self._lock:
            state = self.state()
            game = game_of(state, player)
            if game is None or game.key(state) != pairing:
                raise PhoneRefusalError("another_game", "This game is over or was drawn anew.")
            if game.over:
                raise PhoneRefusalError("has_result", "The game has a result already.")
            if not may_report(state, game, result):
                word = "no_such_places" if len(game.players) > 2 else "no_such_result"
                raise PhoneRefusalError(word, "This result cannot be reported.")
            report = Report(
                round=game.round,
                game=game.number,
                player=player,
                pairing=pairing,
                result=for_player(result, game, player),
            )
            self.phones.report(self.event_id, report, once)
            self.settle()

    def settle(self) -> None:
        """Enter the results that the players agree on, unless the organizer nods to each."""
        with self._lock:
            view = self.look()
            if view.notes.nod:
                return
            for each in reported_games(view.state, view.notes):
                if each.agreement is Agreement.AGREED and not each.was_entered:
                    self._enter(each.game, each.game.key(view.state))

    def _enter(self, game: OpenGame, key: str) -> None:
        """Enter what the players have reported of a game, if it is still open."""

        def wanted(state: EventState) -> list[Wanted]:
            now = game_of(state, game.players[0])
            if now is None or now.over or now.key(state) != key:
                return []
            found = reported(state, now, self._view.notes.reports)
            agreed = found.agreement is Agreement.AGREED and found.result
            return [reported_result(now, agreed)] if agreed else []

        reports = reported(self._view.state, game, self._view.notes.reports).reports
        by = f"{names_of(self.state(), [*reports])}, by phone"
        self.do(wanted, by, reports=reports.values())

    def drop(self, player: str, once: str) -> None:
        """Let a player leave after this round, in the Swiss rounds."""
        state = self.state()
        if state.stage is not EventStage.SWISS or not state.player(player).active:
            raise PhoneRefusalError(
                "no_drop", "Only players in the Swiss rounds can drop by phone."
            )
        name = state.player(player).name
        self.do(lambda _: [(ops.Dropped, {"player": player})], f"{name}, by phone", once=once)

    def call(self, player: str, reason: str, once: str) -> None:
        """Call a judge to the table of a player."""
        state = self.state()
        if state.stage is EventStage.FINISHED:
            raise PhoneRefusalError("event_over", "The event is finished.")
        game = game_of(state, player)
        self.phones.call(self.event_id, player, game.number if game else 0, reason, once)

    def answer_call(self, number: int, status: CallStatus, once: str = "") -> None:
        self.phones.answer_call(self.event_id, number, status, once)

    def extend(self, table: int, minutes: int, once: str) -> None:
        """Give a table of the round that is played minutes more in all."""
        number = clock_round(self.state())
        if not number:
            raise AppError("No round is played, so no table can have more time.")
        if not 0 <= minutes <= MOST_MINUTES:
            raise AppError(f"An extension is 0 to {MOST_MINUTES} minutes.")
        extension = Extension(round=number, game=table, minutes=minutes)
        self.phones.extend(self.event_id, extension, once)


def may_check_in(state: EventState) -> bool:
    """Return whether players may still say that they are here."""
    before = state.stage in {EventStage.REGISTRATION, EventStage.SWISS}
    return before and not state.rounds


def extensions_now(view: DeskView) -> dict[int, int]:
    """Return the minutes more that judges gave tables of the round that is played."""
    number = clock_round(view.state)
    return {each.game: each.minutes for each in view.notes.extensions if each.round == number}


def with_extensions(reading: ClockReading | None, view: DeskView) -> ClockReading | None:
    """Return a clock with the extensions that judges gave."""
    if reading is None:
        return None
    given = {table: timedelta(minutes=minutes) for table, minutes in extensions_now(view).items()}
    # The window takes these over, and its organizer may have changed them since.
    more = given | dict(reading.extensions)
    return replace(reading, extensions=tuple(sorted((t, m) for t, m in more.items() if m)))


def _changed(operation: Operation, state: EventState) -> EventChangedError:
    try:
        words = operation_words(operation, state)
    except AppError:  # what it is about is gone
        words = "it is gone."
    return EventChangedError(
        f"Another station changed this meanwhile, so it was not done: {words}",
        "Look at it again, then repeat it if it is still needed.",
    )
