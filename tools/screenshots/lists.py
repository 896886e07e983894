"""The decks and files that the scenes show."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

from carddb.card_test import NEUTRAL, of_faction
from carddb.pool import CardPool
from core.paths import published_file
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.formats.deck_json import deck_object
from decks.report import Reading
from desktop.session.loaded_cards import LoadedCards
from library.library import Library
from published.decklist import Decklist
from published.storage import PublishedStore

TODAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LEGAL = ("Wolves of Winter (WotN)", "Taking the Black (WotW)", "His Viper Eyes (SoD)")
FAULTY = """A list with mistakes

House Stark
Fealty

Plots:
1x A Noble Cause
2x A Storm of Swords
2x A Clash of Kings
1x Calm Over Westeros
1x Wraiths in Their Midst

3x Aria Stark (Core)
3x Bran Stark
3x Eddard Stark (WotN)
4x Winterfell Steward
3x Ice
3x Hodor the Dragon of Meereen
3x Tower of the Sun
3x Nightmares
3x The Roseroad
3x The Kingsroad
3x Crown of Gold
3x Hedge Knight
3x Wildling Horde
3x Robb Stark (Core)
"""


class ManualClock:
    """A clock that each deck sets for itself, so that the pictures stay the same."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        """Return the moment that was set."""
        return self.now


def store_decklists(home: Path, deck: Deck, pool: CardPool) -> None:
    """Store made-up published decklists: a deck with some of its cards changed for others."""
    chance = Random(7)  # noqa: S311 - the pictures stay the same
    fits = of_faction(deck.faction) | NEUTRAL if deck.faction else NEUTRAL
    held = {card.name for card, _ in deck.slots}
    others = (card for card in pool if card.in_draw_deck and not card.only_in and fits(card))
    spare = [card.code for card in others if card.name not in held][:90]
    agendas = tuple(card.code for card in deck.agendas)

    def made_up(number: int) -> Decklist:
        slots = {card.code: copies for card, copies in deck.slots}
        changed = chance.sample([card.code for card, _ in deck.draw()], 6)
        for old, new in zip(changed, chance.sample(spare, 6), strict=True):
            slots[new] = slots.pop(old)
        created = (NOON - timedelta(days=number)).isoformat()
        faction = deck.faction.value if deck.faction else ""
        return Decklist(
            number, f"Deck {number}", created, faction, agendas, tuple(sorted(slots.items()))
        )

    store = PublishedStore(published_file(home))
    store.write(map(made_up, range(1, 61)), {}, remove=True)


def fill(library: Library, cards: LoadedCards, clock: ManualClock) -> None:
    """Put the published sample decks, and some changed ones, into folders and under tags."""
    published = library.folders.add("Published decks").id
    league = library.folders.add("Winter league").id
    for number, reading in enumerate(cards.samples):
        clock.now = NOON - timedelta(days=200 + 9 * number)
        library.decks.add(reading.deck, folder_id=published, tags=["published"])
    by_name = {reading.deck.name: reading.deck for reading in cards.samples}
    wolves = by_name["Wolves of Winter (WotN)"]
    black = by_name["Taking the Black (WotW)"]
    (faulty,) = read_decks(FAULTY, cards.pools)
    fewer = wolves.with_copies(wolves.slots[9][0], 0).with_copies(wolves.slots[12][0], 3)
    fewer = fewer.with_copies(black.slots[20][0], 3)
    made: tuple[tuple[Deck, str | None, list[str], int], ...] = (
        (replace(wolves, name="Wolves, second version"), league, ["to test"], 2),
        (replace(fewer, name="Wolves without friends"), league, ["to test"], 1),
        (replace(black, name="The Wall at the table", format="melee"), None, ["melee"], 26),
        (faulty.deck, None, [], 50),
    )
    for deck, folder, tags, hours in made:
        clock.now = NOON - timedelta(hours=hours)
        library.decks.add(deck, folder_id=folder, tags=tags)
    clock.now = NOON
    gone = library.decks.add(replace(black, name="An old idea"))
    library.decks.throw_away([gone.id])


def write_files(folder: Path, samples: Iterable[Reading]) -> None:
    """Write the files that the scenes open."""
    (folder / "faulty.txt").write_text(FAULTY, "utf-8")
    (folder / "photograph.jpg").write_bytes(bytes(range(256)) * 40)
    decks = [
        deck_object(reading.deck) | {"date": "2026-07-15"}
        for reading in samples
        if reading.deck.name in LEGAL
    ]
    (folder / "legal.json").write_text(json.dumps(decks), "utf-8")
