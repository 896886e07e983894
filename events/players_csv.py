"""The players of an event as CSV, from which `sign_up` reads the same players again."""

from __future__ import annotations

import csv
from io import StringIO

from carddb.text_format import harmless_cell
from events.event_state import EventState

HEADINGS = ("name", "faction", "agenda")


def players_csv(state: EventState) -> str:
    """Return who is in the event, a line for each player; agendas by their codes."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for player in state.players:
        if player.dropped != 0:
            writer.writerow((harmless_cell(player.name), player.faction, " ".join(player.agendas)))
    return text.getvalue()
