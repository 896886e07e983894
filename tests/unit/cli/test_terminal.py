"""Lines for people: the same with rich and without it, and rich only where it does something."""

from __future__ import annotations

import pytest

from cli.console import output_console
from cli.standard_streams import PIPE_WIDTH
from cli.terminal import faint_line, out, print_faint_line, print_line

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
