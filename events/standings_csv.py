"""Standings as CSV: every tiebreaker as an exact fraction and rounded."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO

from events.event_state import EventState
from events.standings import standings

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


def rounded(value: Fraction) -> str:
    """Return a fraction with four decimals, a whole number without."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}"


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
                player.name,
                player.faction,
                rounded(line.points),
                line.rounds,
                line.wins,
                line.byes,
                rounded(line.sos),
                line.sos,
                rounded(line.xsos),
                line.xsos,
                line.lot,
                line.decided_by.value,
                "" if player.dropped is None else player.dropped,
            )
        )
    return text.getvalue()
