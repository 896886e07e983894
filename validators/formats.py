"""The formats that decks are built for, with their numbers."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.errors import AppError
from carddb.terms import Edition


@dataclass(frozen=True, slots=True)
class Format:
    """A format of one edition: sizes before agendas change them.

    `list_format` is the part of a restricted list that concerns it, empty where none does.
    """

    edition: Edition
    name: str
    label: str
    draw_minimum: int
    plots: int
    doubled_plots: int
    list_format: str = ""


FORMATS = (
    Format(Edition.SECOND, "joust", "Joust", 60, 7, 1, "joust"),
    Format(Edition.SECOND, "melee", "Melee", 60, 7, 1, "melee"),
)


def find_format(edition: Edition, name: str) -> Format:
    """Return a format by its name; AppError with the names there are where there is none."""
    for each in FORMATS:
        if (each.edition, each.name) == (edition, name):
            return each
    names = ", ".join(each.name for each in FORMATS if each.edition is edition)
    raise AppError(
        f"“{name}” is not a format of the {edition.value} edition.", f"Choose one of: {names}."
    )
