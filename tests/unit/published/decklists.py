"""Decklists as ThronesDB delivers them, drawn from a pool, with the oddities of real ones."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from email.utils import formatdate
from pathlib import Path
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from carddb.card import Card
from carddb.card_test import NEUTRAL, of_faction
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from published.corpus import Corpus
from published.decklist import read_decklist
from published.storage import PublishedStore

ALL = "/api/public/decklists"
FACTIONS = [each for each in Faction if each is not Faction.NEUTRAL]
CHANGED = 1_785_000_000
Json = dict[str, Any]


def draw_decklists(pool: CardPool, count: int, seed: int = 1) -> list[Json]:
    """Return decklists of a few archetypes; some are unfinished, equal or hold unknown cards."""
    chance = random.Random(seed)  # noqa: S311
    archetypes = [_archetype(pool, chance) for _ in range(8)]
    made: list[Json] = []
    for number in range(1, count + 1):
        faction, agenda, cards, plots = chance.choice(archetypes)
        slots = _some(chance, cards, 60, 3) | _some(chance, plots, 7, 1) | {agenda.code: 1}
        odd = chance.random()
        if odd < 0.1 and made:
            earlier = chance.choice(made)
            faction, slots = Faction(earlier["faction_code"]), dict(earlier["slots"])
            agendas = list(earlier["agendas"])
        else:
            agendas = [agenda.code]
        if 0.1 < odd < 0.13:
            slots = dict(list(slots.items())[:5])
        elif 0.13 < odd < 0.16:
            slots["99123"] = 2
        made.append(decklist(number, faction.value, agendas, slots, day=number // 3))
    return made


def decklist(
    number: int, faction: str, agendas: list[str], slots: dict[str, int], day: int = 0
) -> Json:
    """Return a decklist as the API delivers it, created some days after a first one."""
    moment = f"{date(2024, 1, 1) + timedelta(days=day)}T12:{number % 60:02}:00+00:00"
    return {
        "id": number,
        "name": f"Deck {number} <b>d'hiver</b>",
        "date_creation": moment,
        "date_update": moment,
        "description_md": "Words. " * 20,
        "user_id": 7,
        "faction_code": faction,
        "slots": slots,
        "agendas": agendas,
        "version": "1.0",
    }


def _archetype(
    pool: CardPool, chance: random.Random
) -> tuple[Faction, Card, list[Card], list[Card]]:
    faction = chance.choice(FACTIONS)
    playable = [card for card in pool if not card.only_in]
    fits = [card for card in playable if (of_faction(faction) | NEUTRAL)(card)]
    cards = chance.sample([card for card in fits if card.in_draw_deck], 60)
    plots = chance.sample([card for card in fits if card.type is CardType.PLOT], 15)
    agenda = chance.choice([card for card in playable if card.type is CardType.AGENDA])
    return faction, agenda, cards, plots


def _some(chance: random.Random, cards: list[Card], wanted: int, most: int) -> dict[str, int]:
    slots: dict[str, int] = {}
    while sum(slots.values()) < wanted:
        card = chance.choice(cards)
        copies = chance.randint(1, most)
        slots[card.code] = min(copies, wanted - sum(slots.values()) + slots.get(card.code, 0))
    return slots


def stored_corpus(pool: CardPool, decklists: list[Json], folder: Path) -> Corpus:
    """Return the corpus of decklists that were stored in a folder."""
    store = PublishedStore(folder / "published.db")
    read = [each for each in map(read_decklist, decklists) if each]
    store.write(read, {}, remove=True)
    return Corpus(pool, store.load())


def serve_all(server: HTTPServer, decklists: object) -> list[Request]:
    """Serve decklists as ThronesDB does; return the requests, as they come."""
    body = decklists if isinstance(decklists, bytes) else json.dumps(decklists).encode()
    seen: list[Request] = []

    def answer(request: Request) -> Response:
        seen.append(request)
        if request.headers.get("If-Modified-Since"):
            return Response(status=304)
        modified = formatdate(CHANGED, usegmt=True)
        return Response(body, 200, {"Last-Modified": modified}, content_type="application/json")

    server.expect_request(ALL).respond_with_handler(answer)
    return seen
