"""The players of an event as CSV, from which `sign_up` reads the same players again."""

from __future__ import annotations

import csv
import re
from io import StringIO

from events.event_state import EventState

HEADINGS = ("name", "faction", "agenda")
# A spreadsheet takes a text that begins so for a formula, and a name is what somebody wrote.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def players_csv(state: EventState) -> str:
    """Return who is in the event, a line for each player; agendas by their codes."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for player in state.players:
        if player.dropped != 0:
            writer.writerow((harmless(player.name), player.faction, " ".join(player.agendas)))
    return text.getvalue()


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """Return a text without the sign that `harmless` put before it."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell
