"""The command `sevenplots card`: every fact of a card."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from carddb.card import Card
from carddb.local_names import local_pools
from carddb.pool import CardPool
from carddb.terms import Keyword
from cli.options import AsJson, NamesIn
from cli.rule import entry_json, show_entries
from cli.session import Session
from cli.terminal import out, print_object
from core.json_values import json_object, json_value
from rulebook.card_text import gold_text
from rulebook.rule_book import rule_book


def card_json(card: Card, pool: CardPool) -> dict[str, Any]:
    """Return every fact of a card; facts that do not apply are null, empty or 0."""
    host = card.host
    facts = json_object(
        card,
        "code name edition type factions pack position quantity traits keywords unique loyal cost"
        " strength icons plot income initiative reserve influence crests naval endless house_only"
        " deck_limit only_in deckbuilding host one_per_host=host gold_effects printings=code"
        " reprint_of errata doubts text own_text=text image_url octgn_id illustrator",
    )
    return facts | {
        "keywords": [_keyword(keyword) for keyword in card.keywords],
        "plot": json_object(card.plot, "income initiative claim reserve") if card.plot else None,
        "host": (host.words or "character") if host else None,
        "one_per_host": bool(host and host.once),
        "gold_effects": [_stated(effect) for effect in card.gold_effects],
        "printings": [each.code for each in pool.printings(card)],
        "errata": [json_object(each, "issuer version") for each in card.errata],
        "own_text": card.code in pool.own_texts,
        "own": card.code in pool.own_cards,
    }


def _keyword(keyword: Keyword) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": keyword.name}
    if keyword.value is not None:
        facts["value"] = json_value(keyword.value)
    if keyword.exceptions:
        facts["except"] = list(keyword.exceptions)
    return facts


def _stated(value: Any) -> Any:
    """Return an effect or pattern as JSON without its default values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            each.name: _stated(stated)
            for each in fields(value)
            if (stated := getattr(value, each.name)) != each.default
        }
    if isinstance(value, tuple):
        return [_stated(each) for each in value]
    return json_value(value)


_LABELS = {
    "gold_effects": "gold",
    "host": "attach to",
    "printings": "other printings",
    "versions": "other versions",
}


def card_command(
    context: typer.Context,
    codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="Card codes.")],
    language: NamesIn = None,
    as_json: AsJson = False,
) -> None:
    """Show every fact of cards, by code."""
    session: Session = context.obj
    cards = [session.card(code) for code in codes]
    named = local_pools(session.pools, language)
    if as_json:
        facts = [
            card_json(card, pool)
            | ({"local_name": named[card.edition].by_code[card.code].name} if language else {})
            | {"rules": [entry_json(entry) for entry in rule_book().for_card(card, pool)]}
            for card, pool in cards
        ]
        print_object({"cards": facts})
        return
    for card, pool in cards:
        name = named[card.edition].by_code[card.code].name
        english = {"english": card.name} if name != card.name else {}
        _show(card_json(card, pool) | {"name": name} | english | _in_words(card, pool))
        show_entries(rule_book().for_card(card, pool))


def _in_words(card: Card, pool: CardPool) -> dict[str, str]:
    titles = [each for each in pool.printings(card) if each.code != card.code]
    same = [each.code for each in titles if each.design == card.design]
    return {
        "printings": ", ".join(same),
        "versions": ", ".join(each.code for each in titles if each.code not in same),
        "factions": " or ".join(each.label for each in card.factions),
        "keywords": ", ".join(keyword.words for keyword in card.keywords),
        "gold_effects": "\n".join(filter(None, map(gold_text, card.gold_effects))),
        "errata": ", ".join(f"{each.issuer} {each.version}".strip() for each in card.errata),
    }


def _show(facts: dict[str, Any]) -> None:
    mark = "◆ " if facts["unique"] else ""
    out().print(Text(f"{mark}{facts['name']}", style="bold"))
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()
    for name, value in facts.items():
        if name not in {"name", "unique", "own_text"} and value not in (None, [], {}, "", False, 0):
            own = name == "text" and facts["own_text"]
            label = "your own text" if own else _LABELS.get(name, name.replace("_", " "))
            table.add_row(label, Text(_words(value)))
    out().print(table)
    out().print()


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    if isinstance(value, dict):
        return " ".join(f"{name} {_words(each)}" for name, each in value.items())
    return "yes" if value is True else str(value)
