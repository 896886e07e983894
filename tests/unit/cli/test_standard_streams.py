"""What the command line does when its output has nowhere to go, or has lost its reader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "resources" / "decks" / "second"
LEGAL = SAMPLES / "wolves-of-winter-wotn.json"
# More than a pipe or a buffer holds, and less.
MUCH = f"card {' '.join(f'01{number:03}' for number in range(1, 151))} --json"
LITTLE = "card 01141"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")


def shell(home: Path, line: str) -> tuple[int, str]:
    """Run a line of the shell, in which `$SP` is the program; return its status and its errors."""
    program = f"{sys.executable} -m sevenplots --home {home}"
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/bash", "-o", "pipefail", "-c", line.replace("$SP", program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "words", [MUCH, LITTLE, f"check {SAMPLES}"], ids=["much", "little", "rows"]
)
def test_a_reader_that_goes_away_ends_it_quietly(home: Path, words: str) -> None:
    assert shell(home, f"$SP {words} | true") == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [MUCH, LITTLE, "--version"], ids=["much", "little", "version"])
def test_output_that_cannot_be_written_is_2_and_a_sentence(home: Path, words: str) -> None:
    status, message = shell(home, f"$SP {words} >/dev/full")
    assert status == 2
    assert message.startswith("The output could not be written: No space left on device.")
    assert "report" not in message


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_closed_stream_changes_no_answer(home: Path, closed: str) -> None:
    assert shell(home, f"$SP check {LEGAL} {closed}")[0] == 0


@pytest.mark.parametrize("closed", ["2>&-", ">&- 2>&-"])
def test_an_error_with_nowhere_to_go_is_one(home: Path, closed: str) -> None:
    assert shell(home, f"$SP check nowhere.txt {closed}")[0] == 2


def test_a_closed_input_holds_no_deck(home: Path) -> None:
    status, message = shell(home, "$SP check - <&-")
    assert (status, message.splitlines()[0]) == (2, "The file is empty: it holds no deck.")
