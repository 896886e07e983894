"""The server of phones is killed again and again: what a phone was told is there, and only once."""

from __future__ import annotations

import os
import random
import signal
import threading
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from events import operations as ops
from events.replay import replay
from library.library import Library
from tests.long_run import times
from tests.phones import PIN, Phone
from tests.script_process import ScriptProcess
from tests.unit.events.organizer import Organizer, custom
from tests.unit.library.ticking import Ticking

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")
SERVING = "from tests.faults.phone_server import main; main()"
KILLS = times(short=3, long=20)


def test_no_penalty_is_lost_or_noted_twice_over_kills(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    organizer = Organizer(custom(3))
    organizer.register("ABCD")
    organizer.start()
    with Library(path, clock=Ticking()) as library:
        event_id = library.events.create(organizer.log)
        library.phones.set_judge_pin(event_id, PIN)
    chance = random.Random(7)  # noqa: S311 - the same moments in every run
    sent: list[str] = []
    form: dict[str, str] | None = None
    cookie, port = "", "0"
    for _ in range(KILLS):
        with ScriptProcess(SERVING, path, event_id, port) as process:
            port = process.stdout.readline().strip().rstrip("/").rpartition(":")[2]
            phone = Phone(int(port), cookie=cookie)
            if not cookie:
                phone.sign_in_as_judge()
            kill = partial(process.send_signal, signal.SIGKILL)
            timer = threading.Timer(chance.uniform(0, 0.1), kill)
            target = len(sent) + chance.randrange(2, 5)
            try:
                while True:
                    if len(sent) == target and not timer.is_alive():
                        timer.start()
                    if form is None:
                        page = phone.get("/judge/do/penalty/A")
                        form = page.fields("") | {"level": "note", "text": str(len(sent))}
                    # The same form again where no answer came: as a phone does that lost it.
                    assert phone.post("/judge/do/penalty/A", form).status == 303
                    sent.append(form["text"])
                    form = None
            except (OSError, HTTPException):
                cookie = phone.cookie
            timer.join()
            process.wait()
    with Library(path, clock=Ticking()) as library:
        assert library.note == ""
        log = library.events.operations(event_id)
        noted = [each.text for each in log if isinstance(each, ops.PenaltyNoted)]
        assert replay(log).stage is organizer.state.stage
    # What was told is there; a form without an answer may be, once.
    unanswered = [form["text"]] if form else []
    assert noted in (sent, [*sent, *unanswered])
    assert len(sent) > KILLS
