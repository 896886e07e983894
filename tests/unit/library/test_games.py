"""The log of games, and what the games come to."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from library.errors import LibraryError, UnknownDeckError
from library.game_report import PlayedGame, Result, WinRate, record, records
from library.library import Library
from tests.unit.library.decks import POOLS, WARD, starks

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
