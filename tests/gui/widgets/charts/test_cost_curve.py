"""The cost curve of a deck: what it counts, in words and in bars."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Faction
from desktop.style.palette import LIGHT
from desktop.widgets.charts.cost_curve import CostCurve, cost_counts
from tests.builders import card, deck
from tests.gui.widgets.charts.samples import pixels_of


def test_the_curve_counts_copies_by_cost(qtbot: QtBot) -> None:
    plot = card(type=CardType.PLOT)
    cards = deck((card(cost=1), 3), (card(cost=3), 2), card(), plot, faction=Faction.STARK)
    assert cost_counts(cards) == (0, 3, 0, 2, 0, 0, 0, 0)
    parent = QWidget()
    qtbot.addWidget(parent)
    for with_numbers in (False, True):
        curve = CostCurve(parent, with_numbers=with_numbers)
        curve.show_deck(cards)
        assert curve.average == "1.8 on average"
        assert "1: 3, 2: 0, 3: 2" in curve.accessibleDescription()
        curve.resize(curve.sizeHint())
        assert pixels_of(curve.grab().toImage(), LIGHT.factions[Faction.STARK])
        curve.show_deck(deck())
        assert curve.accessibleDescription() == "No cards"
