"""The formats that decks are built for, with their numbers."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.errors import AppError
from carddb.terms import Edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of one edition: sizes before agendas change them.

    `list_format` is the part of a restricted list that concerns it, empty where none does.
    `only_in` are the marks of cards that may be played in this format alone. `source` is where
    the sizes are written.
    """

    edition: Edition
    name: str
    label: str
    source: str
    draw_minimum: int = 60
    plots: int = 7
    doubled_plots: int = 1
    list_format: str = ""
    only_in: tuple[str, ...] = ()


RR = "Rules Reference, Deckbuilding"
CORE = "Core rules, Building a deck"

FORMATS = (
    Format(edition=Edition.SECOND, name="joust", label="joust", source=RR, list_format="joust"),
    Format(
        edition=Edition.SECOND,
        name="melee",
        label="melee",
        source=RR,
        list_format="melee",
        only_in=("melee",),
    ),
    Format(
        edition=Edition.SECOND,
        name="draft",
        label="draft",
        source="Draft rules: 40 cards and 5 plots",
        draw_minimum=40,
        plots=5,
        only_in=("draft",),
    ),
    Format(edition=Edition.SECOND, name="rookery", label="rookery", source=RR, list_format="joust"),
    Format(
        edition=Edition.SECOND,
        name="hand-of-the-king",
        label="Hand of the King",
        source=RR,
        only_in=("hand-of-the-king",),
    ),
    Format(
        edition=Edition.SECOND,
        name="civil-war",
        label="Civil War",
        source="Civil War",
        only_in=("melee",),
    ),
    Format(
        edition=Edition.FIRST,
        name="joust",
        label="joust",
        source=CORE,
        doubled_plots=0,
        list_format="joust",
    ),
    Format(
        edition=Edition.FIRST,
        name="melee",
        label="melee",
        source=CORE,
        doubled_plots=0,
        list_format="melee",
    ),
    Format(
        edition=Edition.FIRST,
        name="civil-war",
        label="Civil War",
        source="Civil War",
        doubled_plots=0,
    ),
)


def formats_of(edition: Edition) -> tuple[Format, ...]:
    """Return the formats of an edition."""
    return tuple(each for each in FORMATS if each.edition is edition)


def find_format(edition: Edition, name: str) -> Format:
    """Return a format by its name; AppError with the names there are where there is none."""
    for each in formats_of(edition):
        if each.name == name:
            return each
    names = ", ".join(each.name for each in formats_of(edition))
    raise AppError(
        f"“{name}” is not a format of the {edition.value} edition.", f"Choose one of: {names}."
    )
