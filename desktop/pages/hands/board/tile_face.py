"""What the table shows of a copy: its face as a value, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from carddb.card import Card
from carddb.terms import CardType
from desktop.widgets.cards.card_facts import printed
from goldfish.play.game import Copy, Game, InPlay, Zone
from goldfish.play.moves import LegalMove

# In quarters of the body font's height; seven of the narrowest fit a panel of 640 pixels.
NARROWEST = 21
WIDEST = 34
STEPS = (17, 20, 24, 28, 33, 39, 46, 54, 64)
HEIGHT = STEPS[0]
LOW_HEIGHT = 14
STRIP_HEIGHT = 5

# What the marks of a tile say of its keywords.
_MARKED = frozenset({"limited", "shadow"})


class Shape(Enum):
    """How a copy is drawn: whole, as a strip below its bearer, or face down."""

    WHOLE = auto()
    STRIP = auto()
    DOWN = auto()


@dataclass(frozen=True, slots=True)
class TileFace:
    """A copy as it lies: how many duplicates are below it, what is on it, whether it kneels.

    `faint` is whether nothing can be done with it now.
    """

    copy: Copy
    zone: Zone
    shape: Shape = Shape.WHOLE
    duplicates: int = 0
    gold: int = 0
    knelt: bool = False
    faint: bool = False

    @property
    def card(self) -> Card:
        """The card."""
        return self.copy.card


def face_in_play(lying: InPlay) -> TileFace:
    """Return the face of a card in play."""
    strip = lying.host is not None
    return TileFace(
        lying.copy,
        Zone.PLAY,
        Shape.STRIP if strip else Shape.WHOLE,
        len(lying.duplicates),
        lying.gold,
        lying.knelt,
    )


def name_of(face: TileFace) -> str:
    """Return what a screen reader calls the copy: "Arya Stark, character, 3 gold"."""
    card = face.card
    said = [card.name, card.type.value]
    if card.type is CardType.PLOT:
        said.append(plot_words(card))
    elif card.cost is not None:
        said.append(f"cost {printed(card.cost)}")
    if card.type is CardType.CHARACTER:
        said.append(f"STR {printed(card.strength)}")
    return ", ".join(said)


def words_of(face: TileFace, game: Game, offers: Sequence[LegalMove]) -> str:
    """Return where the copy lies, what is on it, and what can be done, as sentences."""
    card = face.card
    where = {Zone.PLAY: "In play", Zone.HAND: "In hand", Zone.SHADOWS: "Face down in shadows"}
    said = [where.get(face.zone, face.zone.value.capitalize())]
    lying = game.standing(face.copy.number) if face.zone is Zone.PLAY else None
    if lying and lying.host is not None:
        said[0] += f", on {game.find(lying.host)[0].card.name}"
    if face.knelt:
        said[0] += ", kneeling"
    if face.duplicates:
        said.append(f"{face.duplicates} duplicate{'s' * (face.duplicates > 1)} below")
    if face.gold:
        said.append(f"{face.gold} gold on it")
    if card.keyword("limited"):
        said.append("Limited")
    done = "; ".join(offer.words for offer in offers) or "nothing to do now"
    return f"{'. '.join(said)}. {done[0].upper()}{done[1:]}."


def printed_words(card: Card) -> tuple[str, str]:
    """Return a card's traits, and the keywords that no mark of the tile tells already."""
    told = [each.words for each in card.keywords if each.name not in _MARKED]
    traits = " ".join(f"{trait}." for trait in card.traits)
    return traits, " ".join(f"{words[:1].upper()}{words[1:]}." for words in told)


def plot_words(card: Card) -> str:
    """Return a plot's values in words."""
    stats = card.plot
    if stats is None:
        return ""
    said = f"gold {printed(stats.income)}, initiative {printed(stats.initiative)}"
    said += f", claim {printed(stats.claim)}"
    return said if stats.reserve is None else f"{said}, reserve {printed(stats.reserve)}"


def plot_figures(card: Card) -> str:
    """Return a plot's values as the deck lists them: gold, initiative, claim, reserve."""
    stats = card.plot
    if stats is None:
        return ""
    values = [stats.income, stats.initiative, stats.claim]
    shown = values if stats.reserve is None else [*values, stats.reserve]
    return " · ".join(printed(value) for value in shown)
