"""Which rows and which headings of the deck bear the sign of a problem."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from carddb.terms import CardType
from desktop.pages.builder.deck.deck_model import DeckCardColumn, DeckModel
from desktop.pages.builder.deck.deck_rows import problems_by_card, problems_by_section
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role
from tests.builders import card, deck
from validators.codes import codes_of_counts, problem_codes
from validators.problem import Problem


def test_cards_of_which_there_are_too_few_bear_no_sign_of_that() -> None:
    few = Problem("agenda.x", "Too few", "", ("01001", "01002"), found=10, wanted=12)
    many = Problem("draw.copies", "Too many", "", ("01002",), found=4, wanted=3)
    banned = Problem("list.banned", "Banned", "", ("01003",))
    problems = [few, many, banned]
    assert problems_by_card(problems) == {"01002": (many,), "01003": (banned,)}
    assert problems_by_section(problems) == {1: (few,)}


@pytest.mark.parametrize("code", ["plots.too-many", "agenda.fealty.neutral"])
def test_cards_that_are_too_many_together_bear_no_sign_of_that(code: str) -> None:
    many = Problem(code, "Too many", "", ("01001", "01002"), found=8, wanted=7)
    assert code in codes_of_counts() <= set(problem_codes())
    assert not problems_by_card([many])
    assert list(problems_by_section([many]).values()) == [(many,)]


def test_a_plot_too_many_marks_the_heading_of_the_plots(cards: LoadedCards) -> None:
    model, changed = DeckModel(), []
    plot = card("Plot", CardType.PLOT)
    model.show_deck(deck((plot, 8), card("Arya")), cards)
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    message = "The plot deck has 8 plots; exactly 7 are needed."
    many = Problem("plots.too-many", message, "", (plot.code,), found=8, wanted=7)
    model.mark(problems_by_card([many]), problems_by_section([many]))
    heading = model.index(0, 0)
    (sign,) = heading.data(Role.CELL).trailing
    assert sign.words == message
    assert model.cells(heading)[0] == heading.data(Role.CELL)
    assert message in heading.data(Qt.ItemDataRole.ToolTipRole)
    assert heading.data(Qt.ItemDataRole.AccessibleTextRole) == f"Plots: 8. {message}"
    assert not model.index(0, DeckCardColumn.MARK, heading).data(Role.CELL).glyphs
    assert not model.index(1, 0).data(Role.CELL).trailing
    assert changed == [0]
    model.mark({}, {})
    assert not model.index(0, 0).data(Role.CELL).trailing
