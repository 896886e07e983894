"""The command `sevenplots card`: every fact of a card."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Keyword, PlotStats
from cli.options import AsJson
from cli.rule import entry_json, show_entries
from cli.session import Session
from cli.terminal import out
from library.owned import design
from rulebook.card_text import gold_text
from rulebook.rule_book import rule_book


def card_json(card: Card, pool: CardPool) -> dict[str, Any]:
    """Return every fact of a card; what does not apply is null, empty or 0."""
    return {
        "code": card.code,
        "name": card.name,
        "edition": card.edition.value,
        "type": card.type.value,
        "factions": [faction.value for faction in card.factions],
        "pack": card.pack,
        "position": card.position,
        "quantity": card.quantity,
        "traits": list(card.traits),
        "keywords": [_keyword(keyword) for keyword in card.keywords],
        "unique": card.unique,
        "loyal": card.loyal,
        "cost": _plain(card.cost),
        "strength": _plain(card.strength),
        "icons": [icon.value for icon in card.icons],
        "plot": _plot(card.plot) if card.plot else None,
        "income": _plain(card.income),
        "initiative": _plain(card.initiative),
        "reserve": card.reserve,
        "influence": card.influence,
        "crests": [crest.value for crest in card.crests],
        "naval": [icon.value for icon in card.naval],
        "endless": card.endless,
        "house_only": [faction.value for faction in card.house_only],
        "deck_limit": card.deck_limit,
        "only_in": card.only_in,
        "deckbuilding": card.deckbuilding,
        "host": (card.host.words or "character") if card.host else None,
        "one_per_host": bool(card.host and card.host.once),
        "gold_effects": [_stated(effect) for effect in card.gold_effects],
        "printings": [each.code for each in pool.printings(card)],
        "reprint_of": card.reprint_of,
        "errata": [{"issuer": e.issuer, "version": e.version} for e in card.errata],
        "doubts": list(card.doubts),
        "text": card.text,
        "own_text": card.code in pool.own_texts,
        "image_url": card.image_url,
        "octgn_id": card.octgn_id,
        "illustrator": card.illustrator,
    }


def _plain(value: object) -> Any:
    return value.value if isinstance(value, Enum) else value


def _keyword(keyword: Keyword) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": keyword.name}
    if keyword.value is not None:
        facts["value"] = _plain(keyword.value)
    if keyword.exceptions:
        facts["except"] = list(keyword.exceptions)
    return facts


def _plot(plot: PlotStats) -> dict[str, Any]:
    names = ("income", "initiative", "claim", "reserve")
    return {name: _plain(getattr(plot, name)) for name in names}


def _stated(value: Any) -> Any:
    """Return an effect or pattern as JSON, without the fields that are at their defaults."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            each.name: _stated(stated)
            for each in fields(value)
            if (stated := getattr(value, each.name)) != each.default
        }
    if isinstance(value, tuple):
        return [_stated(each) for each in value]
    return _plain(value)


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
