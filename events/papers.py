"""The papers of a round: pairings by table and by name, outstanding tables, result slips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from carddb.errors import AppError
from decks.sheet import written_day
from events.event_state import EventState
from events.paper_contents import (
    PaperColumn,
    PaperHead,
    PaperNote,
    PaperRow,
    PaperTable,
    ResultSlip,
    SlipPaper,
)
from events.shown_round import ShownGame, ShownRound, ShownSeat, places_by_name, shown_round

_NOBODY = ShownSeat(player="", name="")


def paper_head(state: EventState, title: str, moment: str = "") -> PaperHead:
    """Return the head of a paper of this event."""
    settings = state.settings
    day = written_day(settings.day)
    return PaperHead(title=title, event=settings.name, day=day, moment=moment)


def pairings_by_table(state: EventState, number: int | None = None) -> PaperTable:
    """Return a round by table, with results where they are known; the last round by default."""
    shown = shown_round(state, number)
    return _by_table(state, shown, shown.games, "Pairings by table", shown.without_game)


def outstanding_tables(state: EventState) -> PaperTable:
    """Return the tables that still play in the last round."""
    shown = shown_round(state)
    paper = _by_table(state, shown, shown.playing, "Tables still playing")
    if paper.rows:
        return paper
    nothing = PaperNote(heading="", lines=("Every table has its result.",))
    return PaperTable(head=paper.head, columns=paper.columns, rows=(), notes=(nothing,))


def pairings_by_name(state: EventState, number: int | None = None) -> PaperTable:
    """Return where everybody plays, in the order of names; the last round by default."""
    shown = shown_round(state, number)
    rows = tuple(
        PaperRow(
            cells=(
                place.seat.name,
                place.table,
                ", ".join(each.name for each in place.opponents),
            )
        )
        for place in places_by_name(shown)
    )
    columns = (
        PaperColumn(label="Player", wide=True, bold=True),
        PaperColumn(label="Table", numeric=True, bold=True),
        PaperColumn(label="Opponents" if state.kind.at_tables else "Opponent", wide=True),
    )
    head = paper_head(state, "Pairings by name", shown.title)
    return PaperTable(head=head, columns=columns, rows=rows)


def result_slips(state: EventState, number: int | None = None) -> SlipPaper:
    """Return a slip for each table of a round; AppError where it has no games."""
    shown = shown_round(state, number)
    if not shown.games:
        raise AppError(f"{shown.title} has no games to print slips of.")
    slips = tuple(
        ResultSlip(table=str(game.table), players=tuple(seat.name for seat in game.seats))
        for game in shown.games
    )
    if state.kind.at_tables:
        boxes: tuple[str, ...] = ()
        blanks: tuple[str, ...] = ("Place", "Power", "of")
    else:
        draw = ("Draw",) if state.regulations.has_draws and not shown.elimination else ()
        boxes, blanks = ("Win", "Modified win", *draw), ("Power", "of")
    head = paper_head(state, "Result", shown.title)
    return SlipPaper(head=head, slips=slips, boxes=boxes, blanks=blanks)


def _by_table(
    state: EventState,
    shown: ShownRound,
    games: Iterable[ShownGame],
    title: str,
    without_game: Iterable[tuple[ShownSeat, str]] = (),
) -> PaperTable:
    """Return games by table: two players side by side, those of a melee table below each other."""
    melee, points = state.kind.at_tables, not shown.elimination
    rows: list[PaperRow] = []
    for game in sorted(games, key=lambda each: each.table):
        if melee:
            rows += _melee_rows(game, points=points)
        else:
            cells = (str(game.table), *_seat_cells(game.seats, points=points))
            rows.append(PaperRow(cells=cells, detail=game.note))
    for seat, instead in without_game:
        seats = [replace(seat, score=instead), *([] if melee else [_NOBODY])]
        rows.append(PaperRow(cells=("", *_seat_cells(seats, points=points))))
    columns = [PaperColumn(label="Table", numeric=True, bold=True)]
    for label in ("Player",) if melee else ("Player", "Opponent"):
        columns.append(PaperColumn(label=label, wide=True))
        columns += [PaperColumn(label="Points", numeric=True)] if points else []
        columns.append(PaperColumn(label="Place" if melee and points else "Result", bold=True))
    head = paper_head(state, title, shown.title)
    return PaperTable(head=head, columns=tuple(columns), rows=tuple(rows))


def _melee_rows(game: ShownGame, *, points: bool) -> list[PaperRow]:
    """Return the players of a table below each other, without lines between."""
    last = game.seats[-1]
    return [
        PaperRow(
            cells=("" if at else str(game.table), *_seat_cells([seat], points=points)),
            joined=seat is not last,
        )
        for at, seat in enumerate(game.seats)
    ]


def _seat_cells(seats: Iterable[ShownSeat], *, points: bool) -> list[str]:
    return [
        cell
        for seat in seats
        for cell in (seat.name, *((seat.points,) if points else ()), seat.score)
    ]
