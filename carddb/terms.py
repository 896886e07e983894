"""Editions, factions, types, icons, keywords and plot values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias


class Edition(StrEnum):
    """The game's edition; each has cards, codes and rules of its own."""

    FIRST = "first"
    SECOND = "second"

    @property
    def label(self) -> str:
        return f"{self.value.capitalize()} edition"


class Faction(StrEnum):
    """A faction of the second edition or a House of the first; NEUTRAL is also a House card."""

    BARATHEON = "baratheon"
    GREYJOY = "greyjoy"
    LANNISTER = "lannister"
    MARTELL = "martell"
    NIGHTS_WATCH = "thenightswatch"
    STARK = "stark"
    TARGARYEN = "targaryen"
    TYRELL = "tyrell"
    NEUTRAL = "neutral"

    @property
    def label(self) -> str:
        """The faction's name as players write it, without "House"."""
        return "Night's Watch" if self is Faction.NIGHTS_WATCH else self.value.capitalize()

    @property
    def card_name(self) -> str:
        """The name on the faction card or House card of either edition."""
        if self is Faction.NEUTRAL:
            return "Neutral Faction"
        return "The Night's Watch" if self is Faction.NIGHTS_WATCH else f"House {self.label}"


# Of each edition; those of the first are Houses.
FACTIONS: Mapping[Edition, tuple[Faction, ...]] = {
    Edition.FIRST: tuple(
        each for each in Faction if each not in {Faction.NIGHTS_WATCH, Faction.TYRELL}
    ),
    Edition.SECOND: tuple(each for each in Faction if each is not Faction.NEUTRAL),
}


class CardType(StrEnum):
    """What a card is; HOUSE exists in the first edition only, TITLE belongs to melee."""

    PLOT = "plot"
    AGENDA = "agenda"
    CHARACTER = "character"
    ATTACHMENT = "attachment"
    LOCATION = "location"
    EVENT = "event"
    TITLE = "title"
    HOUSE = "house"


# The types of plot deck and draw deck, in the order of deck lists.
DECK_TYPES = (
    *(CardType.PLOT, CardType.CHARACTER, CardType.ATTACHMENT),
    *(CardType.LOCATION, CardType.EVENT),
)
DRAW_TYPES = frozenset(DECK_TYPES) - {CardType.PLOT}


class Icon(StrEnum):
    """A challenge icon."""

    MILITARY = "military"
    INTRIGUE = "intrigue"
    POWER = "power"


class Crest(StrEnum):
    """A crest of the first edition."""

    HOLY = "holy"
    LEARNED = "learned"
    NOBLE = "noble"
    SHADOW = "shadow"
    WAR = "war"


class Printed(Enum):
    """A printed value that is a letter, not a number."""

    X = "X"


Number: TypeAlias = int | Printed


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword with what follows it: a value ("Shadow (3)") or exceptions ("except Weapon").

    The exceptions of "immune" are what it is immune to, those of "no-attachments-with" the traits
    that its attachments may not have.
    """

    name: str
    value: Number | None = None
    exceptions: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The keyword as a card prints it: "Shadow (3)", "No attachments except Weapon"."""
        listed = " or ".join(self.exceptions)
        if self.name in {"immune", "no-attachments-with"}:
            before, after = ("Immune to", "") if self.name == "immune" else ("No", " attachments")
            return f"{before} {listed}{after}"
        words = self.name.replace("-", " ").capitalize()
        if self.exceptions:
            return f"{words} except {'a single ' if self.value == 1 else ''}{listed}"
        if self.value is None:
            return words
        value = "X" if self.value is Printed.X else self.value
        return f"{words} {value}" if self.name == "prized" else f"{words} ({value})"


@dataclass(frozen=True, slots=True)
class PlotStats:
    """The four values of a plot; the first edition has no reserve (None)."""

    income: Number
    initiative: Number
    claim: Number
    reserve: Number | None
