"""Standings as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

from events.event_state import EventState
from events.standings import standings

_HEADS = ("rank", "id", "name", "faction", "points", "rounds", "wins", "byes", "sos", "xsos")
# A spreadsheet takes a text that begins so for a formula.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def standings_csv(state: EventState) -> str:
    """Return the standings as CSV; SoS and xSoS as fractions and as decimals."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow((*_HEADS, "sos_decimal", "xsos_decimal", "decided_by", "opponents", "dropped"))
    for line in standings(state).lines:
        player = state.player(line.player)
        cells = (
            *(line.rank, player.id, player.name, player.faction, line.points, line.rounds),
            *(line.wins, line.byes),
            *(f"{each.numerator}/{each.denominator}" for each in (line.sos, line.xsos)),
            *(f"{float(each):.4f}" for each in (line.sos, line.xsos)),
            line.decided_by.value,
            "; ".join(state.player(each).name for each in line.opponents),
            "" if player.dropped is None else player.dropped,
        )
        writer.writerow(map(_harmless, cells))
    return file.getvalue()


def _harmless(cell: object) -> str:
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULAS) else text
