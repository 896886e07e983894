"""The dialogs of games, over a log of some weeks."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from desktop.dialogs.games_dialogs import GamesDialog, RecordGameDialog
from desktop.shell.main_window import DECKS
from library.game_report import Ending, PlayedGame, Result, SetupQuality
from library.library import Library
from tools.screenshots.album import Album, wait_until
from tools.screenshots.lists import TODAY

_OPPONENTS = (
    ("stark", "01027"),
    ("lannister", "01027"),
    ("thenightswatch", "none"),
    ("greyjoy", ""),
    ("tyrell", "05045"),
)


def scenes(album: Album) -> None:
    """Take the dialogs and the line above the page."""
    window = album.window
    deck = window.library_worker.contents.decks[0]
    done: list[bool] = []
    window.library_worker.change(
        lambda library: _fill(library, deck.id), lambda _: done.append(True)
    )
    window.show_page(DECKS)
    wait_until(lambda: bool(done) and not window.library_worker.busy)
    window.games.record_with(deck.id)
    dialog = cast(RecordGameDialog, album.dialog())
    dialog.results[Result.WIN].setChecked(True)
    album.settle()
    album.take_over("record-game", dialog)
    for tab in range(3):
        window.games.show_games(deck.id)
        log = cast(GamesDialog, album.dialog())
        wait_until(lambda log=log: bool(log.model.rows))  # type: ignore[misc]
        log.tabs.setCurrentIndex(tab)
        log.table.selectRow(1)
        album.settle()
        album.take_over(f"games-{('log', 'rates', 'time')[tab]}", log)


def _fill(library: Library, deck_id: str) -> None:
    deck = library.decks.get(deck_id)
    for number in range(31):
        faction, agenda = _OPPONENTS[number * 7 % 5]
        library.games.add(
            PlayedGame(
                played=TODAY - timedelta(days=3 * number),
                result=Result.LOSS if number * 5 % 7 < 3 else Result.WIN,
                deck_id=deck.id,
                version=deck.version,
                opponent=("Ann", "Bob", "")[number % 3],
                opponent_faction=faction,
                opponent_agenda=agenda,
                first_player=(True, False, None)[number * 5 % 3],
                ending=tuple(Ending)[max(0, number % 7 - 4)],
                setup=tuple(SetupQuality)[max(0, number % 5 - 2)],
                notes="" if number % 4 else "Flooded with events",
            )
        )
