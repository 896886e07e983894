from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning
from pytestqt.qtbot import QtBot

from desktop.runtime.logging_setup import LARGEST, LogFiles, without_home

Begun = Callable[[Path], LogFiles]


@pytest.fixture
def begun(qtbot: QtBot) -> Iterator[Begun]:
    logs: list[LogFiles] = []

    def made(home: Path) -> LogFiles:
        logs.append(LogFiles(home))
        logs[-1].install()
        return logs[-1]

    yield made
    for each in logs:
        each.uninstall()


def test_nothing_is_written_before_there_is_something_to_tell(begun: Begun, tmp_path: Path) -> None:
    logs = begun(tmp_path)
    assert not logs.folder.exists()
    logs.tell("The window is there.")
    assert logs.path is not None
    assert logs.path == tmp_path / "logs" / "sevenplots.log"
    assert "INFO sevenplots: The window is there." in logs.path.read_text("utf-8")


def test_the_log_is_moved_aside_when_it_is_full_and_the_oldest_goes(
    begun: Begun, tmp_path: Path
) -> None:
    logs = begun(tmp_path)
    logs.tell("The very first line.")
    for number in range(5):
        logs.tell(f"{number}" * (LARGEST - 1000))
    files = sorted(logs.folder.iterdir())
    assert [each.name for each in files] == [f"sevenplots.log{end}" for end in ("", ".1", ".2")]
    assert all(each.stat().st_size <= LARGEST for each in files)
    assert not any("The very first" in each.read_text("utf-8") for each in files)


def test_what_qt_says_is_written_down_and_still_said(begun: Begun, tmp_path: Path) -> None:
    said: list[str] = []
    logs = begun(tmp_path)
    logs._before = lambda kind, context, message: said.append(message)  # noqa: SLF001
    qWarning("A thing is odd.")
    assert logs.path is not None
    assert "WARNING sevenplots.qt: A thing is odd." in logs.path.read_text("utf-8")
    assert said == ["A thing is odd."]


def test_other_parts_of_the_program_may_write_by_the_usual_way(
    begun: Begun, tmp_path: Path
) -> None:
    logs = begun(tmp_path)
    logging.getLogger("sevenplots.sync").warning("It took %d seconds.", 7)
    assert logs.path is not None
    assert "WARNING sevenplots.sync: It took 7 seconds." in logs.path.read_text("utf-8")


@pytest.mark.parametrize("where", ["a file", "a folder in its place"])
def test_a_folder_that_cannot_be_written_to_is_no_error(
    begun: Begun, tmp_path: Path, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if where == "a file":
        (tmp_path / "logs").write_text("not a folder")
    else:
        (tmp_path / "logs" / "sevenplots.log").mkdir(parents=True)
    logs = begun(tmp_path)
    logs.tell("Nobody reads this.")
    logs.tell("Nor this.")
    assert logs.path is None
    assert capsys.readouterr() == ("", "")


def test_the_users_own_folder_is_not_told(
    begun: Begun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    logs = begun(tmp_path)
    logs.tell_failure(f"Reading {tmp_path}/decks.db failed.")
    assert logs.path is not None
    text = logs.path.read_text("utf-8")
    assert "Reading ~/decks.db failed." in text
    assert str(tmp_path) not in text
    assert without_home("/elsewhere") == "/elsewhere"


def test_after_the_end_nothing_more_is_written(begun: Begun, tmp_path: Path) -> None:
    logs = begun(tmp_path)
    logs.tell("One.")
    logs.uninstall()
    logging.getLogger("sevenplots").info("Two.")
    assert logs.path is not None
    assert "Two." not in logs.path.read_text("utf-8")
