"""The command line itself: unexpected errors, standard streams, lines for people, versions."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from carddb import catalogue
from carddb.terms import Edition
from cli.console import output_console
from cli.event.commands import EventCommands
from cli.main import Commands, run
from cli.standard_streams import PIPE_WIDTH
from cli.terminal import faint_line, out, print_faint_line, print_line
from core.program_version import PROGRAM_VERSION
from library.schema import HEAD
from tests.long_run import times
from tests.running import Run

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
    assert str(log).replace(" ", "") in "".join(printed.err.split("\n")).replace(" ", "")
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
        "import os, sys\n"
        "sys.modules['PySide6'] = None\n"  # no command needs Qt
        "import sevenplots\n"
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


# As seen from ROOT, whose own name may have spaces.
SAMPLES = "resources/decks/second"
LEGAL = f"{SAMPLES}/wolves-of-winter-wotn.json"
# More than a pipe or a buffer holds, and less.
MUCH = f"card {' '.join(f'01{number:03}' for number in range(1, 151))} --json"
LITTLE = "card 01141"

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")


def shell(home: Path, line: str) -> tuple[int, str]:
    """Run a line of the shell, in which `$SP` is the program; return its status and its errors."""
    program = shlex.join([sys.executable, "-m", "sevenplots", "--home", str(home)])
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/bash", "-o", "pipefail", "-c", line.replace("$SP", program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr


@posix
@pytest.mark.parametrize(
    "words", [MUCH, LITTLE, f"check {SAMPLES}"], ids=["much", "little", "rows"]
)
def test_a_reader_that_goes_away_ends_it_quietly(home: Path, words: str) -> None:
    assert shell(home, f"$SP {words} | true") == (141, "")


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [MUCH, LITTLE, "--version"], ids=["much", "little", "version"])
def test_output_that_cannot_be_written_is_2_and_a_sentence(home: Path, words: str) -> None:
    status, message = shell(home, f"$SP {words} >/dev/full")
    assert status == 2
    assert message.startswith("The output could not be written: No space left on device.")
    assert "report" not in message


@posix
@pytest.mark.parametrize("closed", [">&- 2>&-", "<&-", ">&-", "2>&-"][: times(short=2, long=4)])
def test_a_closed_stream_changes_no_answer(home: Path, closed: str) -> None:
    assert shell(home, f"$SP check {LEGAL} {closed}")[0] == 0


@posix
@pytest.mark.parametrize("closed", [">&- 2>&-", "2>&-"][: times(short=1, long=2)])
def test_an_error_with_nowhere_to_go_is_one(home: Path, closed: str) -> None:
    assert shell(home, f"$SP check nowhere.txt {closed}")[0] == 2


@posix
def test_a_closed_input_holds_no_deck(home: Path) -> None:
    status, message = shell(home, "$SP check - <&-")
    assert (status, message.splitlines()[0]) == (2, "The file is empty: it holds no deck.")


TEXTS = (
    "",
    "The draw deck has 45 cards; at least 60 are needed.",
    "  two spaces  before and behind  ",
    "[bold]no markup[/bold] :smile: http://x.org 12 'quoted'",
    "Bell \x07, escape \x1b[31m, tab\tstop, and \u202e the other way",
    "several\nlines\r\nof it",
    "é combined e\u0301, and 権力の wide",
    "w" * PIPE_WIDTH,
    "権" * (PIPE_WIDTH // 2 + 1),
    "many words " * PIPE_WIDTH,
)


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_line_without_rich_is_the_same_to_the_last_letter(
    text: str,
    forced: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def printed() -> str:
        print_line("✓", " ", (text, "bold"))
        print_faint_line(text)
        return capsys.readouterr().out

    output_console.cache_clear()
    if forced:
        monkeypatch.setenv("FORCE_COLOR", "1")
    short = printed()
    monkeypatch.setattr("cli.terminal._comes_out_as_it_is", lambda text: False)
    assert printed() == short
    out().print(faint_line(text))
    assert short.endswith(capsys.readouterr().out)
    assert ("\x1b[1m" in short) is (forced and bool(text))
    output_console.cache_clear()


def test_program_catalogue_and_schema_are_named(sevenplots: Run) -> None:
    program, cards, schema = sevenplots("--version").out.splitlines()
    newest = catalogue.newest_list(Edition.SECOND)
    assert program == f"sevenplots {PROGRAM_VERSION}"
    assert cards == (
        f"catalogue of {catalogue.as_of()}, newest list {newest.name} of {newest.date}"
    )
    assert schema == f"schema {int(HEAD)} of the library, 2 of cards.db"
