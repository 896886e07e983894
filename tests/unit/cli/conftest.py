"""The command line as tests call it: in this process, with a home folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

import cli.hand_options
import cli.search
import cli.session
from carddb.query import Searcher
from cli.command_table import CommandRow
from cli.main import run
from library.library import Library
from tests.prepared_cards import fill_files_once, read_files_once
from tests.running import Ran, Run
from tests.verdicts import judge_of


@pytest.fixture(scope="module", autouse=True)
def prepared_once() -> Iterator[None]:
    """Read and write the same cards, make a command and compute what is computed of cards once."""
    with pytest.MonkeyPatch.context() as patch:
        read_files_once(patch)
        fill_files_once(patch)
        patch.setattr(CommandRow, "load", _loaded)
        patch.setattr(cli.session, "Judge", judge_of)
        for module in (cli.search, cli.hand_options):
            patch.setattr(module, "Searcher", _searcher_of)
        yield


_searcher_of = cache(Searcher)
_load = CommandRow.load
_commands: dict[tuple[str, str], object] = {}


def _loaded(row: CommandRow) -> object:
    """Return a command as typer made it when it was called first."""
    key = (row.module, row.name)
    if key not in _commands:
        _commands[key] = _load(row)
    return _commands[key]


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder that the commands share, so that cards.db is filled once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no command use a library on a server."""
    monkeypatch.delenv("SEVENPLOTS_LIBRARY", raising=False)


def open_library(home: Path) -> Library:
    """Return the library in a home folder."""
    return Library(home / "decks.db", clock=lambda: datetime.now(UTC), home=home)


@pytest.fixture
def sevenplots(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line as a function."""
    return command_line(home, capsys)


def command_line(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line with this home folder."""

    def ran(*words: object) -> Ran:
        status = run(["--home", str(home), *map(str, words)])
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return ran


def refusal(sevenplots: Run, *words: object) -> str:
    """Return what people read where a command is refused, which is an error in its JSON, too."""
    ran = sevenplots(*words)
    assert (ran.status, ran.out) == (2, ""), ran.err
    assert "Traceback" not in ran.err
    assert sevenplots(*words, "--json").json["error"]["reason"]
    return ran.err
