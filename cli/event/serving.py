"""`sevenplots event serve`: the pages of an event for phones, on the local network or as files."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Signal
from typing import Annotated

import typer

from cli.event.event_source import EventId, OpenedEvent, stored_event
from cli.options import AsJson
from cli.terminal import out, print_message, print_object
from core.errors import AppError
from decks.qr_code import qr_terminal
from events.event_state import EventState
from events.replay import replay
from events.web.event_server import EventServer, EventWebApp
from events.web.pages import write_static


def serve_command(
    context: typer.Context,
    event_id: EventId,
    host: Annotated[
        str | None, typer.Option(help="An address of this computer; found if left out.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Found if left out.")] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the pages there, and serve nothing.")
    ] = None,
    minutes: Annotated[
        int | None, typer.Option(min=1, help="Stop by itself after so many.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve read-only pages for phones until Ctrl+C; what is done meanwhile is on them."""
    with stored_event(context, event_id) as event:
        if folder is not None:
            files = [str(each) for each in write_static(folder, event.state)]
            if as_json:
                print_object({"folder": str(folder), "files": files})
            else:
                print_message(f"Written: {len(files)} pages in {folder}")
            return
        server = EventServer(EventWebApp(_Newest(event)), host=host, port=port)
        address = server.start()
        try:
            _announce(address, as_json=as_json)
            Signal().wait(minutes * 60 if minutes else None)
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
    # A program that reads this through a pipe waits for it.
    out().file.flush()


class _Newest:
    """The state of an event of the library, read again where the library has changed."""

    def __init__(self, event: OpenedEvent) -> None:
        if event.library is None:
            raise AppError("Only an event of the library is served.")
        self._library, self._id = event.library, event.id
        self._changes, self._state = -1, event.state

    def __call__(self) -> EventState:
        """Return the newest state; the last one where the event is gone or cannot be read."""
        try:
            changes = self._library.changes()
            if changes != self._changes:
                self._state = replay(self._library.events.operations(self._id))
                self._changes = changes
        except AppError as error:
            print_message(error.sentence)
        return self._state
