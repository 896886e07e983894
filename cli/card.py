"""The command `sevenplots card`: every fact of a card."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from carddb.card import Card
from carddb.pool import CardPool
from cli.card_facts import card_json
from cli.options import AsJson
from cli.rule_report import entry_json, show_entries
from cli.session import Session
from cli.terminal import out
from library.owned import design
from rulebook.gold_text import gold_text
from rulebook.rule_book import rule_book

_LABELS = {
    "gold_effects": "gold",
    "host": "attach to",
    "printings": "other printings",
    "versions": "other versions",
}


def card_command(
    context: typer.Context,
    codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="Card codes.")],
    as_json: AsJson = False,
) -> None:
    """Show every fact of cards, by code."""
    session: Session = context.obj
    cards = [session.card(code) for code in codes]
    if as_json:
        facts = [{**card_json(card, pool), "rules": _rules(card, pool)} for card, pool in cards]
        print(json.dumps({"cards": facts}, ensure_ascii=False, indent=2))
        return
    for card, pool in cards:
        _show(card_json(card, pool) | _in_words(card, pool))
        show_entries(rule_book().for_card(card, pool))


def _rules(card: Card, pool: CardPool) -> list[dict[str, Any]]:
    return [entry_json(entry) for entry in rule_book().for_card(card, pool)]


def _in_words(card: Card, pool: CardPool) -> dict[str, str]:
    """Return in words what the JSON states as structures."""
    titles = [each for each in pool.printings(card) if each.code != card.code]
    same = [each.code for each in titles if design(each) == design(card)]
    return {
        "printings": ", ".join(same),
        "versions": ", ".join(each.code for each in titles if each.code not in same),
        "factions": " or ".join(each.label for each in card.factions),
        "keywords": ", ".join(keyword.words for keyword in card.keywords),
        "gold_effects": "\n".join(filter(None, map(gold_text, card.gold_effects))),
        "errata": ", ".join(f"{each.issuer} {each.version}".strip() for each in card.errata),
    }


def _show(facts: dict[str, Any]) -> None:
    """Print the facts that the card has, one a line."""
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
