"""The components that pages are made of, on one page, beside which they can be compared."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)
from typing_extensions import override

from carddb.terms import Faction, Icon
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, colours_of
from desktop.widgets.buttons import push_button, tool_button
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.card_numbers import (
    disc_side,
    paint_disc,
    paint_plot_values,
    paint_strength,
)
from desktop.widgets.chips import Chip
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.copy_buttons import CopyButtons, DeckCopies, button_width
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.form import Field, Form
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import LayoutPart, WrapButton, column, label, row
from desktop.widgets.menus import Menu
from desktop.widgets.message_bar import MessageBar, Toast
from desktop.widgets.search_field import SearchField
from desktop.widgets.segments import Segments
from tools.screenshots.album import Album

_ROWS = ("Bran Stark", "Arya Stark", "Old Nan", "Winterfell Steward")
_VALUES = (("4", "8", "1", "5"), ("9", "3", "2", "10"))


def scenes(album: Album) -> None:
    """Take the page of all components."""
    album.take_made("components", lambda: _picture(album))


def _picture(album: Album) -> QImage:
    """Return the page in the palette and the text size of the moment."""
    page = QWidget(album.window)
    page.setAutoFillBackground(True)
    gap = space(page, 6)
    columns = (_controls(page), _numbers(page), _lists(page), _raised(page))
    parts = [column(*each, None, spacing=space(page, 2)) for each in columns]
    row(*((each, 1) for each in parts), parent=page, margin=gap, spacing=gap)
    page.resize(space(page, 320), space(page, 155))
    page.show()
    page.raise_()
    focused = page.findChild(QPushButton, "primary")
    if focused is not None:
        focused.setFocus()
    album.settle()
    hovered = [each for each in page.findChildren(QPushButton) if each.text() == "Hover"]
    for each in hovered:
        QTest.mouseMove(each)
        album.settle()
    for each in hovered:
        each.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    made = page.grab().toImage()
    page.hide()
    page.deleteLater()
    return made


def _title(words: str) -> QLabel:
    return label(words, weight=QFont.Weight.DemiBold)


def _line(*parts: QWidget) -> LayoutPart:
    return row(*parts, None, spacing=space(parts[0], 2))


def _controls(page: QWidget) -> list[LayoutPart]:
    """Return buttons, fields, tabs and progress."""
    kinds = ("primary", "", "link", "soft", "danger", "small")
    on = [push_button(kind.capitalize() or "Quiet", page, kind=kind) for kind in kinds]
    off = [push_button("Off", page, kind=kind) for kind in kinds]
    for each in off:
        each.setEnabled(False)
    hovered = [push_button("Hover", page, kind=kind) for kind in kinds]
    down = push_button("Down", page)
    down.setDown(True)
    pressed = push_button("On", page)
    pressed.setCheckable(True)
    pressed.setChecked(True)
    tools = [tool_button(words, page) for words in ("List", "Piles", "Sheet", "Share", "…")]
    tools[1].setCheckable(True)
    tools[1].setChecked(True)
    empty, search = SearchField(page), SearchField(page)
    empty.setPlaceholderText("Search cards")
    search.setText("t:charcter")
    search.setClearButtonEnabled(True)
    search.mark_wrong(2, 10)
    combo, number = QComboBox(page), QSpinBox(page)
    combo.addItem("Joust")
    number.setValue(3)
    marks = QCheckBox("On", page), QCheckBox("Off", page), QRadioButton("One", page)
    for mark in (marks[0], marks[2]):
        mark.setChecked(True)
    tabs, bar = QTabWidget(page), QProgressBar(page)
    for words in ("Card", "Problems 3", "Numbers", "History"):
        tabs.addTab(label(f"  {words}"), words)
    tabs.setCurrentIndex(1)
    tabs.setMaximumHeight(space(page, 18))
    choices = (("All 12", 0), ("Open 5", 1), ("In 7", 2))
    segments = Segments("Players", choices, 0, page)
    bar.setValue(57)
    bar.setTextVisible(False)
    named = QLineEdit("Not to be changed", page)
    named.setEnabled(False)
    wrong = _Inked("No field t:charcter. Did you mean t:character?", page)
    return [
        *(_title("Buttons"), _line(*on), _line(*hovered), _line(*off)),
        _line(down, pressed, WrapButton("An answer that may have several lines", page)),
        *(_title("Tool bar"), _line(*tools)),
        *(_title("Fields"), empty, search, wrong, _line(combo, number, *marks), named),
        _line(segments),
        *(_title("Tabs"), tabs, _title("Progress"), bar),
    ]


def _numbers(page: QWidget) -> list[LayoutPart]:
    """Return chips, numbers of cards, copies and glyphs."""
    chips = [push_button(f"{words}", page, kind="chip") for words in ("Stark", "Playable")]
    factions = [Chip(Glyph(icons.faction_glyph(each), each, each.label), page) for each in Faction]
    factions[5].setChecked(True)
    painted = [_Painted(each, page) for each in (_discs, _shields, _values, _copies)]
    return [
        *(_title("Chips"), _line(*chips), _line(*factions)),
        *(_title("Cost"), painted[0], _title("STR and icons"), painted[1]),
        *(_title("Values of plots"), painted[2], _title("Copies: none, two, over"), painted[3]),
    ]


def _lists(page: QWidget) -> list[LayoutPart]:
    """Return rows of a list and of a table, and an empty place."""
    rows = QListWidget(page)
    rows.setItemDelegate(CardDelegate(rows))
    heading = QListWidgetItem("Characters", rows)
    heading.setData(Role.HEADING, "35")
    for name in _ROWS:
        item = QListWidgetItem(name, rows)
        item.setData(Role.GLYPHS, (Glyph(icons.faction_glyph(Faction.STARK), Faction.STARK),))
        item.setData(Role.TRAILING, (Glyph(icons.UNIQUE),))
    rows.setCurrentRow(2)
    table = QTableWidget(2, 3, page)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setHorizontalHeaderLabels(["Deck", "Agenda", "Date"])
    for number, words in enumerate(("Wolves", "Fealty", "today", "The Wall", "Alliance", "20 Nov")):
        table.setItem(number // 3, number % 3, QTableWidgetItem(words))
    table.setMaximumHeight(space(page, 28))
    empty = EmptyState("No deck is open.", push_button("New deck", page, kind="link"), page)
    return [_title("Rows"), rows, _title("Heads of columns"), table, _title("Empty"), empty]


def _raised(page: QWidget) -> list[LayoutPart]:
    """Return what lies over something else: a menu, a popup, messages."""
    menu = Menu(parent=page)
    for words in ("&Duplicate\tCtrl+D", "&Tags…"):
        menu.addAction(words)
    menu.add_menu("&Move to")
    checked = menu.addAction("&Show prices")
    checked.setCheckable(True)
    checked.setChecked(True)
    menu.addSeparator()
    menu.addAction("D&elete\tDel").setEnabled(False)
    menu.ensurePolished()
    shown = QLabel(page)
    menu.resize(menu.sizeHint())
    menu.setActiveAction(menu.actions()[1])
    shown.setPixmap(menu.grab())
    failed, note, toast = MessageBar(page), MessageBar(page), Toast(page)
    toast.show_message("“Wolves” is in the bin", lambda: None)
    failed.show_failure("The card data could not be read.", lambda: None)
    note.show_remark("Two headings were ignored.")
    popup = Popup("Details", page)
    fields = Form([[Field("a", "Format", ComboBox)], [Field("b", "List", ComboBox)]], parent=popup)
    column(fields, parent=popup, margin=space(page, 4))
    popup.resize(popup.sizeHint())
    details = QLabel(page)
    details.setPixmap(popup.grab())
    messages = (failed, note)
    return [_title("Menu"), shown, _title("Popup"), details, _title("Messages"), *messages]


class _Inked(QLabel):
    """A line of words in the ink of errors."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(sized(self.font(), Size.SMALL))
        painter.setPen(colours_of(self.palette()).illegal)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.end()


