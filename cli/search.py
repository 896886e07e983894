"""The command `sevenplots search`: the cards that match a query."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from carddb.card import Card
from carddb.errors import AppError
from carddb.query import Query, QueryContext, QueryError, Searcher, keys_of
from carddb.terms import CardType, Edition, Number, Printed
from cli.card_facts import card_json
from cli.deck_files import DeckFile
from cli.options import AsJson, ListCode
from cli.session import Session
from cli.terminal import below, err, out, print_message
from decks.deck import Deck
from validators.conditions import Conditions, Wishes, conditions_for, day_of
from validators.search_facts import EditionConditions, search_context

UNUSABLE = 2
MOST_ROWS = 200
DASH = "\u2013"


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
    as_json: AsJson = False,
) -> int:
    """Find cards; the language is described in docs/search.md. Exit status 2: a bad query."""
    session: Session = context.obj
    wishes = Wishes(format_name=format_name, list_code=list_code, date=day_of(day) if day else None)
    editions = [edition] if edition else list(Edition)
    searcher = Searcher(*(session.pools[each] for each in editions))
    keys = keys_of(text) | {each.strip().removeprefix("-") for each in sort.split(",")}
    facts = _facts(session, editions, wishes, _deck(session, deck, wishes), keys)
    try:
        query = searcher.query(text, facts)
        cards = searcher.cards(query, facts, sort)
    except QueryError as error:
        _refuse(text, error, as_json=as_json)
        return UNUSABLE
    if as_json:
        print(json.dumps(_json(session, query, cards), ensure_ascii=False, indent=2))
    else:
        _show(query, cards)
    return 0


def _deck(session: Session, path: str, wishes: Wishes) -> Deck | None:
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
    wishes: Wishes,
    deck: Deck | None,
    keys: Collection[str],
) -> QueryContext:
    conditions = _conditions(session, editions, wishes, deck)
    sides = [EditionConditions(session.judge(each), conditions[each]) for each in editions]
    return search_context(sides, deck, playable="playable" in keys)


def _conditions(
    session: Session, editions: Sequence[Edition], wishes: Wishes, deck: Deck | None
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
            found[edition] = conditions_for(nothing, pool, Wishes(date=wishes.date), session.today)
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


def _json(session: Session, query: Query, cards: Sequence[Card]) -> dict[str, Any]:
    printed: dict[str, Any] = {
        "count": len(cards),
        "cards": [card_json(card, session.pools[card.edition]) for card in cards],
    }
    if query.remarks:
        printed["remarks"] = list(query.remarks)
    return printed


def _show(query: Query, cards: Sequence[Card]) -> None:
    """Print a row for each card, the first 200, and how many there are."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("code", "", "name", "faction", "type", "cost", "STR", "pack"):
        table.add_column(heading, justify="right" if heading in {"cost", "STR"} else "left")
    for card in cards[:MOST_ROWS]:
        table.add_row(*map(Text, _row(card)))
    if cards:
        out().print(table)
    many = "1 card" if len(cards) == 1 else f"{len(cards):,} cards"
    rest = f"; the first {MOST_ROWS} are shown, --json lists all" if len(cards) > MOST_ROWS else ""
    out().print(Text(f"{many}{rest}."))
    for remark in query.remarks:
        out().print(below(remark))


def _row(card: Card) -> tuple[str, ...]:
    return (
        card.code,
        "◆" if card.unique else "",
        card.name,
        ", ".join(faction.label for faction in card.factions) or "Neutral",
        card.type.value,
        _number(card.cost) if card.in_draw_deck else "",
        _number(card.strength) if card.type is CardType.CHARACTER else "",
        card.pack,
    )


def _number(value: Number | None) -> str:
    if value is None:
        return DASH
    return "X" if value is Printed.X else str(value)
