"""What the command line does with errors that no command expected."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.event.commands import EventCommands
from cli.main import Commands, run

ROOT = Path(__file__).parents[3]


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


def test_the_help_imports_no_command_and_a_judgement_neither_pydantic_nor_sql(
    home: Path,
) -> None:
    code = (
        "import os, sys, sevenplots\n"
        "status = sevenplots.start(sys.argv[1:])\n"
        "assert os.environ['OPENBLAS_NUM_THREADS'] == '1'\n"
        "print(*sorted(sys.modules), sep='\\n', file=sys.stderr)\n"
        "sys.exit(status)"
    )

    def imported(*words: str) -> set[str]:
        command = [sys.executable, "-c", code, *words]
        ran = subprocess.run(  # noqa: S603 - our own program
            command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True
        )
        return set(ran.stderr.split("\n"))

    helped = imported("--help")
    assert {"cli.check", "cli.session", "carddb.card", "rich", "pydantic"} & helped == set()
    deck = ROOT / "resources" / "decks" / "second" / "2018-world-championship-deck.json"
    words = ("--home", str(home), "check", str(deck), "--list", "none")
    # The first fills cards.db, whose progress rich shows.
    assert {"pydantic", "sqlmodel"} & imported(*words) == set()
    judged = imported(*words)
    assert "cli.check" in judged
    assert {"pydantic", "sqlmodel", "numpy", "lark", "cli.hands", "rich"} & judged == set()
    # The deck is JSON, which needs no reader of texts; nothing is written, and no folder looked up.
    assert {"decks.formats.csv_table", "decks.formats.text_list"} & judged == set()
    assert {"tempfile", "zipfile", "importlib.resources", "platformdirs"} & judged == set()
    # It is legal, of the second edition, and no Civil War's.
    of_others = {"validators.first_edition.rule_set", "validators.civil_war", "validators.repairs"}
    assert of_others & judged == set()


@pytest.mark.parametrize("words", [(), ("event",)])
def test_every_command_of_the_table_is_there(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for row in EventCommands.rows if words else Commands.rows:
        assert run([*words, row.name, "--help"]) == 0
        assert "Usage: " in capsys.readouterr().out


# Presses Ctrl+C where the program imports a module.
INTERRUPTED = """
import os, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, Finder())
sys.argv = ["/usr/bin/sevenplots", *{arguments!r}]
import sevenplots
sevenplots.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    ("module", "arguments"),
    [("dataclasses", []), ("cli.main", ["check", "deck.txt"]), ("desktop.app", [])],
)
def test_ctrl_c_while_the_program_is_imported_ends_it_without_a_traceback(
    module: str, arguments: list[str], tmp_path: Path
) -> None:
    code = INTERRUPTED.format(module=module, arguments=arguments)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "SEVENPLOTS_HOME": str(tmp_path)}
    ran = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, "", "")
