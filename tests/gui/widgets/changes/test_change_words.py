"""The words, chart and table of changes, their fields, and the cards that stay."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from desktop.session.loaded_cards import LoadedCards
from desktop.style.palette import DARK, LIGHT, contrast
from desktop.widgets.changes.change_fields import (
    NOT_LEGAL,
    ChangeFields,
    apply_words,
    change_chart,
    found_words,
    gain_cell,
    gain_words,
    why_words,
)
from desktop.widgets.changes.changes_panel import ChangesModel
from desktop.widgets.charts.chart import ChartStyle
from goldfish.mulligan import PolicyKind
from goldfish.report import Estimate
from goldfish.swaps.rated_change import Goal, GoalKind, RatedChange, SwapAdvice
from tests.builders import card
from tests.gui.samples import CheckChanges

NED, CAT = card("Eddard Stark", cost=7), card("Catelyn Stark", cost=4)
ARYA, JON = card("Arya Stark", cost=2), card("Jon Snow", cost=3)
RAVEN = card("Raven", CardType.EVENT, cost=1)
BEST = RatedChange(
    out=(NED,),
    into=(ARYA,),
    gain=Estimate.exact(0.25),
    after=4.25,
    exact=True,
    also_in=(JON,),
    also_out=(CAT, RAVEN),
    chances=(0.1, 0.2, 0.7),
)
SAMPLED = RatedChange(
    out=(CAT,), into=(JON,), gain=Estimate(0.019, 0.017, 0.021), after=0.2, exact=False
)
WORSE = RatedChange(out=(ARYA,), into=(NED,), gain=Estimate.exact(-0.5), after=3.5, exact=True)


def advice_of(goal: Goal, *changes: RatedChange) -> SwapAdvice:
    return SwapAdvice(
        goal=goal,
        base=Estimate.exact(4.0) if goal.kind is GoalKind.CARDS else Estimate.exact(0.22),
        base_chances=(0.3, 0.7) if goal.kind is GoalKind.CARDS else (),
        changes=changes,
        considered=1234,
        classes=99,
        done=9,
        total=9,
        seconds=1.0,
    )


def test_a_change_is_told_with_those_that_do_the_same() -> None:
    assert why_words(Goal(), BEST) == (
        "A 2-cost character for a 7-cost character: 0.250 more cards set up (exact). "
        "The same if one of these comes in instead: Jon Snow. "
        "The same if one of these goes instead: Catelyn Stark, Raven."
    )
    assert apply_words(BEST) == "Change Eddard Stark for Arya Stark"


def test_a_gain_has_its_interval() -> None:
    poor = Goal(GoalKind.POOR)
    assert gain_cell(Goal(), BEST) == "+0.250"
    assert gain_cell(poor, SAMPLED) == "+1.90% ± 0.20%"
    words = "1.90 % fewer poor setups (95% interval: +1.70% to +2.10%)"
    assert gain_words(poor, SAMPLED) == words


def test_what_came_of_a_search_is_said() -> None:
    words = found_words(advice_of(Goal(), BEST), legal=True)
    assert words.startswith("1,234 legal changes tried, exact, without a mulligan.")
    assert NOT_LEGAL in found_words(advice_of(Goal(), BEST), legal=False)
    nothing = found_words(advice_of(Goal(), WORSE), legal=True)
    assert nothing.startswith("No change makes it better: 1,234 legal changes tried.")


def test_the_chart_has_the_hands_before_and_after() -> None:
    chart = change_chart(advice_of(Goal(), BEST), BEST)
    assert chart.categories == ("0", "1", "2")
    found = {each.name: each.values for each in chart.series}
    assert found == {"Before": (0.3, 0.7, 0.0), "After": (0.1, 0.2, 0.7)}
    assert chart.title == "4.00 \N{RIGHTWARDS ARROW} 4.25 cards set up"


def test_before_is_paler_than_after_in_both_palettes(qapp: QApplication) -> None:
    chart = change_chart(advice_of(Goal(), BEST), BEST)
    for palette in (LIGHT, DARK):
        before, after = ChartStyle(palette, qapp.font()).series_colours(chart)
        assert contrast(after, palette.panel) > 3
        assert contrast(before, palette.panel) > 2
        assert contrast(before, after) > 2  # told apart without their hue


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("keep", "exact, without a mulligan."),
        ("poor", "exact, with a mulligan of poor hands."),
        ("optimal", "exact, with the mulligan solved for cards set up."),
        ("needs:t:location", "exact, with a mulligan of hands without “t:location”."),
    ],
)
def test_the_mulligan_is_said(policy: str, words: str) -> None:
    assert words in found_words(advice_of(Goal(), BEST), legal=True, policy=policy)


def test_the_chart_of_a_chance_has_one_number_before_and_after() -> None:
    seen = Goal(GoalKind.SEE, by_round=2)
    chart = change_chart(advice_of(seen, SAMPLED), SAMPLED)
    assert chart.title == "One of the cards seen by round 2"
    assert chart.value_texts() == ["Before: 22.0%", "After: 20.0%"]


def test_the_table_has_what_gains_and_is_sorted(
    qapp: QApplication, check_changes: CheckChanges
) -> None:
    model = ChangesModel()
    check_changes(model)
    model.show_advice(advice_of(Goal(), SAMPLED, WORSE, BEST))
    assert model.rows == [BEST, SAMPLED]
    model.sort_by(0)
    assert [each.out[0].name for each in model.rows] == ["Catelyn Stark", "Eddard Stark"]
    assert model.index(1, 0).data() == "Eddard Stark (or 2) for Arya Stark (or 1): +0.250"
    model.show_advice(advice_of(Goal(), BEST, SAMPLED))
    assert [each.out[0].name for each in model.rows] == ["Catelyn Stark", "Eddard Stark"]


STEWARD = "Winterfell Steward"


@pytest.fixture
def fields(qtbot: QtBot, cards: LoadedCards) -> ChangeFields:
    """Show the fields for a deck with two cards of one name; the third card stays."""
    titles = cards.pools[Edition.SECOND].by_title
    slots = dict.fromkeys((*titles["Arya Stark"][:2], *titles[STEWARD]), 2)
    made = ChangeFields()
    qtbot.addWidget(made)
    made.show()
    made.show_deck(Deck.of("Three cards", Edition.SECOND, Faction.STARK, slots), cards)
    made.kept.check({titles[STEWARD][0].code})
    return made


def test_cards_of_one_name_are_told_apart_and_a_screen_reader_hears_what_stays(
    fields: ChangeFields,
) -> None:
    told = QAccessible.queryAccessibleInterface(fields.kept)
    assert told.text(QAccessible.Text.Name) == "Cards that stay"
    lines = [told.child(number) for number in range(told.childCount())]
    one, other, steward = (each.text(QAccessible.Text.Name) for each in lines)
    assert one.startswith("Arya Stark (")
    assert one != other
    assert steward == f"{STEWARD}, 2 copies"
    states = [each.state() for each in lines]
    found = [(each.checkable, each.checked) for each in states]
    assert found == [*[(True, False)] * 2, (True, True)]


def test_space_or_a_click_ticks_and_escape_closes(fields: ChangeFields) -> None:
    fields.more.click()
    kept, limits = fields.kept, fields.limits
    kept.setFocus()
    kept.setCurrentRow(0)
    QTest.keyClick(kept, Qt.Key.Key_Space)
    assert len(fields.keep) == 2
    line = kept.visualItemRect(kept.item(0))
    on_the_box = QPoint(line.left() + line.height() // 2, line.center().y())
    for place, count in ((line.center(), 1), (on_the_box, 2)):
        QTest.mouseClick(kept.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert len(fields.keep) == count
    QTest.keyClick(kept, Qt.Key.Key_Escape)
    assert not limits.isVisible()
    assert fields.more.text() == "Any card, one at a time, 1 more limit…"


def test_the_mulligan_is_part_of_what_is_asked_and_takes_no_more_width(qtbot: QtBot) -> None:
    fields = ChangeFields()
    qtbot.addWidget(fields)
    policy, width = fields.policy, fields.minimumSizeHint().width()
    assert fields.values()["policy"] == "keep"
    for kind in (PolicyKind.POOR, PolicyKind.OPTIMAL):
        policy.kind.setCurrentIndex(policy.kind.findData(kind.value))
        assert fields.values()["policy"] == kind.value
        assert not fields.why_not
    policy.kind.setCurrentIndex(policy.kind.findData(PolicyKind.NEEDS.value))
    assert fields.why_not.startswith("Write what a hand must hold")
    policy.needs.setText(" k:lord ")
    assert fields.values()["policy"] == "needs:k:lord"
    assert not policy.needs.isHidden()
    assert fields.minimumSizeHint().width() <= width
