"""The command `sevenplots search`: the cards that match a query."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer
from rich.text import Text

from carddb.card import Card
from carddb.local_names import local_pools, name_order
from carddb.pool import CardPool
from carddb.query import Query, Searcher, keys_of
from carddb.search.index import TitleGroup, by_title
from carddb.search.query_context import EVERYTHING, QueryContext, SearchScope
from carddb.terms import CardType, Edition, Number, Printed
from cli.card import card_json
from cli.deck_files import DeckFile
from cli.open_library import open_library
from cli.options import AsJson, ListCode, NamesIn
from cli.published import shares_for
from cli.session import Session
from cli.terminal import err, faint_line, out, print_message, print_object, table_of
from core.errors import AppError, QueryError
from core.text_format import count_of
from decks.deck import Deck
from validators.conditions import Conditions, Requested, conditions_for, read_day
from validators.search_facts import EditionConditions, search_context

MOST_ROWS = 200
DASH = "\u2013"
_CARD_HEADINGS: tuple[str, ...] = ("code", "", "name", "faction", "type", "cost", "STR", "pack")
_TITLE_HEADINGS = ("name", "edition", "cards", "codes")
_TO_THE_RIGHT = frozenset({"cost", "STR", "cards"})


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """A query and its cards; `outside` are as many more beyond its scope.

    `names` are those of the cards in another language, by code; empty: they are in English.
    """

    query: Query
    cards: tuple[Card, ...]
    outside: int
    by_title: bool
    names: Mapping[str, str] = field(default_factory=dict)


def print_json(found: SearchAnswer, pools: Mapping[Edition, CardPool], *, more: bool) -> None:
    """Print the cards with every fact, and the remarks; with `more` also what was left out."""
    printed: dict[str, Any] = {
        "count": len(found.cards),
        "cards": [
            card_json(card, pools[card.edition])
            | _alike(found.query, card)
            | ({"local_name": found.names[card.code]} if found.names else {})
            for card in found.cards
        ],
    }
    if found.query.remarks:
        printed["remarks"] = list(found.query.remarks)
    if more:
        printed |= _more(found)
    print_object(printed)


def _alike(query: Query, card: Card) -> dict[str, str]:
    """Return how similar each card is to the card that the query names with `like`."""
    alike = query.likeness.get(card.code)
    return {"alike": alike.words} if alike else {}


def _more(found: SearchAnswer) -> dict[str, Any]:
    printed: dict[str, Any] = {
        "looked_into": found.query.searched_in.value,
        "without_texts": [edition.value for edition in found.query.without_texts],
        "outside": found.outside,
    }
    if found.by_title:
        printed["titles"] = [
            {
                "title": group.title,
                "edition": group.edition.value,
                "codes": [card.code for card in group.cards],
            }
            for group in by_title(found.cards)
        ]
    return printed


def show(found: SearchAnswer) -> None:
    """Print a row for each card or title, the first 200, and how many there are."""
    many, headings = count_of(len(found.cards), "card"), _CARD_HEADINGS
    if found.by_title:
        groups = by_title(found.cards)
        rows, headings = [_title_row(each, found.names) for each in groups], _TITLE_HEADINGS
        many = f"{count_of(len(rows), 'title')}, {many}"
    else:
        rows = [_card_row(card, found.names) for card in found.cards]
        if alike := found.query.likeness:
            headings = (*headings, "alike")
            words = (alike[card.code].words if card.code in alike else "" for card in found.cards)
            rows = [(*row, each) for row, each in zip(rows, words, strict=True)]
    if rows:
        out().print(table_of(headings, rows[:MOST_ROWS], _TO_THE_RIGHT))
    rest = f"; the first {MOST_ROWS} are shown, --json lists all" if len(rows) > MOST_ROWS else ""
    out().print(Text(f"{many}{rest}."))
    for remark in found.query.remarks:
        out().print(faint_line(remark))
    if found.outside:
        out().print(
            faint_line(f"{count_of(found.outside, 'more card')} left out; pool:all finds all.")
        )


def _title_row(group: TitleGroup, names: Mapping[str, str]) -> tuple[str, ...]:
    codes = " ".join(card.code for card in group.cards)
    name = names.get(group.cards[0].code, group.title)
    return name, group.edition.value, str(len(group.cards)), codes


def _card_row(card: Card, names: Mapping[str, str]) -> tuple[str, ...]:
    return (
        card.code,
        "◆" if card.unique else "",
        names.get(card.code, card.name),
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
    language: NamesIn = None,
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
        refuse_query(text, error, as_json=as_json)
        return UNUSABLE
    names: dict[str, str] = {}
    if language:
        pools = local_pools(session.pools, language).values()
        names = {card.code: card.name for pool in pools for card in pool}
        if not sort and not query.likeness:
            cards = tuple(sorted(cards, key=lambda card: name_order(names[card.code])))
    found = SearchAnswer(query, cards, outside, by_title=by_title, names=names)
    more = bool(scope or texts or by_title)
    print_json(found, session.pools, more=more) if as_json else show(found)
    return 0


def codes_in_deck(session: Session, deck: Deck, text: str) -> frozenset[str]:
    """Return the codes of an edition's cards that match a query about a deck; or QueryError."""
    searcher = Searcher(session.pools[deck.edition])
    facts = _facts(session, [deck.edition], Requested(), deck, keys_of(text))
    query = searcher.query(text, facts, EVERYTHING)
    return frozenset(card.code for card in searcher.cards(query, facts))


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
    played = shares_for(session, deck) if "played" in keys else None
    playable = "playable" in keys
    return search_context(sides, deck, starred=starred, played=played, playable=playable)


def _starred(session: Session) -> frozenset[str]:
    with open_library(session) as library:
        return library.starred_cards.codes()


def _conditions(
    session: Session, editions: Sequence[Edition], wishes: Requested, deck: Deck | None
) -> dict[Edition, Conditions]:
    """Return the conditions of each edition; wishes that only one edition knows leave the other.

    AppError if no edition knows them.
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


def refuse_query(text: str, error: QueryError, *, as_json: bool) -> None:
    """Print what is wrong with a query, and where."""
    if as_json:
        details = {"start": error.start, "end": error.end, "reason": error.reason}
        print(json.dumps({"error": details}, ensure_ascii=False))
        return
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    marks = " " * error.start + "^" * max(error.end - error.start, 1)
    err().print(Text(f"  {shown}\n  {marks}"), soft_wrap=True)
    print_message(error.reason)
