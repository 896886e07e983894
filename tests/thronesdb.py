"""ThronesDB's API for tests: answers made from a pool, with texts of our own, on loopback."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from carddb.card import Card
from carddb.pool import CardPool
from carddb.restrictions import FormatList, RestrictedList
from carddb.terms import Icon, Keyword, Number, PlotStats
from core.download import Limits

CARDS, PACKS = "/api/public/cards/", "/api/public/packs/"
CYCLES, LISTS = "/api/public/cycles/", "/api/public/restrictions/"
CHANGED = 1_785_000_000
# As long as a busy machine may take.
QUICK = Limits(bytes=16 << 20, seconds=120.0, connect=60.0, silence=60.0, tries=2, pause=0.01)

Handler = Callable[[Request], Response]


def api_card(card: Card, text: str | None = None, **fields: Any) -> dict[str, Any]:
    """Return a card as version 1.0 of the API gives it; `fields` overrule."""
    plot = card.plot or PlotStats(0, 0, 0, 0)
    return {
        "code": card.code,
        "name": card.name,
        "type_code": card.type.value,
        "pack_code": card.pack,
        "faction_code": card.factions[0].value if card.factions else "neutral",
        "position": card.position,
        "cost": _number(card.cost),
        "strength": _number(card.strength),
        "income": _number(plot.income) if card.plot else None,
        "initiative": _number(plot.initiative) if card.plot else None,
        "claim": _number(plot.claim) if card.plot else None,
        "reserve": _number(plot.reserve) if card.plot else None,
        "text": synthetic_text(card) if text is None else text,
        "quantity": card.quantity,
        "deck_limit": card.deck_limit,
        "traits": " ".join(f"{trait}." for trait in card.traits),
        "is_unique": card.unique,
        "is_loyal": card.loyal,
        **{f"is_{icon.value}": icon in card.icons for icon in Icon},
        "octgn_id": None,
        "image_url": f"https://example.org/{card.code}.png",
        "errataed": bool(card.errata),
        "work_in_progress": False,
    } | fields


def synthetic_text(card: Card) -> str:
    """Return a text of our own that tells a card's keywords; empty on a card without text."""
    if card.blank:
        return ""
    only = {"melee": "Melee format only.", "hand-of-the-king": "Hand of the King format only."}
    lines = [
        " ".join(f"{_marked(keyword).words}." for keyword in card.keywords),
        only.get(card.only_in or "", ""),
        "You may include them in your deck." if card.deckbuilding else "",
        "Made up.",
    ]
    return "\n".join(filter(None, lines))


def api_list(restricted: RestrictedList, **fields: Any) -> dict[str, Any]:
    """Return a list as the API gives it: what is banned everywhere is merged into each format."""
    return {
        "code": restricted.code,
        "title": restricted.name,
        "effectiveOn": f"{restricted.date}T00:00:00+00:00",
        "issuer": restricted.issuer,
        "version": restricted.version,
        "cardSet": restricted.card_set,
        "active": True,
        "contents": {
            name: _contents(of_format, restricted.banned) for name, of_format in restricted.formats
        },
    } | fields


def api_of(pool: CardPool) -> dict[str, list[dict[str, Any]]]:
    """Return what the API answers about a pool, by path."""
    places = {code: place for place, code in enumerate(pool.cycles, 1)}
    return {
        CYCLES: [
            {
                "code": cycle.code,
                "name": cycle.name,
                "position": places[cycle.code],
                "packs": [pack.code for pack in pool.packs.values() if pack.cycle == cycle.code],
            }
            for cycle in pool.cycles.values()
        ],
        PACKS: [
            {
                "code": pack.code,
                "name": pack.name,
                "position": pack.position,
                "cycle_position": places.get(pack.cycle, 0),
                "available": pack.released,
            }
            for pack in pool.packs.values()
        ],
        LISTS: [api_list(each) for each in pool.lists.values()],
        CARDS: [api_card(card) for card in pool],
    }


@dataclass
class Api:
    """The API on loopback: its answers may be changed, and what was asked is told."""

    server: HTTPServer
    answers: dict[str, Any]
    modified: float = CHANGED
    asked: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        for path in (CYCLES, PACKS, LISTS, CARDS):
            self.server.expect_request(path).respond_with_handler(self._answer)

    @property
    def url(self) -> str:
        return self.server.url_for("").rstrip("/")

    def paths(self) -> list[str]:
        """Return the paths that were asked for since the last call."""
        paths = [request.path for request in self.asked]
        self.asked.clear()
        return paths

    def _answer(self, request: Request) -> Response:
        self.asked.append(request)
        answer = self.answers[request.path]
        if callable(answer):
            answered: Response = answer(request)
            return answered
        since = request.if_modified_since
        if since and since.timestamp() >= self.modified:
            return Response(status=304)
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        changed = {"Last-Modified": formatdate(self.modified, usegmt=True)}
        return Response(body, content_type="application/json", headers=changed)


def _marked(keyword: Keyword) -> Keyword:
    """Return a keyword with its traits as texts mark them."""
    return replace(keyword, exceptions=tuple(f"<i>{each}</i>" for each in keyword.exceptions))


def _number(value: Number | None) -> int | None:
    return value if isinstance(value, int) else None


def _contents(of_format: FormatList, banned: frozenset[str]) -> dict[str, Any]:
    pods = [
        {"title": f"P{number}", "cards": list(pod.cards)}
        | ({"restricted": pod.trigger} if pod.trigger else {})
        for number, pod in enumerate(of_format.pods, 1)
    ]
    return {
        "url": "",
        "restricted": sorted(of_format.restricted),
        "banned": sorted(of_format.banned | banned),
        "restricted_pods": pods,
    }
