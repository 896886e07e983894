"""The commands `sevenplots games`: the log of played games, and win rates."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from carddb.spelling import fold
from carddb.terms import CardType, Edition
from cli.command_table import plain_app
from cli.deck_files import DeckFile
from cli.open_library import deck_named, open_library
from cli.options import AsJson
from cli.session import Session, faction_named
from cli.standard_streams import write_bytes
from cli.terminal import out, print_message, print_object, print_result, table_of
from core.decoding import decoded
from core.errors import AppError
from core.files import write_file
from core.json_values import json_object
from core.text_format import count_of
from library.game_report import (
    ENDING_WORDS,
    GROUPINGS,
    NO_AGENDA,
    RESULT_WORDS,
    Ending,
    PlayedGame,
    Result,
    SetupQuality,
    WinRate,
    agenda_words,
    faction_words,
    grouped,
    over_time,
    rate_words,
    record,
)
from library.games_csv import games_csv, read_games_csv
from validators.conditions import read_day

if TYPE_CHECKING:
    from library.deck_values import StoredDeck
    from library.library import Library

_NO = 1
games_app = plain_app(
    name="games",
    help="The log of your games: record, list, win rates, CSV.",
    no_args_is_help=True,
)
By = StrEnum("By", [(code.upper(), code) for code in GROUPINGS])  # type: ignore[misc]
OfDeck = Annotated[
    str | None, typer.Option("--deck", metavar="NAME", help="A deck of the library.")
]
OfVersion = Annotated[int | None, typer.Option("--version", min=1, help="A version of the deck.")]


@games_app.command("record")
def record_command(
    context: typer.Context,
    result: Annotated[Result, typer.Argument(help="How it ended for you.")],
    deck: OfDeck = None,
    version: OfVersion = None,
    against: Annotated[str, typer.Option(metavar="FACTION", help="The opponent's faction.")] = "",
    agenda: Annotated[str, typer.Option(help="The opponent's agenda, or none.")] = "",
    opponent: Annotated[str, typer.Option(help="Who it was.")] = "",
    first: Annotated[
        bool | None, typer.Option("--first/--second", help="Whether you went first.")
    ] = None,
    ending: Annotated[Ending, typer.Option(help="Whether it was conceded or ended at time.")] = (
        Ending.PLAYED
    ),
    setup: Annotated[SetupQuality, typer.Option(help="How your setup was.")] = SetupQuality.USUAL,
    note: Annotated[str, typer.Option(help="Anything else.")] = "",
    day: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="Today without it.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Record a game; without --version it was played with the current version of the deck."""
    session: Session = context.obj
    played = read_day(day) if day else session.today
    with open_library(session) as library:
        stored = deck_named(library, deck) if deck is not None else None
        if version is not None and stored is None:
            raise AppError("--version is that of a deck.", "Name it: --deck NAME.")
        game = library.games.add(
            PlayedGame(
                played=played,
                result=result,
                deck_id=stored.id if stored else None,
                version=(version or stored.version) if stored else None,
                opponent=opponent,
                opponent_faction=faction_named(against).value if against else "",
                opponent_agenda=_agenda_code(session, agenda, stored),
                notes=note,
                first_player=first,
                ending=ending,
                setup=setup,
            )
        )
        games = library.games.all(game.deck_id) if stored else library.games.all()
    what = f"“{game.deck_name}”" if stored else "All games"
    sentence = f"Recorded {game.id}. {what}: {rate_words(record(games))}."
    print_result(_game_json(game, session), sentence, as_json=as_json)


@games_app.command("list")
def list_command(
    context: typer.Context,
    deck: OfDeck = None,
    version: OfVersion = None,
    as_json: AsJson = False,
) -> None:
    """List games, the latest first."""
    session: Session = context.obj
    with open_library(session) as library:
        games = _games(library, deck, version)
    if as_json:
        print_object({"games": [_game_json(game, session) for game in games]})
        return
    rows = [
        (
            game.played.isoformat(),
            RESULT_WORDS[game.result],
            game.deck_name + (f" v{game.version}" if game.version is not None else ""),
            _against(game, session),
            _noted(game),
            Text(game.id, style="dim"),
        )
        for game in games
    ]
    if rows:
        out().print(table_of(("date", "result", "deck", "against", "noted", "id"), rows))
    out().print(Text(f"{rate_words(record(games))}."))