class _Painted(QWidget):
    """A row in which something is painted."""

    def __init__(
        self, paint: Callable[[QPainter, QRect, Colours], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._paint = paint
        self.setFixedHeight(space(self, 6))
        self.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint(painter, self.rect(), colours_of(self.palette()))
        painter.end()


def _places(painter: QPainter, rect: QRect, count: int) -> list[QRect]:
    side = disc_side(painter.fontMetrics().height())
    top = rect.center().y() - side // 2
    return [QRect(number * side * 3 // 2, top, side, side) for number in range(count)]


def _discs(painter: QPainter, rect: QRect, colours: Colours) -> None:
    for number, (box, faction) in enumerate(zip(_places(painter, rect, 9), Faction, strict=True)):
        paint_disc(painter, box, str(number), colours, colours.factions[faction])


def _shields(painter: QPainter, rect: QRect, colours: Colours) -> None:
    places = _places(painter, rect, 8)
    for box, number in zip(places, (1, 2, 3, 6, 12), strict=False):
        paint_strength(painter, box, str(number), colours)
    for box, icon in zip(places[5:], Icon, strict=True):
        icons.paint(painter, box.adjusted(3, 3, -3, -3), icons.of_challenge(icon), colours.ink)


def _values(painter: QPainter, rect: QRect, colours: Colours) -> None:
    left, height = 0, painter.fontMetrics().height()
    for values in _VALUES:
        middle = rect.center().y()
        left = paint_plot_values(painter, left, middle, values, height, colours) + height


def _copies(painter: QPainter, rect: QRect, colours: Colours) -> None:
    metrics = painter.fontMetrics()
    for place, copies in enumerate((DeckCopies(0), DeckCopies(2), DeckCopies(4))):
        side = button_width(metrics)
        cell = QRect(place * 5 * side, rect.top(), 3 * side, rect.height())
        CopyButtons(cell, copies, side).paint(painter, colours)
