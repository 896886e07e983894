"""Recording games from wherever a deck is, and the dialog of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from carddb.terms import Edition
from core.errors import AppError
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession, quoted
from desktop.session.library_worker import LibraryWorker
from desktop.widgets.message_bar import BarAction, toast_of
from library.game_report import RESULT_WORDS, PlayedGame, Result, SetupQuality, total

if TYPE_CHECKING:
    from library.library import Library

_NO_LIBRARY = AppError("The library is not open, so no games can be recorded.")


class GamesController(QObject):
    """Opens the dialogs of games, writes what was recorded and says so, with an undo."""

    failed = Signal(AppError)

    def __init__(
        self,
        session: DeckSession,
        library_worker: LibraryWorker,
        autosaver: Autosaver,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._library_worker = session, library_worker
        self._autosaver, self._window = autosaver, window

    def record(self, setup: SetupQuality = SetupQuality.USUAL) -> None:
        deck = self._session.current
        if deck is None:
            return

        def open_dialog() -> None:
            if deck.stored is not None:
                self._ask(deck.stored.id, deck.stored.version, deck.deck.name, setup)

        if not self._autosaver.ready:
            self.failed.emit(_NO_LIBRARY)
        elif deck.stored is None or deck.unsaved:
            # What was played is a version of the library's.
            self._autosaver.save(deck, open_dialog)
        else:
            open_dialog()

    def record_with(self, deck_id: str) -> None:
        """Ask for a game that was played with a deck of the library, or with another."""
        deck = self._library_worker.contents.deck(deck_id) if deck_id else None
        if deck is not None:
            self._ask(deck.id, deck.version, deck.name)
        else:
            self._ask(None, None, "")

    def show_games(self, deck_id: str = "") -> None:
        from desktop.dialogs.games_dialogs import GamesDialog  # noqa: PLC0415 - when asked for

        if self._session.cards is not None:
            made = GamesDialog(self._library_worker, self._session.cards, deck_id, self._window)
            made.record_requested.connect(self.record_with)
            made.open()

    def _ask(
        self,
        deck_id: str | None,
        version: int | None,
        name: str,
        setup: SetupQuality = SetupQuality.USUAL,
    ) -> None:
        from desktop.dialogs.games_dialogs import RecordGameDialog  # noqa: PLC0415 - when asked for

        cards = self._session.cards
        if cards is None:
            return
        game = PlayedGame(
            played=self._session.today,
            result=Result.WIN,
            deck_id=deck_id,
            version=version,
            deck_name=name,
            setup=setup,
        )
        deck = self._library_worker.contents.deck(deck_id) if deck_id else None
        current = self._session.current
        if deck is None and current is not None and current.stored is not None:
            edition = current.deck.edition
        else:
            edition = deck.edition if deck else Edition.SECOND
        dialog = RecordGameDialog(game, cards.pools[edition], self._window)
        dialog.recorded.connect(self._write)
        dialog.open()

    def _write(self, game: PlayedGame) -> None:
        def work(library: Library) -> tuple[PlayedGame, str]:
            added = library.games.add(game)
            return added, total(library.games.all(added.deck_id))

        self._library_worker.change(work, self._on_written)

    def _on_written(self, answer: tuple[PlayedGame, str]) -> None:
        game, so_far = answer
        what = "All games" if game.deck_id is None else quoted(game.deck_name)
        worker, ids = self._library_worker, [game.id]
        toast_of(self._window).show_message(
            f"{RESULT_WORDS[game.result]}: the game is recorded. {what}: {so_far}.",
            lambda: worker.change(lambda library: library.games.remove_all(ids)),
            further=BarAction("All games…", lambda: self.show_games(game.deck_id or "")),
        )
