"""The log of games as a table in CSV, and back."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from io import StringIO

from carddb.pool import Pools
from carddb.spelling import fold
from carddb.terms import CardType, Faction
from core.errors import AppError
from core.text_format import cell_as_written, csv_text, harmless_cell
from library.deck_values import StoredDeck
from library.game_report import (
    NO_AGENDA,
    Ending,
    PlayedGame,
    Result,
    SetupQuality,
    agenda_words,
    faction_words,
)
from library.stored_text import YEARS

_COLUMNS = (
    *("date", "deck", "version", "result", "opponent", "faction", "agenda"),
    *("first", "ending", "setup", "notes", "game_id", "deck_id"),
)
_NEEDED = ("date", "result")
_FIRST = {None: "", True: "me", False: "opponent"}
_FIRST_WORDS = {"": None, "me": True, "yes": True, "opponent": False, "no": False}
_RESULTS = {"w": "win", "won": "win", "l": "loss", "lost": "loss", "d": "draw", "drawn": "draw"}
# Longer than any log that somebody wrote.
MOST_LINES, MOST_CELLS = 100_000, 2_000_000


@dataclass(frozen=True, slots=True)
class GamesRead:
    """The games of a table, and a sentence about each line that could not be used."""

    games: tuple[PlayedGame, ...]
    problems: tuple[str, ...]


def games_csv(games: Iterable[PlayedGame], pools: Pools) -> str:
    """Return games as a table, the latest first; `read_games_csv` reads the same again."""
    rows = (
        (
            game.played.isoformat(),
            harmless_cell(game.deck_name),
            "" if game.version is None else game.version,
            game.result.value,
            harmless_cell(game.opponent),
            harmless_cell(faction_words(game.opponent_faction)),
            harmless_cell(agenda_words(game.opponent_agenda, pools)),
            _FIRST[game.first_player],
            game.ending.value,
            game.setup.value,
            harmless_cell(game.notes),
            harmless_cell(game.id),
            game.deck_id or "",
        )
        for game in games
    )
    return csv_text(_COLUMNS, rows)


def read_games_csv(text: str, decks: Iterable[StoredDeck], pools: Pools) -> GamesRead:
    """Return the games of a table with named columns; AppError if it is another table."""
    delimiter = _delimiter(text)
    if text.count(delimiter) > MOST_CELLS:
        raise AppError(f"The file has more than {MOST_CELLS:,} cells, too many for a log of games.")
    lines = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter)
    try:
        head = [cell.strip().casefold() for cell in next(lines, [])]
        if not set(_NEEDED) <= set(head):
            raise AppError(
                "The file is not a table of games: its first line has to name “date” and “result”.",
                f"The columns are {', '.join(_COLUMNS)}; the others may be left out.",
            )
        finder = _Finder(decks, pools)
        games: list[PlayedGame] = []
        problems: list[str] = []
        for cells in lines:
            if not any(cell_as_written(cell.strip()) for cell in cells):
                continue
            if lines.line_num > MOST_LINES:
                raise AppError(f"The file has more than {MOST_LINES:,} lines.")
            try:
                row = dict(
                    zip(head, (cell_as_written(cell.strip()) for cell in cells), strict=False)
                )
                games.append(finder.game(row))
            except ValueError as error:
                problems.append(f"Line {lines.line_num} was left out: {error}.")
    except csv.Error as error:
        raise AppError(f"Line {lines.line_num} of the table cannot be read: {error}.") from None
    return GamesRead(tuple(games), tuple(problems))


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


class _Finder:
    """Finds the meaning of the words in a table."""

    def __init__(self, decks: Iterable[StoredDeck], pools: Pools) -> None:
        self._decks = {deck.id: deck for deck in decks}
        named: dict[str, list[str]] = {}
        for deck in self._decks.values():
            named.setdefault(deck.name.casefold(), []).append(deck.id)
        self._by_name = {name: ids[0] for name, ids in named.items() if len(ids) == 1}
        self._factions = {
            fold(words): each.value
            for each in Faction
            for words in (each.value, each.label, each.card_name)
        }
        self._agendas = {
            fold(name): card.code
            for pool in reversed(list(pools.values()))
            for card in reversed(pool.cards)
            if card.type is CardType.AGENDA
            for name in (card.name, card.english_name)
        } | {fold("No agenda"): NO_AGENDA}

    def game(self, row: Mapping[str, str]) -> PlayedGame:
        """Return the game of a line; ValueError with what is wrong with it."""
        name, wanted = row.get("deck", ""), row.get("deck_id", "")
        deck_id = wanted if wanted in self._decks else self._by_name.get(name.casefold())
        version = row.get("version", "")
        if version and not (version.isascii() and version.isdecimal() and len(version) < 9):
            raise ValueError(f"“{version}” is not a version number")
        known = deck_id is not None and version and int(version) <= self._decks[deck_id].version
        result = row["result"].casefold() if "result" in row else ""
        return PlayedGame(
            played=_day(row.get("date", "")),
            result=Result(_one_of(_RESULTS.get(result, result), Result, "result")),
            deck_id=deck_id,
            version=int(version) if known else None,
            opponent=row.get("opponent", ""),
            opponent_faction=self._faction(row.get("faction", "")),
            opponent_agenda=self._agenda(row.get("agenda", "")),
            notes=row.get("notes", ""),
            deck_name=name,
            first_player=_FIRST_WORDS[_one_of(row.get("first", ""), _FIRST_WORDS, "first")],
            ending=Ending(_one_of(row.get("ending", ""), Ending, "ending")),
            setup=SetupQuality(_one_of(row.get("setup", ""), SetupQuality, "setup")),
            id=row.get("game_id", ""),
        )

    def _faction(self, written: str) -> str:
        return self._factions.get(fold(written), written) if written else ""

    def _agenda(self, written: str) -> str:
        codes = [self._agendas.get(fold(each)) for each in written.split(" + ")]
        return " ".join(filter(None, codes)) if all(codes) else written


def _day(written: str) -> date:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        raise ValueError(f"“{written}” is not a day like 2026-11-20") from None
    if day.year not in YEARS:
        raise ValueError(f"“{written}” is not between {YEARS[0]} and {YEARS[-1]}")
    return day


def _one_of(written: str, choices: Iterable[str], column: str) -> str:
    known = list(choices)
    if written.casefold() not in known:
        some = ", ".join(filter(None, known))
        raise ValueError(f"“{written}” is not a valid {column}: {some}")
    return written.casefold()
