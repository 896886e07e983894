"""What a paper of an event says, as values: tables, slips to cut and the bracket."""

from __future__ import annotations

from dataclasses import dataclass

from events.bracket_tree import TreeRound


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperHead:
    """What stands at the top of each page."""

    title: str
    event: str
    day: str
    moment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperColumn:
    """A column: `wide` ones share what the others leave, `numeric` ones end at the right."""

    label: str
    wide: bool = False
    numeric: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """The cells of a row, and in small type below it what it comes from.

    `joined`: the next row belongs to it, with no line between.
    """

    cells: tuple[str, ...]
    detail: str = ""
    joined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperNote:
    """Sentences under a heading, after the table."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A table with notes; it goes on over as many pages as it needs."""

    head: PaperHead
    columns: tuple[PaperColumn, ...]
    rows: tuple[PaperRow, ...]
    notes: tuple[PaperNote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSlip:
    """A slip of one table: for each player boxes to tick and blanks to write in."""

    table: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPaper:
    """The slips of a round, to be cut; `boxes` and `blanks` are the same for all."""

    head: PaperHead
    slips: tuple[ResultSlip, ...]
    boxes: tuple[str, ...]
    blanks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPaper:
    """The bracket, from the first round to the final."""

    head: PaperHead
    rounds: tuple[TreeRound, ...]
    notes: tuple[PaperNote, ...] = ()


EventPaper = PaperTable | SlipPaper | BracketPaper
