"""How fast cards are loaded and parsed, and how fast a deck list is read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.card import Card
from carddb.pool import CardPool
from carddb.store import CardStore
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck_reader import read_decks

ROOT = Path(__file__).parents[1]
_LINE = re.compile(r"^(\d+)x? (.+?)(?: \(([^()]+)\))?$")


def _catalogue_lines() -> list[bytes]:
    folder = files("resources") / "catalogue"
    return [
        line
        for edition in Edition
        for what in ("cards", "packs", "cycles", "lists")
        for line in (folder / edition.value / f"{what}.jsonl").read_bytes().splitlines()
    ]


def load(folder: Path) -> Trial:
    """Load both pools from a filled cards.db again, in a process that did so before."""
    store = CardStore(folder / "cards.db")
    store.pools()
    lines = _catalogue_lines()
    return Trial(store.pools, lambda: [json.loads(line) for line in lines])


def start(folder: Path) -> Trial:
    """Load both pools in a process of its own, with all that must be imported for it."""
    path = folder / "cards.db"
    CardStore(path).pools()
    load_once = "from carddb.store import CardStore; CardStore(Path(sys.argv[1])).pools()"

    def run(program: str) -> Callable[[], object]:
        command = [sys.executable, "-c", f"import sys; from pathlib import Path; {program}"]
        return lambda: subprocess.run([*command, str(path)], cwd=ROOT, check=True)  # noqa: S603

    return Trial(run(load_once), run("import json, sqlite3"))


def fill(folder: Path) -> Trial:
    """Fill cards.db from both pools, as the first start does after it made them."""
    pools = catalogue.pools()
    lines = _catalogue_lines()
    store = CardStore(folder / "cards.db", load=lambda: pools)

    def work() -> None:
        store.path.unlink(missing_ok=True)
        store.pools()

    return Trial(work, lambda: [json.loads(line) for line in lines])


def parse(_: Path) -> Trial:
    """Make both pools from the catalogue, as the first start does."""
    lines = _catalogue_lines()
    return Trial(
        lambda: [catalogue.load_pool(edition) for edition in Edition],
        lambda: [json.loads(line) for line in lines],
    )


def read(_: Path) -> Trial:
    """Read one deck of 60 cards and 7 plots as ThronesDB copies it to the clipboard."""
    pools = {edition: catalogue.load_pool(edition) for edition in Edition}
    text = clipboard_text(pools[Edition.SECOND])
    readings = read_decks(text, pools)
    if len(readings) != 1 or readings[0].unread or readings[0].deck.draw_count != 60:
        raise AppError("The deck of the benchmark was not read whole.")
    return Trial(
        lambda: read_decks(text, pools),
        lambda: [_LINE.match(line) for line in text.splitlines()],
    )


def clipboard_text(pool: CardPool) -> str:
    """Return a Stark deck from the Core Set in ThronesDB's clipboard format."""
    core = [card for card in pool if card.pack == "Core" and _fits_stark(card)]
    plots = [card for card in core if card.type is CardType.PLOT][:7]
    draw = [card for card in core if card.in_draw_deck][:20]
    parts = ["Benchmark", "", "House Stark", "Fealty (Core)", "", "Packs: From Core Set"]
    for title, kind in (
        ("Plots", CardType.PLOT),
        ("Characters", CardType.CHARACTER),
        ("Attachments", CardType.ATTACHMENT),
        ("Locations", CardType.LOCATION),
        ("Events", CardType.EVENT),
    ):
        copies = 1 if kind is CardType.PLOT else 3
        cards = [card for card in (*plots, *draw) if card.type is kind]
        parts += ["", f"{title} ({copies * len(cards)}):"]
        parts += [f"{copies}x {card.name} (Core)" for card in cards]
    return "\n".join(parts) + "\n"


def _fits_stark(card: Card) -> bool:
    return card.neutral or Faction.STARK in card.factions


BENCHMARKS = (
    Benchmark("cards.load", Unit.MILLISECONDS, "json.loads of the catalogue", load),
    Benchmark("cards.start", Unit.MILLISECONDS, "a process that imports sqlite3", start),
    Benchmark("cards.fill", Unit.MILLISECONDS, "json.loads of the catalogue", fill),
    Benchmark("cards.parse", Unit.MILLISECONDS, "json.loads of the catalogue", parse),
    Benchmark("decks.read", Unit.MICROSECONDS, "a regular expression over its lines", read),
)