@games_app.command("stats")
def stats_of_games_command(
    context: typer.Context,
    deck: OfDeck = None,
    version: OfVersion = None,
    by: Annotated[
        list[By] | None, typer.Option(help="What wins are counted by; may be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show win rates with their 95 % intervals (Wilson's)."""
    session: Session = context.obj
    with open_library(session) as library:
        games = _games(library, deck, version)
    codes = [each.value for each in by or ()] or ["deck", "version", "faction", "agenda"]
    tables = {code: grouped(games, GROUPINGS[code], session.pools) for code in codes}
    periods = over_time(games)
    if as_json:
        print_object(
            {
                "all": _rate_json(record(games)),
                "by": {
                    code: [{"group": name, **_rate_json(rate)} for name, rate in groups.items()]
                    for code, groups in tables.items()
                },
                "over_time": [{"period": name, **_rate_json(rate)} for name, rate in periods],
            }
        )
        return
    out().print(Text(f"{rate_words(record(games))}."))
    for code, groups in tables.items():
        _print_rates(GROUPINGS[code].label, tuple(groups.items()))
    _print_rates("Over time", periods)


@games_app.command("remove")
def remove_command(
    context: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="As `games list` has them.")],
    as_json: AsJson = False,
) -> None:
    """Remove games from the log for good."""
    with open_library(context.obj) as library:
        library.games.remove_all(ids)
    print_result({"removed": len(ids)}, f"{count_of(len(ids), 'game')} removed.", as_json=as_json)


@games_app.command("export")
def export_games_command(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="Standard output without one, or with -.")
    ] = None,
    deck: OfDeck = None,
    as_json: AsJson = False,
) -> None:
    """Write the log as CSV."""
    session: Session = context.obj
    with open_library(session) as library:
        games = _games(library, deck, None)
    text = games_csv(games, session.pools)
    if file is not None and str(file) != "-":
        write_file(file, text.encode("utf-8"))
        if as_json:
            print_object({"path": str(file), "games": len(games)})
        else:
            print_message(f"Written: {file}")
    elif as_json:
        print_object({"csv": text})
    else:
        write_bytes(text.encode("utf-8"))


@games_app.command("import")
def import_games_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="FILE", help="A CSV file, or - for input.")],
    as_json: AsJson = False,
) -> int:
    """Take games from a CSV file; exit status 1 if a line of it could not be used.

    Its first line names the columns; date and result are needed. Games that are in the log already
    are left out.
    """
    session: Session = context.obj
    text = decoded(DeckFile(path).read())
    with open_library(session) as library:
        read = read_games_csv(text, library.decks.all(), session.pools)
        added = library.games.add_all(read.games)
    known = len(read.games) - len(added)
    printed = {"added": len(added), "known": known, "problems": list(read.problems)}
    also = f" Already there: {count_of(known, 'game')} of the file." if known else ""
    print_result(printed, f"{count_of(len(added), 'game')} added.{also}", as_json=as_json)
    for problem in read.problems:
        print_message(problem)
    return _NO if read.problems else 0


def _games(library: Library, deck: str | None, version: int | None) -> tuple[PlayedGame, ...]:
    if deck is None:
        if version is not None:
            raise AppError("--version is that of a deck.", "Name it: --deck NAME.")
        return library.games.all()
    return library.games.all(deck_named(library, deck).id, version)


def _agenda_code(session: Session, written: str, deck: StoredDeck | None) -> str:
    """Return the code of an agenda of the deck's edition; other texts stay as they are."""
    if fold(written) in {"none", "no agenda"}:
        return NO_AGENDA
    pool = session.pools[deck.edition if deck else Edition.SECOND]
    found = (
        card.code
        for card in pool
        if card.type is CardType.AGENDA and fold(card.name) == fold(written)
    )
    return next(found, written)


def _against(game: PlayedGame, session: Session) -> str:
    agenda = agenda_words(game.opponent_agenda, session.pools) if game.opponent_agenda else ""
    parts = (faction_words(game.opponent_faction), agenda)
    played = ", ".join(filter(None, parts))
    return f"{game.opponent} ({played})" if game.opponent and played else game.opponent or played


def _noted(game: PlayedGame) -> str:
    first = {None: "", True: "first", False: "second"}[game.first_player]
    setup = f"{game.setup.value} setup" if game.setup else ""
    return ", ".join(filter(None, (first, ENDING_WORDS[game.ending].lower(), setup, game.notes)))


def _game_json(game: PlayedGame, session: Session) -> dict[str, Any]:
    printed = json_object(
        game,
        "id date=played result deck=deck_name deck_id version opponent faction=opponent_faction"
        " agenda=opponent_agenda agenda_name=opponent_agenda first=first_player ending setup notes",
    )
    return printed | {"agenda_name": agenda_words(game.opponent_agenda, session.pools)}


def _rate_json(rate: WinRate) -> dict[str, Any]:
    return json_object(rate, "games wins losses draws rate low high")


def _print_rates(title: str, rates: Sequence[tuple[str, WinRate]]) -> None:
    numbers = ("won", "games", "rate", "95 %")
    rows = [
        (name, rate.wins, rate.games, f"{each.mean:.0%}", f"{each.low:.0%} to {each.high:.0%}")
        for name, rate in rates
        if (each := rate.estimate) is not None
    ]
    if rates:
        out().print(table_of((title, *numbers), rows, numbers))
