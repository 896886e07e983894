"""The command `sevenplots search`: the cards that match a query."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Annotated

import typer
from rich.text import Text

from carddb.errors import AppError
from carddb.query import EVERYTHING, QueryContext, QueryError, Searcher, SearchScope, keys_of
from carddb.terms import Edition
from cli.deck_files import DeckFile
from cli.open_library import open_library
from cli.options import AsJson, ListCode
from cli.search_results import SearchAnswer, print_json, show
from cli.session import Session
from cli.terminal import err, print_message
from decks.deck import Deck
from validators.conditions import Conditions, Requested, conditions_for, read_day
from validators.search_facts import EditionConditions, search_context

UNUSABLE = 2


_Scope = Annotated[
    Edition | None,
    typer.Option(help="Leave out the other edition and draft, unless the query names them."),
]
_Texts = Annotated[
    bool, typer.Option("--texts", help="Look for words that are in no name in texts.")
]
_ByTitle = Annotated[bool, typer.Option("--by-title", help="The versions of a name together.")]


def search_command(
    context: typer.Context,
    text: Annotated[
        str, typer.Argument(metavar="QUERY", help="For example: f:stark t:character o<=3")
    ],
    edition: Annotated[Edition | None, typer.Option(help="Search one edition only.")] = None,
    sort: Annotated[
        str, typer.Option(metavar="KEY", help="Any key, a minus turns it round: faction,-cost.")
    ] = "",
    format_name: Annotated[str, typer.Option("--format", help="What is legal in it: joust.")] = "",
    list_code: ListCode = "",
    day: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="What is legal then; today.")
    ] = "",
    deck: Annotated[
        str, typer.Option(metavar="PATH", help="The deck for the keys deck and playable.")
    ] = "",
    scope: _Scope = None,
    texts: _Texts = False,
    by_title: _ByTitle = False,
    as_json: AsJson = False,
) -> int:
    """Find cards; the language is described in docs/search.md. Exit status 2: a bad query."""
    session: Session = context.obj
    wishes = Requested(
        format_name=format_name, list_code=list_code, date=read_day(day) if day else None
    )
    editions = [edition] if edition else list(Edition)
    searched = SearchScope(scope, draft=False) if scope else EVERYTHING
    searcher = Searcher(*(session.pools[each] for each in editions))
    keys = keys_of(text) | {each.strip().removeprefix("-") for each in sort.split(",")}
    facts = _facts(session, editions, wishes, _deck(session, deck, wishes), keys)
    try:
        query = searcher.query(text, facts, searched, texts=texts)
        cards, outside = searcher.cards(query, facts, sort), len(searcher.outside(query))
    except QueryError as error:
        _refuse(text, error, as_json=as_json)
        return UNUSABLE
    found = SearchAnswer(query, cards, outside, by_title=by_title)
    more = bool(scope or texts or by_title)
    print_json(found, session.pools, more=more) if as_json else show(found)
    return 0


def _deck(session: Session, path: str, wishes: Requested) -> Deck | None:
    if not path:
        return None
    file = DeckFile(path)
    readings = session.readings(file, wishes)
    if len(readings) != 1:
        raise AppError(f"{path} holds {len(readings)} decks.", "Give a file that holds one.")
    return readings[0].deck


def _facts(
    session: Session,
    editions: Sequence[Edition],
    wishes: Requested,
    deck: Deck | None,
    keys: Collection[str],
) -> QueryContext:
    conditions = _conditions(session, editions, wishes, deck)
    sides = [EditionConditions(session.judge(each), conditions[each]) for each in editions]
    starred = _starred(session) if "starred" in keys else None
    return search_context(sides, deck, starred=starred, playable="playable" in keys)


def _starred(session: Session) -> frozenset[str]:
    with open_library(session) as library:
        return library.starred_cards.codes()


def _conditions(
    session: Session, editions: Sequence[Edition], wishes: Requested, deck: Deck | None
) -> dict[Edition, Conditions]:
    """Return the conditions of each edition; a wish that only one knows leaves the other as it is.

    AppError where none of them knows it.
    """
    found: dict[Edition, Conditions] = {}
    failures: list[AppError] = []
    for edition in editions:
        pool = session.pools[edition]
        nothing = Deck(name="", edition=edition)
        judged = deck if deck and deck.edition is edition else nothing
        try:
            found[edition] = conditions_for(judged, pool, wishes, session.today)
        except AppError as error:
            failures.append(error)
            found[edition] = conditions_for(
                nothing, pool, Requested(date=wishes.date), session.today
            )
    if len(failures) == len(editions):
        raise failures[-1]
    return found


def _refuse(text: str, error: QueryError, *, as_json: bool) -> None:
    """Say what is wrong with the query, and where."""
    if as_json:
        details = {"start": error.start, "end": error.end, "reason": error.reason}
        print(json.dumps({"error": details}, ensure_ascii=False))
        return
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    marks = " " * error.start + "^" * max(error.end - error.start, 1)
    err().print(Text(f"  {shown}\n  {marks}"), soft_wrap=True)
    print_message(error.reason)
