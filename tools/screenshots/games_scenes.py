"""The dialogs of games, over a log of some weeks."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from desktop.dialogs.games.games_dialog import GamesDialog
from desktop.dialogs.games.record_game_dialog import RecordGameDialog
from desktop.shell.main_window import DECKS
from library.library import Library
from library.played_games import Ending, PlayedGame, Result, SetupQuality
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
    window, dialogs = album.window, album.dialogs
    window.games.dialog_opened.connect(dialogs.append)
    deck = window.library_worker.contents.decks[0]
    done: list[bool] = []
    window.library_worker.change(
        lambda library: _fill(library, deck.id), lambda _: done.append(True)
    )
    window.show_page(DECKS)
    wait_until(lambda: bool(done) and not window.library_worker.busy)
    window.games.record_with(deck.id)
    dialog = album.dialog()
    assert isinstance(dialog, RecordGameDialog)
    dialog.results[Result.WIN].setChecked(True)
    album.settle()
    album.take_over("record-game", dialog)
    for tab in range(3):
        window.games.show_games(deck.id)
        log = album.dialog()
        assert isinstance(log, GamesDialog)
        wait_until(lambda log=log: bool(log.model.rows))  # type: ignore[misc]
        log.tabs.setCurrentIndex(tab)
        log.table.selectRow(1)
        album.settle()
        album.take_over(f"games-{('log', 'rates', 'time')[tab]}", log)


def _fill(library: Library, deck_id: str) -> None:
    chance = Random(7)
    deck = library.decks.get(deck_id)
    for number in range(31):
        faction, agenda = chance.choice(_OPPONENTS)
        library.games.add(
            PlayedGame(
                played=TODAY - timedelta(days=3 * number),
                result=chance.choice([Result.WIN, Result.WIN, Result.LOSS]),
                deck_id=deck.id,
                version=deck.version,
                opponent=chance.choice(["Ann", "Bob", ""]),
                opponent_faction=faction,
                opponent_agenda=agenda,
                first_player=chance.choice([True, False, None]),
                ending=chance.choice(list(Ending)),
                setup=chance.choice(list(SetupQuality)),
                notes=chance.choice(["", "Flooded with events"]),
            )
        )
