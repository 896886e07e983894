"""`sevenplots event serve`: the pages of an event for phones, on the local network or as files."""

from __future__ import annotations

from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event as Signal
from time import monotonic
from typing import Annotated, Literal

import typer

from app.page_publishing import PageFolder, Uploader, upload_arguments
from app.phones.desk import PhoneDesk
from app.phones.sessions import checked_pin
from app.phones.web_app import PhoneWebApp
from cli.event.event_source import EventId, OpenedEvent, stored_event
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, print_object, unwrapped_text
from core.errors import AppError
from decks.qr_code import qr_terminal
from events.clock_reading import ClockReading, clock_text
from events.event_state import EventState
from events.operations import Operation, RoundPaired
from events.replay import replay
from events.web.event_server import EventServer
from events.web.words import words_of

# Seconds between two looks at the library, for pages in a folder and for the terminal.
_LOOK_AGAIN = 1.0
PageLanguage = Literal["en", "de", "es", "fr", "pl", "zh"]


def serve_command(
    context: typer.Context,
    event_id: EventId,
    host: Annotated[
        str | None, typer.Option(help="An address of this computer; found if left out.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Found if left out.")] = None,
    clock: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="MINUTES", help="Show a clock that starts so long after each pairing."
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the pages there, and serve nothing.")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Write them again whenever the event changes.")
    ] = False,
    upload: Annotated[
        str | None,
        typer.Option(
            metavar='"COMMAND {folder}"', help="The same, and run this when a round begins or ends."
        ),
    ] = None,
    language: Annotated[PageLanguage, typer.Option(help="Of the pages in a folder.")] = "en",
    judge_pin: Annotated[
        str | None,
        typer.Option(metavar="PIN", help="Judges sign in with it; “none” takes it away."),
    ] = None,
    nod: Annotated[
        bool | None,
        typer.Option(
            "--nod/--no-nod", help="What two players report waits for the organizer; or counts."
        ),
    ] = None,
    public: Annotated[
        str, typer.Option(metavar="URL", help="The address that phones use, if it is another.")
    ] = "",
    minutes: Annotated[
        int | None, typer.Option(min=1, help="Stop by itself after so many.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve pages for phones until Ctrl+C; what is done meanwhile is on them."""
    if folder is None and (upload is not None or watch):
        raise AppError("--upload and --watch need a folder.", "Name it with --folder DIR.")
    with stored_event(context, event_id) as event:
        if folder is None:
            server = _phone_server(context.obj, event, clock, host, port, public, (judge_pin, nod))
            _serve(server, ServedEvent(event, clock), minutes, as_json=as_json)
            return
        command = upload_arguments(upload, folder) if upload is not None else ()
        source = ServedEvent(event, clock)
        with closing(Uploader(command, print_message)) if command else nullcontext() as uploader:
            pages = PageFolder(folder, words_of(language), uploader)
            files = [str(each) for each in pages.show(source.state())]
            if as_json:
                print_object({"folder": str(folder), "files": files})
            else:
                print_message(f"Written: {len(files)} pages in {folder}")
            if watch or command:
                out().file.flush()
                _follow(source, pages, minutes)


def _follow(source: ServedEvent, pages: PageFolder, minutes: int | None) -> None:
    """Write the pages whenever the event changes, until Ctrl+C or the end of the minutes."""
    ends = monotonic() + 60 * minutes if minutes else None
    try:
        while ends is None or monotonic() < ends:
            Signal().wait(_LOOK_AGAIN)
            try:
                pages.show(source.state())
            except AppError as error:  # The disk may be full, and have room again later.
                print_message(error.sentence, error.hint)
    except KeyboardInterrupt:
        print_message("The pages are written no longer.")


def _phone_server(
    session: Session,
    event: OpenedEvent,
    seating: int | None,
    host: str | None,
    port: int | None,
    public: str,
    settings: tuple[str | None, bool | None],
) -> EventServer:
    """Return the server of an event's phones, after what was asked for is set."""
    source, (pin, nod) = ServedEvent(event, seating), settings
    desk = PhoneDesk(source.library, event.id)
    if pin is not None:
        desk.phones.set_judge_pin(event.id, checked_pin("" if pin == "none" else pin))
    if nod is not None:
        desk.phones.set_nod(event.id, nod=nod)
        desk.settle()

    def clock() -> ClockReading | None:
        source.state()
        return source.clock()

    app = PhoneWebApp(desk, clock, session.judges)
    return EventServer(app, host=host, port=port, public=public)


def _serve(server: EventServer, event: ServedEvent, minutes: int | None, *, as_json: bool) -> None:
    address = server.start()
    try:
        _announce(address, as_json=as_json)
        _wait(event, minutes, is_shown=not as_json)
    except KeyboardInterrupt:
        print_message("The pages are served no longer.")
    finally:
        server.stop()


def _announce(address: str, *, as_json: bool) -> None:
    if as_json:
        print_object({"address": address})
    else:
        out().print(qr_terminal(address), soft_wrap=True)
        out().print(f"The pages are at {address} until Ctrl+C.")
        out().print(f"For a projector: {address}wall")
    # A program that reads this through a pipe waits for it.
    out().file.flush()


def _wait(event: ServedEvent, minutes: int | None, *, is_shown: bool) -> None:
    """Wait; print each call for a judge meanwhile, and in a terminal the clock in the last line."""
    ends = monotonic() + 60 * minutes if minutes else None
    if not is_shown:
        Signal().wait(minutes * 60 if minutes else None)
        return
    with out().status("") if out().is_terminal else nullcontext() as line:
        while ends is None or monotonic() < ends:
            for call in event.new_calls():
                out().print(unwrapped_text(call, "bold"))
                out().file.flush()
            if line is not None:
                line.update(event.words())
            Signal().wait(_LOOK_AGAIN)


class ServedEvent:
    """An event of the library, read again where the library has changed.

    With `clock`, each Swiss round has a clock that starts so many minutes after its pairing, so
    that it goes on after a restart.
    """

    def __init__(self, event: OpenedEvent, clock: int | None) -> None:
        self.library, self._id = event.stored_in, event.id
        self._changes, self._state, self._log = -1, event.state, event.log
        self._seating = clock
        self._last_call = 0

    def state(self) -> EventState:
        """Return the newest state; the last one where the event is gone or cannot be read."""
        try:
            changes = self.library.changes()
            if changes != self._changes:
                log = self.library.events.operations(self._id)
                if log != self._log:
                    self._log, self._state = log, replay(log)
                self._changes = changes
        except AppError as error:
            print_message(error.sentence)
        return self._state

    def clock(self) -> ClockReading | None:
        """Return the clock of the Swiss round that is played."""
        state, log = self._state, self._log
        if self._seating is None or state.current is None or state.current.over:
            return None
        if state.elimination:
            return None
        paired = _paired_at(log)
        now = datetime.now(UTC)
        starts = paired + timedelta(minutes=self._seating)
        left = timedelta(minutes=state.settings.round_minutes)
        if now < starts:
            return ClockReading(at=now, left=left, running=False)
        return ClockReading(at=now, left=left - (now - starts), running=True)

    def new_calls(self) -> list[str]:
        """Return the calls for a judge since the last time, each in a line."""
        try:
            calls = self.library.phones.notes(self._id).open_calls
        except AppError as error:
            return [error.sentence]
        new = [each for each in calls if each.number > self._last_call]
        self._last_call = max((each.number for each in new), default=self._last_call)
        names = {each.id: each.name for each in self.state().players}
        return [
            f"{each.at.astimezone():%H:%M} {f'Table {each.game}: ' if each.game else ''}"
            f"{names.get(each.player, '?')} calls a judge{': ' * bool(each.reason)}{each.reason}"
            for each in new
        ]

    def words(self) -> str:
        """Return what is played and how long, in a line."""
        state, reading = self.state(), self.clock()
        parts = [f"Round {len(state.rounds)}" if state.rounds else f"{len(state.active)} players"]
        if state.current and state.current.playing and not state.elimination:
            parts.append(f"{len(state.current.playing)} tables playing")
        if reading:
            parts.append(clock_text(reading.seconds))
        return " · ".join(parts)


def _paired_at(log: tuple[Operation, ...]) -> datetime:
    """Return when the last round was paired or drawn anew."""
    drawn = [each for each in log if isinstance(each, RoundPaired)]
    return drawn[-1].at
