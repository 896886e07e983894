"""Every command of events is described."""

from __future__ import annotations

from pathlib import Path

from cli.event.commands import EventCommands

DOCS = Path(__file__).parents[4] / "docs" / "events.md"


def test_every_command_is_described() -> None:
    text = DOCS.read_text("utf-8")
    names = [row.name for row in EventCommands.rows]
    assert len(names) > 20
    assert [name for name in names if f"`{name}" not in text] == []
