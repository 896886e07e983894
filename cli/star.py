"""The command `sevenplots star`: the cards that have the player's star."""

from __future__ import annotations

from typing import Annotated

import typer

from carddb.card import Card
from carddb.query import Searcher
from carddb.search.key_tests import similar_names
from carddb.search.query_context import QueryContext
from carddb.spelling import fold
from cli.card import card_json
from cli.open_library import open_library
from cli.options import AsJson
from cli.search import SearchAnswer, show
from cli.session import Session
from cli.terminal import print_object
from core.errors import AppError

_MOST_NAMED = 8


def star_command(
    context: typer.Context,
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="CARD...", help="Codes, or names of one card.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the stars away.")] = False,
    as_json: AsJson = False,
) -> None:
    """Give cards a star, and show all that have one; search finds them by is:starred."""
    session: Session = context.obj
    if remove and not cards:
        raise AppError("--remove takes the stars of some cards away.", "Name the cards.")
    codes = [_card_named(session, words).code for words in cards or ()]
    with open_library(session) as library:
        library.starred_cards.star(codes, starred=not remove)
        starred = library.starred_cards.codes()
    searcher = Searcher(*session.pools.values())
    query = searcher.query("is:starred", QueryContext(starred=starred))
    found = searcher.cards(query)
    if as_json:
        facts = [card_json(card, session.pools[card.edition]) for card in found]
        print_object({"count": len(found), "cards": facts})
    else:
        show(SearchAnswer(query, found, 0, by_title=False))


def _card_named(session: Session, words: str) -> Card:
    """Return the card of a code, or the only one of a name; AppError if it is ambiguous."""
    pools = session.pools.values()
    if any(words in pool for pool in pools):
        return session.card(words)[0]
    named = [card for pool in pools for card in pool if fold(card.name) == fold(words)]
    if len(named) == 1:
        return named[0]
    if named:
        listed = ", ".join(f"{card.code} ({card.pack})" for card in named[:_MOST_NAMED])
        raise AppError(
            f"{len(named)} cards are called “{words}”; each has a star of its own.",
            f"Name one by its code: {listed}.",
        )
    near = ", ".join(similar_names(pools, words))
    raise AppError(
        f"No card is called “{words}” or has it as its code.",
        f"Similar names: {near}." if near else "sevenplots search finds cards by parts of names.",
    )
