"""Short ways to ask about readings."""

from __future__ import annotations

from carddb.pool import Pools
from decks.deck_reader import read_decks
from decks.report import LineStatus, Reading, ReportLine


def line(reading: Reading, number: int) -> ReportLine:
    """Return the report line of a line of the source."""
    (found,) = (each for each in reading.lines if each.line == number)
    return found


def statuses(reading: Reading) -> dict[int, str]:
    """Return the status of each line by its number, without those that were ignored."""
    return {
        each.line: each.status.value
        for each in reading.lines
        if each.status is not LineStatus.IGNORED
    }


def slots(reading: Reading) -> dict[str, int]:
    """Return the deck's copies by code."""
    return {card.code: count for card, count in reading.deck.slots}


def read(text: str | bytes, pools: Pools, **fields: object) -> Reading:
    """Return the only reading of a text."""
    (reading,) = read_decks(text, pools, **fields)  # type: ignore[arg-type]
    return reading


def agendas(reading: Reading) -> list[str]:
    """Return the codes of the agendas."""
    return [each.code for each in reading.deck.agendas]
