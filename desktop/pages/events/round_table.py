"""The tables of a round: those that still play first, then results, byes and unpaired losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.pages.events.result_field import begins_result
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import TableGame
from events.regulations import regulations
from events.result_text import SEATS, short_result_text
from events.shown_round import points_text
from events.standings import standings


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A table with its players and result, or a player who does not play this round.

    `score` is the result in short, `winner` the seat that won. While it is `playing`, its result
    is still to come.
    """

    players: tuple[str, ...]
    names: tuple[str, ...]
    result: str
    game: TableGame | None = None
    more_minutes: int = 0
    score: str = ""
    winner: int | None = None
    playing: bool = False

    @property
    def short_words(self) -> str:
        """The same in as little room as can be."""
        if self.playing and self.more_minutes:
            return f"playing +{self.more_minutes} min"
        return "playing" if self.playing else self.score or self.result

    @property
    def state_words(self) -> str:
        """The result, or that there is none yet."""
        if not self.playing:
            return self.result
        more = f", {self.more_minutes} minutes more" if self.more_minutes else ""
        pinned = ", stays when drawn again" if self.game and self.game.pinned else ""
        return f"playing{more}{pinned}"


def _name(row: RoundRow, seat: int) -> str:
    return row.names[seat] if seat < len(row.names) else ""


def _won(row: RoundRow, seat: int) -> tuple[Glyph, ...]:
    if row.game is None or len(row.players) != 2:
        return ()
    return (Glyph(icons.LEGAL, tint=True),) if row.winner == seat else (Glyph(""),)


_HOW = {
    GameResult.MODIFIED_WIN: " at time",
    GameResult.MODIFIED_LOSS: " at time",
    GameResult.DRAW: " draw",
    GameResult.INTENTIONAL_DRAW: " intentional",
    GameResult.DOUBLE_LOSS: " both lose",
}
_WINNERS = {
    GameResult.WIN: 0,
    GameResult.MODIFIED_WIN: 0,
    GameResult.LOSS: 1,
    GameResult.MODIFIED_LOSS: 1,
}


def columns_for(seats: int) -> tuple[Column[RoundRow], ...]:
    """Return the columns of a round with so many seats at a table."""
    return (
        Column(
            title="Table",
            text=lambda row: str(row.game.table) if row.game else "",
            width=8,
            alignment=RIGHT,
        ),
        *(
            Column(
                title=SEATS[seat],
                name=f"Player {SEATS[seat]}",
                text=partial(_name, seat=seat),
                glyphs=partial(_won, seat=seat),
                words=partial(_name, seat=seat),
                width=10,
                share=4,
            )
            for seat in range(seats)
        ),
        Column(
            title="Result",
            text=lambda row: row.short_words,
            words=lambda row: row.state_words,
            width=19,
        ),
    )


class RoundModel(ColumnsModel[RoundRow]):
    """The rows of a round."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(columns_for(2), parent)

    @override
    def key(self, row: RoundRow) -> object:
        return row.game.table if row.game else row.players

    def show_round(self, rows: list[RoundRow], seats: int) -> None:
        """Show the rows of a round, with a column for each seat."""
        if len(self.columns) != seats + 2:
            self.beginResetModel()
            self.columns = self.headings = columns_for(seats)
            self.rows = rows
            self.endResetModel()
        else:
            self.update_rows(rows)


class RoundTable(RowsTable[RoundRow]):
    """The tables; a letter of a result on a row begins it there.

    Signals:
        result_begun: a result is typed (the table, the letter).
    """

    result_begun = Signal(int, str)

    def __init__(self, model: RoundModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Tables of the round", parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.doubleClicked.connect(lambda: self._begin(""))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        begun = begins_result(event)
        if begun is None or not self._begin(begun):
            super().keyPressEvent(event)

    def _begin(self, letter: str) -> bool:
        for row in self.selected():
            if row.game is not None:
                self.result_begun.emit(row.game.table, letter)
                return True
        return False

    @override
    def keyboardSearch(self, search: str) -> None:
        """Do not look for rows by their first letter: letters are results."""


def shown_names(state: EventState, number: int) -> dict[str, str]:
    """Return all names, with the points before a round behind them; none before the first."""
    had: dict[str, Fraction] = {}
    if number > 1:
        before = standings(replace(state, rounds=state.rounds[: number - 1]))
        had = {line.player: line.points for line in before}
    return {
        each.id: f"{each.name} ({points_text(had[each.id])})" if each.id in had else each.name
        for each in state.players
    }


def round_rows(
    state: EventState,
    number: int,
    extensions: Mapping[int, int] | None = None,
    shown: Mapping[str, str] | None = None,
) -> list[RoundRow]:
    """Return the rows of a Swiss round; `shown` are the names with what stands behind them."""
    played, more = state.round(number), extensions or {}
    shown = shown_names(state, number) if shown is None else shown
    names = {each.id: each.name for each in state.players}
    version = state.settings.regulations
    rows = [
        _game_row(
            game,
            tuple([names[each] for each in game.players]),
            tuple([shown[each] for each in game.players]),
            more.get(game.table, 0),
            version,
        )
        for game in sorted(played.games, key=lambda game: game.table)
    ]
    rows.sort(key=lambda row: not row.playing)
    alone = (
        (played.byes, "has a bye"),
        (played.losses, "has an unpaired loss"),
    )
    for players, words in alone:
        rows += [RoundRow((each,), (shown[each],), words) for each in players]
    return rows


# A result changes one row of many.
@lru_cache(maxsize=1024)
def _game_row(
    game: TableGame, names: tuple[str, ...], shown: tuple[str, ...], more_minutes: int, version: str
) -> RoundRow:
    result, score, words = game.result, "", ""
    if result is not None:
        points = regulations(version).points_of(result)
        how = " conceded" if game.conceded else _HOW.get(result, "")
        score = f"{points[0]}:{points[1]}{how}"
        words = short_result_text(game, names, points)
    elif game.places:
        words = f"Places {', '.join(map(str, game.places))}"
    return RoundRow(
        game.players,
        shown,
        words,
        game,
        more_minutes,
        score,
        None if result is None else _WINNERS.get(result),
        playing=not game.over,
    )


def about_round(state: EventState, number: int) -> str:
    """Return why the round is paired as it is, and where it departs from the regulations."""
    played = state.round(number)
    parts = [f"Drawn from the seed {played.seed}." if played.seed is not None else ""]
    if played.earlier_seeds:
        parts.append(f"Seeds before: {', '.join(map(str, played.earlier_seeds))}.")
    for each in played.reasons:
        alone = f"{state.player(each.players[0]).name}: " if len(each.players) == 1 else ""
        parts.append(f"• {alone}{each.reason}")
    where = {f"Round {number}", f"Before round {number}", "Pairings"}
    departures = [each.text for each in state.departures if each.where in where]
    if departures:
        parts += ["", "Not as the regulations say:", *(f"• {each}" for each in departures)]
    return "\n".join(each for at, each in enumerate(parts) if each or at)
