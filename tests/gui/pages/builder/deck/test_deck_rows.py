"""Which rows of the deck bear the sign of a problem."""

from __future__ import annotations

from desktop.pages.builder.deck.deck_rows import problems_by_card
from validators.problem import Problem


def test_cards_of_which_there_are_too_few_bear_no_sign_of_that() -> None:
    few = Problem("agenda.x", "Too few", "", ("01001", "01002"), found=10, wanted=12)
    many = Problem("draw.copies", "Too many", "", ("01002",), found=4, wanted=3)
    banned = Problem("list.banned", "Banned", "", ("01003",))
    assert problems_by_card([few, many, banned]) == {"01002": (many,), "01003": (banned,)}
