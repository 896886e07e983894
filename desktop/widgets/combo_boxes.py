"""Combo boxes: typing chooses by any word; they may be narrower than their lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QComboBox, QListView, QStyledItemDelegate, QWidget
from typing_extensions import override

from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import Edition, Faction
from desktop.style import icons
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.style.shapes import float_free, paint_floating, shadow_width


def best_matches(typed: str, entries: Iterable[str]) -> list[int]:
    """Return the numbers of the entries that have every typed word, the best matches first.

    An entry that begins with the text comes first, then those with words that begin so. Letters
    within words count only if there is no such entry.
    """
    wanted, starting, with_words, with_letters = fold(typed), [], [], []
    parts = wanted.split()
    for number, entry in enumerate(map(fold, entries)):
        if entry.startswith(wanted):
            starting.append(number)
        elif all(f" {part}" in f" {entry}" for part in parts):
            with_words.append(number)
        elif all(part in entry for part in parts):
            with_letters.append(number)
    return [*starting, *with_words] or with_letters


_MOST_VISIBLE = 18


class ChoiceList(QListView):
    """The list of a combo box: what is typed hides the entries that do not have its words.

    The best match is the current entry. Enter takes it, Tab takes it and goes on from the combo
    box. Backspace takes a letter back.
    """

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box)
        self._box = box
        self.typed = ""
        self._full_height = 0

    def begin(self) -> None:
        self._full_height = 0
        self._narrow("")

    def make_raised(self) -> None:
        """Give the window of the list, which Qt has just placed, room for its shadow."""
        window, around = self.window(), shadow_width(self.fontMetrics()) + space(self, 1) // 2
        layout = window.layout()
        if layout is not None:
            layout.setContentsMargins(around, around, around, around)
        window.setGeometry(window.geometry().adjusted(-around, -around, around, around))

    def _narrow(self, typed: str) -> None:
        """Show the entries that fit what is typed; a letter that fits none is not taken."""
        model = self.model()
        entries = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
        rows = best_matches(typed, entries)
        if typed and not rows:
            return
        shown, self.typed = set(rows), typed
        for row in range(len(entries)):
            self.setRowHidden(row, row not in shown)
        if typed:
            self.setCurrentIndex(model.index(rows[0], 0))
        self.setAccessibleDescription(f"Typed: {typed}" if typed else "")
        self._fit_window(len(rows))
        self.viewport().update()

    def _fit_window(self, rows: int) -> None:
        """Make the window as tall as what is shown, and a line for what is typed."""
        if not self.isVisible():
            return
        window = self.window()
        self._full_height = self._full_height or window.height()
        lines = (rows + 1) * self.sizeHintForRow(self.currentIndex().row())
        height = lines + window.height() - self.viewport().height()
        window.resize(
            window.width(), min(self._full_height, height) if self.typed else self._full_height
        )

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace:
            self._narrow(self.typed[:-1])
        elif _types(event) and (self.typed or event.text() != " "):
            self._narrow(self.typed + event.text())
        else:
            super().keyPressEvent(event)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.window() or event.type() is not QEvent.Type.Paint:
            return super().eventFilter(watched, event)
        paint_floating(self.window())
        return True

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, none))
        return self._box.focusNextPrevChild(forward)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.typed:
            painter, gap = QPainter(self.viewport()), space(self, 1)
            colours, line = colours_of(self.palette()), self.viewport().rect()
            line.setTop(line.bottom() - self.sizeHintForRow(self.currentIndex().row()))
            painter.fillRect(line, colours.paper)
            painter.setPen(colours.line)
            painter.drawLine(line.topLeft(), line.topRight())
            painter.setPen(colours.ink)
            words = self.fontMetrics().elidedText(
                f"Typed: {self.typed}", Qt.TextElideMode.ElideLeft, line.width() - 4 * gap
            )
            middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(line.adjusted(2 * gap, 0, -2 * gap, 0), middle, words)
            painter.end()


def _types(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    return bool(event.text()) and event.text().isprintable() and not held


class ComboBox(QComboBox):
    """A combo box that shrinks to a few characters.

    What is typed opens the list and looks for any word of the entries; Enter takes the best match,
    so that nothing is chosen while somebody is still typing. `characters` is its least width.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None, characters: int = 4) -> None:
        super().__init__(parent)
        self.choices = ChoiceList(self)
        self.setView(self.choices)
        # Qt's own delegate of combo boxes knows no style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        window = self.choices.window()
        float_free(window)
        window.installEventFilter(self.choices)
        self.setAccessibleName(name)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(policy)
        self.setMinimumContentsLength(characters)
        self.setMaxVisibleItems(_MOST_VISIBLE)
        self._values: list[Any] = []

    def set_choices(self, choices: Mapping[Any, str], chosen: object = None) -> None:
        """List values by their words, and choose one; the first if it is not among them."""
        self.clear()
        self._values = list(choices)
        for value, words in choices.items():
            self.addItem(words, value)
        self.choose(chosen)
        self.widen_list()

    @property
    def chosen(self) -> Any:
        """The chosen value of those that `set_choices` has listed; None without any."""
        number = self.currentIndex()
        return self._values[number] if number >= 0 else None

    def choose(self, value: object) -> None:
        """Choose a value; the first if it is not among them."""
        self.setCurrentIndex(self._values.index(value) if value in self._values else 0)

    @override
    def showPopup(self) -> None:
        self.choices.begin()
        super().showPopup()
        self.choices.make_raised()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _types(event) and event.text() != " ":
            self.showPopup()
            self.choices.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def widen_list(self) -> None:
        view = self.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + space(self, 4))


EDITIONS = {each: each.label for each in (Edition.SECOND, Edition.FIRST)}


class FactionComboBox(ComboBox):
    """Chooses a faction or House, with its glyph in its colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Faction", parent, 13)

    def offer(self, factions: Iterable[Faction]) -> None:
        self.set_choices({None: "No faction"} | {each: each.card_name for each in factions})
        self._paint_icons()

    def _paint_icons(self) -> None:
        colours, side = colours_of(self.palette()), space(self, 4)
        for shown in (self, self.choices):  # of a size, and that of the letters
            shown.setIconSize(QSize(side, side))
        for row in range(1, self.count()):
            faction = Faction(self.itemData(row))
            image = icons.glyph(icons.faction_glyph(faction), side, 2.0, colours.factions[faction])
            self.setItemIcon(row, QIcon(QPixmap.fromImage(image)))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange} and self.count():
            self._paint_icons()


def factions_of(pool: CardPool) -> tuple[Faction, ...]:
    """Return the factions that a deck of the pool's edition may have."""
    found = {faction for card in pool for faction in card.factions}
    if pool.edition is Edition.FIRST:
        found.add(Faction.NEUTRAL)
    return tuple(faction for faction in Faction if faction in found)
