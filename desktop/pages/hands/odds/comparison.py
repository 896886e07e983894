"""The deck that the deck on screen is compared with, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carddb.terms import Faction
from decks.deck import Deck
from decks.report import Reading
from desktop.session.open_deck import OpenDeck
from library.deck_values import StoredDeck, Version

CURRENT = "Current version"


@dataclass(frozen=True, slots=True, eq=False)
class ComparedDeck:
    """A deck to compare with as it is at first; one that is open is followed in its changes."""

    name: str
    first: Deck
    followed: OpenDeck | None = None

    @property
    def deck(self) -> Deck:
        return self.followed.deck if self.followed else self.first


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonChoice:
    """An entry of the list: under which heading, its name, and which deck it is.

    A deck of the library, or a version of it, is fetched only once it is chosen.
    """

    heading: str
    name: str
    words: str
    compared_deck: ComparedDeck | None = None
    stored: StoredDeck | None = None
    faction: Faction | None = None

    def matches(self, text: str) -> bool:
        """Return whether every word of a text is in the entry."""
        own = f"{self.name} {self.words}".casefold()
        return all(word in own for word in text.casefold().split())


def comparison_choices(
    current: OpenDeck,
    decks: Sequence[OpenDeck],
    stored: Sequence[StoredDeck],
    samples: Sequence[Reading],
) -> list[ComparisonChoice]:
    """Return what a deck can be compared with: decks of its edition, each once, and itself."""
    deck = current.deck
    by_id = {each.id: each for each in stored}
    saved = {each: by_id.get(each.stored.id) for each in decks if each.stored}
    now = ComparisonChoice(
        "This deck",
        f"{deck.name}, as it is now",
        "Change the deck after that, and see what it does",
        ComparedDeck(f"{deck.name}, as it was", deck),
        saved.get(current),
        faction=deck.faction,
    )
    opened = [
        _choice("Open decks", ComparedDeck(each.deck.name, each.deck, each), saved.get(each))
        for each in decks
        if each is not current and each.deck.edition is deck.edition
    ]
    in_library = [
        ComparisonChoice(
            "Library",
            each.name,
            _affiliation(each.faction, each.agenda_names),
            stored=each,
            faction=each.faction,
        )
        for each in stored
        if each.edition is deck.edition and each not in saved.values()
    ]
    published = [
        _choice("Sample decks", ComparedDeck(each.deck.name, each.deck))
        for each in samples
        if each.deck.edition is deck.edition
    ]
    return [now, *opened, *in_library, *published]


def _choice(
    heading: str, compared: ComparedDeck, stored: StoredDeck | None = None
) -> ComparisonChoice:
    deck = compared.deck
    words = _affiliation(deck.faction, [card.name for card in deck.agendas])
    return ComparisonChoice(heading, deck.name, words, compared, stored, faction=deck.faction)


def _affiliation(faction: Faction | None, agendas: Sequence[str]) -> str:
    return " · ".join([faction.label if faction else "No faction", *agendas])


def version_name(version: Version) -> str:
    """Return what a version is called: its name or number, when it was made, what it changed."""
    day = f"{version.made.astimezone():%Y-%m-%d %H:%M}"
    name = version.name or f"Version {version.number}"
    head = f"{name} ({CURRENT.lower()})" if version.current else name
    return " · ".join([part for part in (head, day, version.words) if part])
