"""A server of phones to be killed: it serves an event of a library and says where."""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.phones.desk import PhoneDesk
from app.phones.web_app import PhoneWebApp
from events.web.event_server import EventServer
from library.library import Library
from tests.phones import HOME
from tests.prepared_libraries import hash_quickly


def main() -> None:
    """Serve what the arguments say, until the end."""
    path, event_id, port = sys.argv[1:]
    # The test's own process, which knows the PIN, does so too.
    hash_quickly(pytest.MonkeyPatch())
    with Library(Path(path), clock=lambda: datetime.now(UTC)) as library:
        server = EventServer(PhoneWebApp(PhoneDesk(library, event_id)), host=HOME, port=int(port))
        os.write(1, f"{server.start()}\n".encode())
        while True:
            time.sleep(60)
