"""How fast an answer of ThronesDB becomes cards, and how fast the cards are stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.card import Card
from carddb.origin import Origin
from carddb.pool import CardPool
from carddb.store import CardStore
from carddb.terms import Edition
from carddb.thronesdb.edition import Answers, objects, pool_of_api
from tests.thronesdb import api_card

ORIGIN = Origin("https://thronesdb.com", datetime(2026, 1, 1, tzinfo=UTC))
SERVER = "thronesdb.com"

# As long as the texts of cards are in the middle; none of it is a card's own.
WORDS = (
    "<b>Reaction:</b> After the made up character wins a challenge, kneel it to choose another"
    " made up card and think about it until the phase ends. (Limit once per round.)"
)


def _body(pool: CardPool) -> bytes:
    """Return an answer about the cards of a pool, with texts of our own."""
    return json.dumps([_raw(card) for card in pool], ensure_ascii=False).encode()


def _raw(card: Card) -> dict[str, object]:
    keywords = " ".join(f"{keyword.words}." for keyword in card.keywords)
    return api_card(card, "\n".join(filter(None, (keywords, WORDS))))


def _parsed(body: bytes, pool: CardPool) -> CardPool:
    cards = objects(body, "cards", SERVER)
    return pool_of_api(Answers(None, None, None, cards), pool, pool, SERVER)[0]


def parse(_: Path) -> Trial:
    """Read 2,240 cards of an answer, with the facts in their texts, and check them as a whole."""
    pool = catalogue.load_pool(Edition.SECOND)
    body = _body(pool)
    return Trial(lambda: _parsed(body, pool), lambda: json.loads(body))


def write_answer(folder: Path) -> Trial:
    """Replace the edition in cards.db in one transaction, and write that to the disk."""
    store = CardStore(folder / "cards.db")
    old = store.pools()[Edition.SECOND]
    body = _body(old)
    pool = _parsed(body, old)

    def write() -> None:
        (folder / "plain.json").write_bytes(body)

    return Trial(lambda: store.replace(pool, ORIGIN), write)


def whole(folder: Path) -> Trial:
    """Do both: from the bytes of the answer to the cards on the disk."""
    store = CardStore(folder / "cards.db")
    old = store.pools()[Edition.SECOND]
    body = _body(old)
    return Trial(
        lambda: store.replace(_parsed(body, old), ORIGIN),
        lambda: (folder / "plain.json").write_text(json.dumps(json.loads(body))),
    )


BENCHMARKS = (
    Benchmark("sync.parse", Unit.MILLISECONDS, "json.loads of the answer", parse),
    Benchmark("sync.keep", Unit.MILLISECONDS, "the answer's bytes written to a file", write_answer),
    Benchmark("sync.whole", Unit.MILLISECONDS, "the answer read and written as JSON", whole),
)
