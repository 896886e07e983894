"""What the command line does with errors that no command expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import run


def test_a_crash_writes_its_traceback_to_the_log_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(_: object, code: str) -> None:
        raise KeyError(f"{tmp_path}/{code}")

    monkeypatch.setattr("cli.session.Session.card", crash)
    assert run(["card", "01141", "--home", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    log = tmp_path / "logs" / "sevenplots.log"
    assert "Something went wrong inside the program" in printed.err
    assert str(log) in "".join(printed.err.split("\n")).replace(" ", "")
    assert "Traceback" not in printed.err
    text = log.read_text("utf-8")
    assert "CRITICAL sevenplots: The command crashed" in text
    assert "Traceback (most recent call last)" in text
    assert "KeyError: 'HOME/01141'" in text
    assert str(tmp_path) not in text


def test_a_crash_is_said_where_no_log_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").write_text("not a folder")

    def crash(_: object, code: str) -> None:
        raise KeyError(code)

    monkeypatch.setattr("cli.session.Session.card", crash)
    assert run(["card", "01141", "--home", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "Please report: KeyError: '01141'" in error
    assert "The whole report" not in error


def test_a_command_that_ends_well_logs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["card", "01141", "--home", str(tmp_path)]) == 0
    assert not (tmp_path / "logs").exists()
