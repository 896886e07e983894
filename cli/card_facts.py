"""A card's facts as JSON, the shape that `sevenplots card` and `search` print."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Keyword, PlotStats


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
