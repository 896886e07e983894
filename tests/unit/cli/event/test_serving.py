"""`sevenplots event serve`: pages that follow an event, its clock, and their upload."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.page_publishing import Uploader, upload_arguments
from core.errors import AppError
from events.replay import replay
from library.library import Library
from tests.running import Run
from tests.unit.cli.conftest import open_library
from tests.unit.cli.event.conftest import begun

ROOT = Path(__file__).parents[4]
HERE = ("--host", "127.0.0.1", "--port", "0")
# Writes down what it is called with, and fails if the folder has a file named "full".
SCRIPT = """
import json, pathlib, sys
full = pathlib.Path(sys.argv[2], "full").exists()
with open(sys.argv[1], "a") as log:
    print(json.dumps(sys.argv[2:]), file=log)
if full:
    sys.exit("the disk is full")
"""


def until(is_true: Callable[[], bool]) -> None:
    """Return as soon as something is true; fail after a minute."""
    ends = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < ends
        time.sleep(0.05)


@contextmanager
def served(home: Path, *words: object) -> Iterator[subprocess.Popen[str]]:
    """Run `event serve` of the event "Autumn" in a process of its own, until Ctrl+C."""
    command = [sys.executable, "-m", "sevenplots", "--home", str(home), "event", "serve", "Autumn"]
    with (
        errors_of(home).open("w") as errors,
        subprocess.Popen(  # noqa: S603
            [*command, *map(str, words)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | {"PYTHONWARNINGS": "error"},
        ) as process,
    ):
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0


def errors_of(home: Path) -> Path:
    return home.with_name("errors")


def first_object(process: subprocess.Popen[str]) -> Any:
    assert process.stdout is not None
    return json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_pages_in_a_folder_follow_the_event_and_are_uploaded_every_round(
    event: Run, home: Path, tmp_path: Path
) -> None:
    begun(event, "ABCD", "--rounds", "2")
    script, log, folder = tmp_path / "up.py", tmp_path / "log", tmp_path / "a b; $(touch x) {0}"
    script.write_text(SCRIPT)

    def uploads() -> list[list[str]]:
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    upload = f'"{sys.executable}" "{script}" "{log}" {{folder}} "two words"'
    with served(home, "--folder", folder, "--upload", upload, "--json") as process:
        assert len(first_object(process)["files"]) == 4
        until(lambda: len(uploads()) == 1)
        assert uploads() == [[str(folder), "two words"]]
        event("result", "autumn", 1, "aw")
        until(lambda: "a table still playing" in (folder / "standings.html").read_text("utf-8"))
        assert len(uploads()) == 1
        (folder / "full").touch()
        event("result", "autumn", 2, "aw")
        until(lambda: len(uploads()) == 2)
        (folder / "full").unlink()
        event("pair", "autumn")
        until(lambda: len(uploads()) == 3)
        assert "Round 2 of 2" in (folder / "index.html").read_text("utf-8")
    errors = errors_of(home).read_text()
    assert "The upload failed: exit status 1. the disk is full" in errors
    assert "The pages are written no longer." in errors
    assert not (tmp_path / "x").exists()


def test_an_upload_that_hangs_keeps_nobody_waiting(tmp_path: Path) -> None:
    problems: list[str] = []
    hangs = upload_arguments(f'"{sys.executable}" -c "import time; time.sleep(600)"', tmp_path)
    uploader = Uploader(hangs, problems.append, last_seconds=0.2)
    uploader.start()
    uploader.start()
    uploader.close()
    assert problems == ["The upload failed: it was stopped."]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "is empty"),
        ('rsync "x', "cannot be read"),
        ("no-such-program-7 {folder}", "no program “no-such-program-7”"),
    ],
)
def test_a_command_that_cannot_run_is_refused_at_once(
    event: Run, tmp_path: Path, command: str, sentence: str
) -> None:
    event("new", "Autumn")
    ran = event("serve", "Autumn", "--folder", tmp_path / "pages", "--upload", command)
    assert ran.status == 2
    assert sentence in ran.err
    with pytest.raises(AppError, match=sentence):
        upload_arguments(command, tmp_path)


def test_uploads_need_a_folder(event: Run) -> None:
    event("new", "Autumn")
    for options in (("--upload", "true"), ("--watch",)):
        ran = event("serve", "Autumn", *options)
        assert (ran.status, "need a folder" in ran.err) == (2, True)


def test_pages_in_a_folder_have_a_language(event: Run, tmp_path: Path) -> None:
    begun(event, "ABCD")
    event("serve", "Autumn", "--folder", tmp_path / "pages", "--language", "pl")
    assert "Runda 1 z 3" in (tmp_path / "pages" / "index.html").read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_a_call_for_a_judge_is_printed_and_the_clock_starts_after_its_minutes(
    event: Run, home: Path
) -> None:
    begun(event, "ABCD")
    with served(home, *HERE, "--clock", 30) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        projector = next(line for line in lines if "For a projector: http://127.0.0.1:" in line)
        html = page(projector.split()[-1]).partition("<script>")[0]
        with open_library(home) as library:
            (stored,) = library.events.list()
            library.phones.call(stored.id, begun_player(library, stored.id), 1, "a [rule]", "once")
        said = next(line for line in lines if "calls a judge" in line)
    assert "Table 1: A calls a judge: a [rule]" in said
    assert 'role="timer"' in html
    assert 'data-running="1"' not in html


def begun_player(library: Library, event_id: str) -> str:
    state = replay(library.events.operations(event_id))
    return next(each.id for each in state.players if each.name == "A")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_pages_follow_the_event_until_ctrl_c_and_a_clock_of_0_minutes_runs(
    event: Run, home: Path
) -> None:
    begun(event, ["<script>", *"BCD"])
    with served(home, *HERE, "--json", "--clock", 0) as process:
        address = first_object(process)["address"]
        assert "&lt;script&gt;" in page(address)
        event("rename", "Autumn", "B", "Bran")
        assert "Bran" in page(address)
        html = page(address + "clock.html").partition("<script>")[0]
    assert 'role="timer"' in html
    assert 'data-running="1"' in html
    assert errors_of(home).read_text() == "The pages are served no longer.\n"


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
        return text
