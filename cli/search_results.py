"""What `sevenplots search` prints: as JSON, as a row for each card, or for each title."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from carddb.card import Card
from carddb.pool import CardPool
from carddb.query import Query, TitleGroup, by_title
from carddb.terms import CardType, Edition, Number, Printed
from cli.card_facts import card_json
from cli.terminal import faint_line, out

MOST_ROWS = 200
DASH = "\u2013"
_CARD_HEADINGS: tuple[str, ...] = ("code", "", "name", "faction", "type", "cost", "STR", "pack")
_TITLE_HEADINGS = ("name", "edition", "cards", "codes")
_TO_THE_RIGHT = frozenset({"cost", "STR", "cards"})


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """A query and its cards; `outside` are as many more beyond its scope."""

    query: Query
    cards: tuple[Card, ...]
    outside: int
    by_title: bool


def print_json(found: SearchAnswer, pools: Mapping[Edition, CardPool], *, more: bool) -> None:
    """Print the cards with every fact, and the remarks; with `more` also what was left out."""
    printed: dict[str, Any] = {
        "count": len(found.cards),
        "cards": [
            card_json(card, pools[card.edition]) | _alike(found.query, card) for card in found.cards
        ],
    }
    if found.query.remarks:
        printed["remarks"] = list(found.query.remarks)
    if more:
        printed |= _more(found)
    print(json.dumps(printed, ensure_ascii=False, indent=2))


def _alike(query: Query, card: Card) -> dict[str, str]:
    """Return by what a card is like the one that the query names with `like`."""
    alike = query.likeness.get(card.code)
    return {"alike": alike.words} if alike else {}


def _more(found: SearchAnswer) -> dict[str, Any]:
    """Return where words were looked for, what was not looked into or left out, the titles."""
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
    many, headings = _counted(len(found.cards), "card"), _CARD_HEADINGS
    if found.by_title:
        rows, headings = list(map(_title_row, by_title(found.cards))), _TITLE_HEADINGS
        many = f"{_counted(len(rows), 'title')}, {many}"
    else:
        rows = list(map(_card_row, found.cards))
        if alike := found.query.likeness:
            headings = (*headings, "alike")
            words = (alike[card.code].words if card.code in alike else "" for card in found.cards)
            rows = [(*row, each) for row, each in zip(rows, words, strict=True)]
    if rows:
        out().print(_table(headings, rows[:MOST_ROWS]))
    rest = f"; the first {MOST_ROWS} are shown, --json lists all" if len(rows) > MOST_ROWS else ""
    out().print(Text(f"{many}{rest}."))
    for remark in found.query.remarks:
        out().print(faint_line(remark))
    if found.outside:
        out().print(
            faint_line(f"{_counted(found.outside, 'more card')} left out; pool:all finds all.")
        )


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in _TO_THE_RIGHT else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _title_row(group: TitleGroup) -> tuple[str, ...]:
    codes = " ".join(card.code for card in group.cards)
    return group.title, group.edition.value, str(len(group.cards)), codes


def _card_row(card: Card) -> tuple[str, ...]:
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
