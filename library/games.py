"""The log of games that were played with the decks."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import uuid4

from sqlalchemy import Connection, delete, insert, select, update
from sqlmodel import col

from library import rows
from library.errors import UnknownDeckError
from library.played_games import PlayedGame, Result, WinRate, record
from library.storage import Storage
from library.stored_text import storable
from library.tables import DeckRow, GameRow


class GameLog:
    """The games; each method is one transaction."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def add(self, game: PlayedGame) -> PlayedGame:
        """Add a game; return it with its id, and with the deck's name where that was left empty.

        UnknownDeckError where it was played with a deck or version that is not in the library.
        """
        added = replace(game, id=uuid4().hex)
        with self._storage.writing() as connection:
            added = _with_deck(connection, added)
            connection.execute(insert(GameRow).values(_row(added)))
        return added

    def change(self, game: PlayedGame) -> PlayedGame:
        """Put a game in the place of the one of its id; UnknownDeckError where there is none."""
        with self._storage.writing() as connection:
            changed = _with_deck(connection, game)
            statement = update(GameRow).where(col(GameRow.id) == game.id).values(_row(changed))
            if connection.execute(statement).rowcount != 1:
                raise _unknown_game()
        return changed

    def remove(self, game_id: str) -> None:
        """Remove a game for good; UnknownDeckError where there is none."""
        with self._storage.writing() as connection:
            gone = connection.execute(delete(GameRow).where(col(GameRow.id) == game_id))
            if gone.rowcount != 1:
                raise _unknown_game()

    def all(self, deck_id: str | None = None, version: int | None = None) -> tuple[PlayedGame, ...]:
        """Return the games, the latest first: all, those of a deck, or of a version of it."""
        query = select(GameRow).order_by(col(GameRow.played).desc(), col(GameRow.id))
        if deck_id is not None:
            query = query.where(col(GameRow.deck_id) == deck_id)
        if version is not None:
            query = query.where(col(GameRow.version) == version)
        with self._storage.reading() as connection:
            found = connection.execute(query).mappings().all()
        return tuple(
            PlayedGame(
                **dict(row) | {"played": date.fromisoformat(row["played"]), "result": result}
            )
            for row in found
            for result in [Result(row["result"])]
        )

    def record(self, deck_id: str | None = None, version: int | None = None) -> WinRate:
        """Return what the games come to: all, those of a deck, or of a version of it."""
        return record(self.all(deck_id, version))


def _with_deck(connection: Connection, game: PlayedGame) -> PlayedGame:
    if game.deck_id is None:
        return game
    query = select(col(DeckRow.name)).where(col(DeckRow.id) == game.deck_id)
    name = connection.scalar(query)
    if name is None:
        raise rows.unknown_deck()
    if game.version is not None:
        rows.version_text(connection, game.deck_id, game.version)
    return replace(game, deck_name=game.deck_name or name)


def _row(game: PlayedGame) -> rows.Cells:
    return {
        "id": game.id,
        "deck_id": game.deck_id,
        "deck_name": storable(game.deck_name),
        "version": game.version,
        "played": game.played.isoformat(),
        "result": game.result.value,
        "opponent": storable(game.opponent),
        "opponent_faction": storable(game.opponent_faction),
        "opponent_agenda": storable(game.opponent_agenda),
        "notes": storable(game.notes),
    }


def _unknown_game() -> UnknownDeckError:
    return UnknownDeckError("The library has no such game any more.")
