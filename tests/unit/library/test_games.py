"""The log of games, what the games come to, and the log as CSV and back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.errors import AppError
from library.errors import LibraryError, UnknownDeckError
from library.game_report import (
    GROUPINGS,
    NO_AGENDA,
    Ending,
    PlayedGame,
    Result,
    SetupQuality,
    WinRate,
    agenda_words,
    grouped,
    over_time,
    rate_words,
    record,
    records,
    total,
)
from library.games_csv import games_csv, read_games_csv
from library.library import Library
from library.recovery import salvage
from library.schema import migrate
from library.storage import Storage
from tests.unit.library.decks import FEALTY, POOLS, WARD, starks
from tests.unit.library.ticking import Ticking

GAME = PlayedGame(
    played=date(2026, 2, 1),
    result=Result.WIN,
    opponent="Ygritte",
    opponent_faction="greyjoy",
    opponent_agenda="Fealty",
    notes="Close: 15 to 13.",
)


def test_games_are_kept_whole(library: Library) -> None:
    stored = library.decks.add(starks())
    added = library.games.add(replace(GAME, deck_id=stored.id, version=1))
    assert added == replace(GAME, deck_id=stored.id, version=1, id=added.id, deck_name="Starks")
    later = library.games.add(replace(GAME, played=date(2026, 3, 1), result=Result.LOSS))
    assert library.games.all() == (later, added)
    assert library.games.all(stored.id) == (added,)


def test_games_are_told_apart_by_version(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3)))
    for version, result in [(1, Result.LOSS), (2, Result.WIN), (2, Result.DRAW)]:
        library.games.add(replace(GAME, deck_id=stored.id, version=version, result=result))
    assert library.games.record(stored.id, 2) == WinRate(1, 0, 1)
    assert library.games.record(stored.id) == WinRate(1, 1, 1)
    assert library.games.record() == WinRate(1, 1, 1)


def test_a_game_with_a_version_that_its_session_replaced_counts_for_the_next(
    library: Library,
) -> None:
    opened = library.decks.open(library.decks.add(starks()).id, POOLS)
    opened = library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3))).opened
    # A window that asks for the game knows version 2; the one that builds the deck goes on.
    library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 1)), opened.version)
    game = replace(GAME, deck_id=opened.id, version=2)
    assert library.games.add(game).version == 3
    with pytest.raises(UnknownDeckError, match="no version 4 of this deck"):
        library.games.add(replace(game, version=4))


def test_a_game_can_be_changed_and_removed(library: Library) -> None:
    added = library.games.add(GAME)
    changed = library.games.change(replace(added, result=Result.DRAW, notes=""))
    assert library.games.all() == (changed,)
    library.games.remove(added.id)
    assert library.games.all() == ()
    with pytest.raises(UnknownDeckError, match="no such game"):
        library.games.remove(added.id)
    with pytest.raises(UnknownDeckError, match="no such game"):
        library.games.change(added)


def test_games_outlive_their_deck(library: Library) -> None:
    stored = library.decks.add(starks())
    library.games.add(replace(GAME, deck_id=stored.id))
    library.decks.throw_away([stored.id])
    library.decks.empty_bin()
    (game,) = library.games.all()
    assert (game.deck_id, game.deck_name) == (None, "Starks")


def test_a_game_is_played_with_a_deck_that_is_there(library: Library) -> None:
    with pytest.raises(UnknownDeckError):
        library.games.add(replace(GAME, deck_id="nothing"))
    stored = library.decks.add(starks())
    with pytest.raises(UnknownDeckError, match="no version 2"):
        library.games.add(replace(GAME, deck_id=stored.id, version=2))
    assert library.games.all() == ()


@pytest.mark.parametrize(
    ("wins", "losses", "low", "high"),
    # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3
    # for the first four.
    [
        (81, 182, 0.2553, 0.3662),
        (15, 133, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 28, 0.0061, 0.1718),
        (5, 0, 0.5655, 1.0),
    ],
)
def test_wilson_intervals(wins: int, losses: int, low: float, high: float) -> None:
    found = WinRate(wins, losses, 0)
    assert found.rate == pytest.approx(wins / (wins + losses))
    assert found.low == pytest.approx(low, abs=6e-5)
    assert found.high == pytest.approx(high, abs=6e-5)


def test_without_games_there_is_no_rate() -> None:
    empty = record([])
    assert (empty.games, empty.rate, empty.low, empty.high) == (0, None, None, None)


def test_records_by_what_the_opponents_played() -> None:
    games = [
        replace(GAME, opponent_faction="stark", result=Result.LOSS),
        replace(GAME),
        replace(GAME, result=Result.DRAW),
    ]
    found = records(games, lambda game: game.opponent_faction)
    assert list(found.items()) == [("greyjoy", WinRate(1, 0, 1)), ("stark", WinRate(0, 1, 0))]


@pytest.mark.parametrize("year", [1, 1989, 2201, 9999])
def test_a_day_that_cannot_be_right_is_refused(library: Library, year: int) -> None:
    with pytest.raises(LibraryError, match=f"A date in the year {year} cannot be saved"):
        library.games.add(replace(GAME, played=date(year, 5, 1)))
    assert library.games.all() == ()


OLD = Path(__file__).parent / "old"
WIN = PlayedGame(
    played=date(2026, 3, 1),
    result=Result.LOSS,
    opponent="Ygritte",
    opponent_faction="thenightswatch",
    opponent_agenda=FEALTY.code,
    notes='Two lines,\nwith "quotes"',
    first_player=False,
    ending=Ending.CONCEDED,
    setup=SetupQuality.GREAT,
)


@pytest.fixture
def address(tmp_path: Path) -> Path:
    """Return a file, which is enough here."""
    return tmp_path / "decks.db"


def test_a_log_goes_out_and_comes_back(library: Library) -> None:
    deck = library.decks.add(starks())
    log = library.games.add_all(
        [
            replace(WIN, deck_id=deck.id, version=1, played=date(2026, 3, 2)),
            replace(WIN, opponent_agenda=NO_AGENDA, opponent_faction="", deck_name="Borrowed"),
            PlayedGame(played=date(2026, 2, 1), result=Result.WIN, opponent_agenda="A, of my own"),
        ]
    )
    text = games_csv(library.games.all(), POOLS)
    assert ",Night's Watch,Fealty,opponent,conceded,great," in text
    read = read_games_csv(text, library.decks.all(), POOLS)
    assert (read.games, read.problems) == (log, ())
    assert library.games.add_all(read.games) == ()  # they are there already
    library.games.remove_all([game.id for game in log])
    assert set(library.games.add_all(read.games)) == set(library.games.all()) == set(log)


def test_no_cell_is_a_formula_and_all_come_back(library: Library) -> None:
    words = {"opponent": "=1+1", "deck_name": "@Deck", "notes": "-2", "opponent_faction": "+x"}
    (game,) = library.games.add_all([replace(WIN, **words)])  # type: ignore[arg-type]
    text = games_csv([game], POOLS)
    assert all(f",'{each}," in text for each in words.values())
    assert read_games_csv(text, (), POOLS).games == (game,)


def test_a_table_with_millions_of_columns_is_refused() -> None:
    with pytest.raises(AppError, match="more than 2,000,000 cells"):
        read_games_csv("date,result" + "," * 4_900_000, (), POOLS)


def test_a_table_of_somebody_else() -> None:
    with pytest.raises(AppError, match="not a table of games"):
        read_games_csv("name;score\nAnn;3\n", (), POOLS)
    with pytest.raises(AppError, match="not a table of games"):
        read_games_csv("", (), POOLS)


def test_lines_that_cannot_be_used_are_named(library: Library) -> None:
    library.decks.add(starks())
    text = (
        "Date;Result;Deck;Version;Faction\n"
        "2026-03-01;won;STARKS;7;House Stark\n"
        "\n"
        "yesterday;won;;;\n"
        "2026-03-01;mostly;;;\n"
        "2026-03-01;w;;minus;\n"
    )
    read = read_games_csv(text, library.decks.all(), POOLS)
    (game,) = read.games
    # The deck has no version 7; it was another deck's of that name, once.
    assert (game.deck_name, game.version, game.opponent_faction) == ("STARKS", None, "stark")
    (added,) = library.games.add_all([replace(game, version=7)])
    assert (added.version, library.games.add_all([replace(game, deck_id="gone")])[0].deck_id) == (
        None,
        None,
    )
    assert library.games.add(game).deck_id == library.decks.all()[0].id
    assert read.problems == (
        "Line 4 was left out: “yesterday” is not a day like 2026-11-20.",
        "Line 5 was left out: “mostly” is not a valid result: win, loss, draw.",
        "Line 6 was left out: “minus” is not a version number.",
    )


def test_groups_say_what_was_noted() -> None:
    games = [WIN, replace(WIN, result=Result.WIN, opponent_faction="", first_player=True)]

    def groups(code: str) -> list[str]:
        return list(grouped(games, GROUPINGS[code], POOLS))

    assert groups("faction") == ["Night's Watch", "Not noted"]
    assert groups("agenda") == ["Fealty"]
    assert groups("first") == ["The opponent", "I went first"]
    assert groups("setup") == ["Great"]
    assert groups("ending") == ["Conceded"]
    assert agenda_words(f"{FEALTY.code} 04037", POOLS) == "Fealty + Kings of Winter"
    assert total(games) == "1 of 2 games won: 50% (9 to 91%)"
    assert rate_words(WinRate(1, 0, 1)) == "1 of 2 games won, 1 drawn: 50% (9 to 91%)"
    assert total([]) == "No games"


def test_days_become_months_where_they_are_many() -> None:
    few = [replace(WIN, played=date(2026, 3, day)) for day in (9, 3, 9)]
    assert [words for words, _ in over_time(few)] == ["3 Mar", "9 Mar"]
    many = [replace(WIN, played=date(2025 + day % 2, 3, day)) for day in range(1, 20)]
    assert over_time(many) == (("Mar 2025", WinRate(0, 9, 0)), ("Mar 2026", WinRate(0, 10, 0)))


def test_games_of_a_damaged_file_of_an_older_version_are_salvaged(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes((OLD / "decks-0002.db").read_bytes())
    with closing(sqlite3.connect(damaged)) as connection:
        connection.execute("UPDATE deck SET created = 'no time'")
        connection.commit()
    storage = Storage(tmp_path / "new.db", migrating=True)
    with storage.changing_schema() as connection_:
        migrate(connection_)
    salvage(damaged, storage)
    storage.close()
    with Library(tmp_path / "new.db", clock=Ticking()) as library:
        (game,) = library.games.all()
        assert (game.opponent, game.first_player) == ("Ygritte", None)
