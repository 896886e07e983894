"""Standings as CSV: every tiebreaker as an exact fraction and rounded."""

from __future__ import annotations

import csv
from io import StringIO

from carddb.text_format import harmless_cell
from events.event_state import EventState
from events.shown_round import points_text
from events.standings import standings
from events.standings_paper import decimal_text

HEADINGS = (
    "rank",
    "player",
    "faction",
    "points",
    "rounds",
    "wins",
    "byes",
    "sos",
    "sos exact",
    "xsos",
    "xsos exact",
    "lot",
    "decided by",
    "dropped",
)


def standings_csv(state: EventState) -> str:
    """Return the standings after the Swiss rounds so far, a line for each player."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for line in standings(state).lines:
        player = state.player(line.player)
        writer.writerow(
            (
                line.rank,
                harmless_cell(player.name),
                harmless_cell(player.faction),
                points_text(line.points),
                line.rounds,
                line.wins,
                line.byes,
                decimal_text(line.sos),
                line.sos,
                decimal_text(line.xsos),
                line.xsos,
                line.lot,
                line.decided_by.value,
                "" if player.dropped is None else player.dropped,
            )
        )
    return text.getvalue()
