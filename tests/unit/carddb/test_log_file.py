"""The log of a home folder: rotated, without personal paths, silent where it cannot be written."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.log_file import MAX_BYTES, LogFile, without_home

LOG = logging.getLogger("sevenplots")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[LogFile]:
    installed = LogFile(tmp_path)
    installed.install()
    yield installed
    installed.uninstall()


def written(log: LogFile) -> str:
    assert log.path is not None
    return log.path.read_text("utf-8")


def test_the_file_is_made_with_the_first_record(log: LogFile, tmp_path: Path) -> None:
    assert not list(tmp_path.iterdir())
    LOG.info("The window is there.")
    assert log.path == tmp_path / "logs" / "sevenplots.log"
    assert "INFO sevenplots: The window is there." in written(log)


def test_the_log_is_rotated_when_it_is_full_and_the_oldest_goes(log: LogFile) -> None:
    LOG.info("The very first line.")
    for number in range(5):
        LOG.info(f"{number}" * (MAX_BYTES - 1000))
    assert log.path is not None
    files = sorted(log.path.parent.iterdir())
    assert [each.name for each in files] == [f"sevenplots.log{end}" for end in ("", ".1", ".2")]
    assert all(each.stat().st_size <= MAX_BYTES for each in files)
    assert not any("The very first" in each.read_text("utf-8") for each in files)


def test_modules_log_to_children(log: LogFile) -> None:
    logging.getLogger("sevenplots.sync").warning("It took %d seconds.", 7)
    assert "WARNING sevenplots.sync: It took 7 seconds." in written(log)


@pytest.mark.parametrize("where", ["a file", "a folder in its place"])
def test_a_folder_that_cannot_be_written_to_is_no_error(
    log: LogFile, tmp_path: Path, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if where == "a file":
        (tmp_path / "logs").write_text("not a folder")
    else:
        (tmp_path / "logs" / "sevenplots.log").mkdir(parents=True)
    LOG.error("Nobody reads this.")
    LOG.error("Nor this.")
    assert log.path is None
    assert capsys.readouterr() == ("", "")


def test_the_home_folder_and_the_users_own_folder_are_left_out(
    log: LogFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    monkeypatch.setenv("USERPROFILE", str(tmp_path.parent))
    LOG.error("Reading %s failed, and so did %s.", tmp_path / "a.db", tmp_path.parent / "b.db")
    LOG.error("A crash", exc_info=FileNotFoundError(2, "No such file", str(tmp_path / "c.db")))
    text = written(log).replace("\\", "/")
    assert "Reading HOME/a.db failed, and so did ~/b.db." in text
    assert "'HOME/c.db'" in text or "'HOME//c.db'" in text
    assert str(tmp_path.parent) not in written(log)
    assert without_home("/elsewhere") == "/elsewhere"


def test_nothing_is_logged_after_the_end_and_nothing_printed_without_a_log(
    log: LogFile, capsys: pytest.CaptureFixture[str]
) -> None:
    LOG.info("One.")
    log.uninstall()
    LOG.info("Two.")
    assert "Two." not in written(log)
