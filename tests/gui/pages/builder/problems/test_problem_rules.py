"""What a problem rests on opens beside the deck: by key, by a click, from the menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop.app import Application
from desktop.pages.builder.problems.problem_list import ProblemList
from desktop.widgets.card_delegate import Role
from tests.gui.lists import FAULTY

LEFT = Qt.MouseButton.LeftButton


def source_point(view: ProblemList, row: int) -> QPoint:
    """Return a point on the source of an entry."""
    index = view.model().index(row, 0)
    view.scrollTo(index)
    rect = view.visualRect(index)
    entry = index.data(Role.CARD)
    points = (QPoint(rect.left() + rect.width() // 3, y) for y in range(rect.top(), rect.bottom()))
    for point in points:
        found = view.letter_at(index, point)
        if found is not None and found[0] == entry.source:
            return point
    raise AssertionError("the source is not in view")


def test_the_rule_of_a_problem_opens_beside_the_deck(
    app: Application, open_text: Callable[[str], None]
) -> None:
    open_text(FAULTY)
    page, window = app.window.build, app.window
    page.show_tab(1)
    view = page.problems.list
    rows = {each.problem.code: n for n, each in enumerate(page.problems.model.rows) if each.problem}
    view.setCurrentIndex(view.model().index(rows["draw.too-few"], 0))
    QTest.keyClick(view, Qt.Key.Key_R)
    panel = page.side.panel
    assert panel is not None
    assert panel.isVisible()
    assert page.tabs.isVisible()
    assert panel.view.toPlainText().startswith("Size of the draw deck")
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.isHidden()
    assert window.focusWidget() is view

    at = source_point(view, rows["plots.doubled"])
    QTest.mouseClick(view.viewport(), LEFT, pos=at)
    assert panel.isVisible()
    assert panel.view.entry is not None
    assert "plots.doubled" in panel.view.entry.codes

    view.menu_requested.emit(page.problems.model.rows[rows["draw.too-few"]], QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    rule = next(each for each in menu.actions() if each.text().startswith("R&ule of the problem"))
    rule.trigger()
    menu.close()
    assert panel.view.toPlainText().startswith("Size of the draw deck")

    # A card that the rule names, and the rules of a card.
    page.side.card_requested.emit("02064")
    assert page.card_view.accessibleName() == "Card: The Arbor"
    assert page.card_view.details is not None
    page.card_view.details.keywords.buttons[0].click()
    assert panel.view.toPlainText().startswith("Limited")
    asked: list[str] = []
    page.rule_requested.connect(asked.append)
    panel.page.click()
    assert asked == ["keyword.limited"]


def test_what_was_not_read_rests_on_no_rule(
    app: Application, open_text: Callable[[str], None]
) -> None:
    open_text(FAULTY)
    page = app.window.build
    page.show_tab(1)
    row = next(n for n, each in enumerate(page.problems.model.rows) if each.problem is None)
    page.problems.list.setCurrentIndex(page.problems.model.index(row, 0))
    QTest.keyClick(page.problems.list, Qt.Key.Key_R)
    assert page.side.panel is None
