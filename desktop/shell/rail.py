"""The rail at the left edge: a button for every page, and at its foot cards and preferences."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget
from typing_extensions import override

from desktop.session.card_sync_text import FootWords
from desktop.shell.rail_foot import FootButton
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of

PAGES = ("Decks", "Build", "Hands")


class RailButton(QAbstractButton):
    """A glyph over a short word."""

    def __init__(self, word: str, glyph: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self.setText(word)
        self.setAccessibleName(f"{word} page")
        self.setCheckable(True)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 16), space(self, 15))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        if self.isChecked() or self.underMouse():
            ground = colours.panel if self.isChecked() else colours.hover
            painter.fillRect(self.rect(), ground)
        if self.isChecked():
            painter.fillRect(0, 0, space(self, 1), self.height(), colours.accent)
        ink = colours.ink if self.isChecked() else colours.faint
        side = space(self, 6)
        top = (self.height() - side - self.fontMetrics().height()) // 2
        icons.paint(painter, QRect(0, top, self.width(), side), self._glyph, ink)
        painter.setPen(ink)
        words = QRect(0, top + side, self.width(), self.fontMetrics().height())
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            painter.setPen(colours.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class Rail(QWidget):
    """The buttons of the pages, one of them pressed; at the foot `cards` and `preferences`.

    Signals:
        page_chosen: the user wants another page (its number).
    """

    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = QButtonGroup(self)
        self._buttons.idClicked.connect(self._on_clicked)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addStretch(1)
        self.cards = FootButton("Card data", FootWords("rail/cards"), self)
        self.preferences = FootButton("Preferences", _preferences(), self)
        self._layout.addWidget(self.cards)
        self._layout.addWidget(self.preferences)

    def add_page(self, word: str, glyph: str) -> None:
        """Add the button of the next page, reached with Ctrl and its number as well."""
        number = len(self._buttons.buttons())
        button = RailButton(word, glyph, self)
        shortcut = QKeySequence(f"Ctrl+{number + 1}")
        # The button's own shortcut would press it a tenth of a second later.
        QShortcut(shortcut, self, button.click)
        named = shortcut.toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{word} ({named})")
        button.setChecked(number == 0)
        self._buttons.addButton(button, number)
        self._set_stop()
        self._layout.insertWidget(number, button)

    def choose(self, number: int) -> None:
        """Press the button of a page, as the user would."""
        self._buttons.button(number).click()

    def _on_clicked(self, number: int) -> None:
        self._set_stop()
        self.page_chosen.emit(number)

    def _set_stop(self) -> None:
        """Let the tab key come to the page that is shown; arrows lead to the others."""
        for each in self._buttons.buttons():
            stop = each.isChecked()
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus if stop else Qt.FocusPolicy.NoFocus)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = colours_of(self.palette()).line
        painter.fillRect(self.width() - 1, 0, 1, self.height(), line)
        painter.end()


def _preferences() -> FootWords:
    keys = QKeySequence("Ctrl+,").toString(QKeySequence.SequenceFormat.NativeText)
    return FootWords("rail/preferences", (), f"Preferences ({keys})")
