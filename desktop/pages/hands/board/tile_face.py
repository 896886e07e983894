"""What the board shows of a copy: its face as a value, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType
from goldfish.play.card_moves import awaits_plot
from goldfish.play.game import Copy, CopyInPlay, Game, Zone
from goldfish.play.moves import LegalMove
from rulebook.card_text import figures_of, printed_value


@dataclass(frozen=True, slots=True)
class TileFace:
    """A copy as it is: how many duplicates are below it, what is on it, whether it kneels.

    `strip` is whether it is drawn as a strip below its bearer. `faint` is whether nothing can be
    done with it now. `plan` is what the proposed setup does with it, in a word or two.
    """

    copy: Copy
    zone: Zone
    duplicates: int = 0
    gold: int = 0
    knelt: bool = False
    strip: bool = False
    faint: bool = False
    plan: str = ""

    @property
    def card(self) -> Card:
        """The card."""
        return self.copy.card

    @property
    def down(self) -> bool:
        """Whether the copy lies face down."""
        return self.zone is Zone.SHADOWS


def stacks_in_play(game: Game, cards: Iterable[CopyInPlay]) -> list[list[TileFace]]:
    """Return cards in play, each with the attachments that it bears."""
    return [
        [
            TileFace(
                each.copy,
                Zone.PLAY,
                len(each.duplicates),
                each.gold,
                each.knelt,
                strip=each.host is not None,
            )
            for each in (card, *game.attachments_of(card.number))
        ]
        for card in cards
    ]


def plot_faces(game: Game) -> list[TileFace]:
    """Return agendas and revealed plot; while a plot is to be chosen, agendas and plot deck."""
    faces = [TileFace(copy, Zone.AGENDA) for copy in game.agendas]
    if awaits_plot(game):
        return faces + [TileFace(copy, Zone.PLOTS) for copy in game.plots]
    return faces + ([TileFace(game.revealed, Zone.REVEALED)] if game.revealed else [])


def tile_name(face: TileFace) -> str:
    """Return what a screen reader calls the copy: "Arya Stark, character, cost 3, STR 2"."""
    card = face.card
    parts = [card.name, card.type.value]
    if card.type is CardType.PLOT:
        figures = figures_of(card).items()
        parts += [f"{caption.lower()} {value}" for caption, value in figures]
    elif card.cost is not None:
        parts.append(f"cost {printed_value(card.cost)}")
    if card.type is CardType.CHARACTER:
        parts.append(f"STR {printed_value(card.strength)}")
    return ", ".join(parts)


def tile_text(face: TileFace, game: Game, moves: Sequence[LegalMove]) -> str:
    """Return where the copy is, what is on it, and what can be done, as sentences."""
    where = {Zone.PLAY: "In play", Zone.HAND: "In hand", Zone.SHADOWS: "Face down in shadows"}
    first = where.get(face.zone, face.zone.value.capitalize())
    in_play = game.in_play_with(face.copy.number) if face.zone is Zone.PLAY else None
    if in_play and in_play.host is not None:
        first += f", on {game.find(in_play.host)[0].card.name}"
    parts = [f"{first}, kneeling" if face.knelt else first]
    if face.duplicates:
        parts.append(f"{face.duplicates} duplicate{'s' * (face.duplicates > 1)} below")
    if face.gold:
        parts.append(f"{face.gold} gold on it")
    if face.card.keyword("limited"):
        parts.append("Limited")
    actions = "; ".join(move.words for move in moves) or "nothing to do now"
    return f"{'. '.join(parts)}. {actions[0].upper()}{actions[1:]}."


def marks_of(face: TileFace) -> list[str]:
    """Return the short marks of a copy: kneeling, gold on it, duplicates, Limited, income."""
    card = face.card
    marks = ["kneeling"] if face.knelt else []
    if face.gold:
        marks.append(f"{face.gold} gold")
    if face.duplicates:
        marks.append(f"\N{MULTIPLICATION SIGN}{face.duplicates + 1}")
    if card.keyword("limited"):
        marks.append("Limited")
    shadow = card.keyword("shadow")
    if shadow is not None and face.zone is not Zone.PLAY:
        marks.append(f"Shadow ({printed_value(shadow.value)})")
    if isinstance(card.income, int) and card.income and card.type is not CardType.PLOT:
        marks.append(f"{card.income:+} income")
    return marks
