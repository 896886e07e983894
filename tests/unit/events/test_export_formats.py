"""What an event is written as: one table for the window's menu and the commands."""

from __future__ import annotations

import pytest

from cli.event.event_files import EventFormat
from events.export_formats import EXPORT_FORMATS, ExportFormat
from tests.event_samples import played_event


def test_the_commands_and_the_menu_have_the_same_formats() -> None:
    assert sorted(each.name for each in EXPORT_FORMATS) == sorted(map(str, EventFormat))


@pytest.mark.parametrize("format_", EXPORT_FORMATS, ids=lambda each: each.name)
def test_every_format_writes_every_player(format_: ExportFormat) -> None:
    organizer = played_event(12, 2, cut=4)
    text = format_.write(organizer.state, organizer.log, str)
    assert "Player 11" in text
    assert "Łukasz" in text or "\\u0141ukasz" in text
