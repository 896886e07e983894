"""The log of games that were played with the decks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import date
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlmodel import col

from core.json_values import json_object
from library import rows
from library.errors import UnknownDeckError
from library.game_report import Ending, PlayedGame, Result, SetupQuality, WinRate, record
from library.models import DeckRow, GameRow, VersionRow
from library.storage import Repository
from library.stored_text import check_year, storable

_TEXTS = ("deck_name", "opponent", "opponent_faction", "opponent_agenda", "notes")
_FIRST = {"": None, "me": True, "opponent": False}
_FIRST_TEXTS = {first: text for text, first in _FIRST.items()}


class GameLog(Repository):
    """The games."""

    def add(self, game: PlayedGame) -> PlayedGame:
        """Add a game; return it with its id, and with the deck's name where that was left empty.

        UnknownDeckError if it was played with a deck or version that is not in the library.
        """
        added = replace(game, id=uuid4().hex)
        with self._storage.writing() as connection:
            added = _with_deck(connection, added)
            connection.execute(insert(GameRow).values(_row(added)))
        return added

    def add_all(self, games: Iterable[PlayedGame]) -> tuple[PlayedGame, ...]:
        """Add games whose ids are new, and return them; unknown decks and versions become None."""
        new = [replace(game, id=game.id or uuid4().hex) for game in games]
        with self._storage.writing() as connection:
            known = set(connection.scalars(select(col(GameRow.id))))
            added = [_with_known_deck(connection, game) for game in new if game.id not in known]
            if added:
                connection.execute(insert(GameRow), [_row(game) for game in added])
        return tuple(added)

    def change(self, game: PlayedGame) -> PlayedGame:
        """Replace the game with the same id; UnknownDeckError if there is none."""
        with self._storage.writing() as connection:
            changed = _with_deck(connection, game)
            statement = update(GameRow).where(col(GameRow.id) == game.id).values(_row(changed))
            if connection.execute(statement).rowcount != 1:
                raise _unknown_game()
        return changed

    def remove(self, game_id: str) -> None:
        """Remove a game for good; UnknownDeckError if there is none."""
        self.remove_all([game_id])

    def remove_all(self, game_ids: Iterable[str]) -> None:
        """Remove games for good, all or none; UnknownDeckError if one is not there."""
        with self._storage.writing() as connection:
            for game_id in game_ids:
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
        return tuple(_game(dict(row)) for row in found)

    def record(self, deck_id: str | None = None, version: int | None = None) -> WinRate:
        return record(self.all(deck_id, version))


def _with_deck(connection: Connection, game: PlayedGame) -> PlayedGame:
    if game.deck_id is None:
        return game
    query = select(col(DeckRow.name)).where(col(DeckRow.id) == game.deck_id)
    name = connection.scalar(query)
    if name is None:
        raise rows.unknown_deck()
    if game.version is not None:
        # The session that saved this version may have replaced it since by its next one.
        stored = select(func.min(col(VersionRow.number))).where(
            col(VersionRow.deck_id) == game.deck_id, col(VersionRow.number) >= game.version
        )
        version = connection.scalar(stored)
        if version is None:
            raise rows.unknown_version(game.version)
        game = replace(game, version=version)
    return replace(game, deck_name=game.deck_name or name)


def _with_known_deck(connection: Connection, game: PlayedGame) -> PlayedGame:
    try:
        return _with_deck(connection, game)
    except UnknownDeckError:
        pass
    try:
        return _with_deck(connection, replace(game, version=None))
    except UnknownDeckError:
        return replace(game, deck_id=None, version=None)


def _game(row: dict[str, Any]) -> PlayedGame:
    values = {
        "played": date.fromisoformat(row["played"]),
        "result": Result(row["result"]),
        "first_player": _FIRST[row["first_player"]],
        "ending": Ending(row["ending"]),
        "setup": SetupQuality(row["setup"]),
    }
    return PlayedGame(**{each.name: row[each.name] for each in fields(PlayedGame)} | values)


def _row(game: PlayedGame) -> rows.Cells:
    check_year(game.played)
    return {
        **json_object(game, "id deck_id version played result ending setup"),
        **{name: storable(getattr(game, name)) for name in _TEXTS},
        "first_player": _FIRST_TEXTS[game.first_player],
    }


def _unknown_game() -> UnknownDeckError:
    return UnknownDeckError("The library has no such game any more.")
