"""The log of games as a table, and what the games come to as charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject
from typing_extensions import override

from carddb.pool import Pools
from carddb.text_format import MONTHS
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import Column, ColumnsModel
from library.game_report import (
    ENDING_WORDS,
    RESULT_WORDS,
    agenda_words,
    faction_words,
    total,
)
from library.played_games import PlayedGame, Result, WinRate
from validators.problem import Severity

_SIGNS = {
    Result.WIN: Glyph(icons.LEGAL, tint=True, words="Won"),
    Result.LOSS: Glyph(icons.of_severity(Severity.ERROR), Severity.ERROR, "Lost"),
    Result.DRAW: Glyph(icons.NOTE, Severity.NOTE, "Draw"),
}


def _deck(game: PlayedGame) -> str:
    number = f" · {game.version}" if game.version is not None else ""
    return f"{game.deck_name}{number}"


def _deck_words(game: PlayedGame) -> str:
    number = f", version {game.version}" if game.version is not None else ""
    return f"{game.deck_name}{number}"


def _noted(game: PlayedGame) -> str:
    first = {None: "", True: "went first", False: "went second"}[game.first_player]
    setup = f"{game.setup.value} setup" if game.setup else ""
    parts = (first, ENDING_WORDS[game.ending].lower(), setup, " ".join(game.notes.split()))
    return " · ".join(filter(None, parts))


def _columns(pools: Pools) -> tuple[Column[PlayedGame], ...]:
    def against(game: PlayedGame) -> str:
        parts = faction_words(game.opponent_faction), agenda_words(game.opponent_agenda, pools)
        return " · ".join(filter(None, parts))

    return (
        Column(
            title="Day",
            text=lambda game: (
                f"{game.played.day} {MONTHS[game.played.month - 1]} {game.played.year}"
            ),
            alignment=RIGHT,
            width=12,
        ),
        Column(
            title="Result",
            text=lambda game: RESULT_WORDS[game.result],
            glyphs=lambda game: (_SIGNS[game.result],),
            words=lambda game: RESULT_WORDS[game.result],
            width=8,
        ),
        Column(title="Deck", text=_deck, words=_deck_words, share=3),
        Column(title="Against", text=against, share=3),
        Column(title="Opponent", text=lambda game: game.opponent, share=1),
        Column(title="Noted", text=_noted, faint=True, share=4),
    )


class GamesModel(ColumnsModel[PlayedGame]):
    """Games, the latest first."""

    def __init__(self, pools: Pools, parent: QObject | None = None) -> None:
        super().__init__(_columns(pools), parent)

    @override
    def key(self, row: PlayedGame) -> str:
        return row.id


def rates_chart(
    title: str, rates: Iterable[tuple[str, WinRate]], games: Sequence[PlayedGame], *, rows: bool
) -> Chart:
    """Return win rates with their 95 % intervals, the number of games behind each name."""
    found = [(name, rate.games, rate.estimate) for name, rate in rates]
    estimates = [(name, count, each) for name, count, each in found if each is not None]
    series = Series(
        "Won",
        tuple(each.mean for _, _, each in estimates),
        tuple(each.low for _, _, each in estimates),
        tuple(each.high for _, _, each in estimates),
    )
    return Chart(
        title,
        tuple(f"{name} ({count})" for name, count, _ in estimates),
        (series,),
        y_label="Games won",
        percent=True,
        rows=rows,
        note=f"{total(games)} · in brackets: games",
        empty="No games are recorded yet.",
    )
