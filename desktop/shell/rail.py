"""The rail at the left edge: a button for every page, and at its foot card data and preferences."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget
from typing_extensions import override

from desktop.session.card_sync import RailStatus
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import column, tip

PAGES = ("Decks", "Build", "Hands", "Events", "Rules")


class RailButton(QAbstractButton):
    """A glyph over lines of text, with a thin bar below while something is being done.

    A `page` button is larger, and checked while its page is shown.
    """

    def __init__(
        self, name: str, words: RailStatus, parent: QWidget | None = None, *, page: bool = False
    ) -> None:
        super().__init__(parent)
        self.words, self._page = words, page
        self.setAccessibleName(name)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(page)
        self.show_words(words)

    def show_words(self, words: RailStatus) -> None:
        resized = len(words.lines) != len(self.words.lines)
        self.words = words
        self.setText(" ".join(words.lines))
        self.setToolTip(tip(words.spoken))
        self.setAccessibleDescription("" if self._page else words.spoken)
        if resized:
            self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        height = space(self, 10) + len(self.words.lines) * self.fontMetrics().height()
        return QSize(space(self, 16), space(self, 15) if self._page else height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, words, checked = colours_of(self.palette()), self.words, self.isChecked()
        painter, line = QPainter(self), self.fontMetrics().height()
        if checked or self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), colours.panel if checked else colours.hover)
        if checked:
            painter.fillRect(0, 0, space(self, 1), self.height(), colours.accent)
        side, top, gap = space(self, 4), space(self, 3), space(self, 1)
        if self._page:
            side, gap = space(self, 6), 0
            top = (self.height() - side - line) // 2
        ink = colours.ink if checked or words.marked else colours.faint
        glyph = QRect(0, top, self.width(), side)
        icons.paint(painter, glyph, words.glyph, colours.accent if words.marked else ink)
        if words.done is not None:
            inset, height = space(self, 2), max(2, space(self, 1) // 2)
            bar = QRect(inset, self.height() - 2 * height, self.width() - 2 * inset, height)
            painter.fillRect(bar, colours.line)
            bar.setWidth(bar.width() * max(0, min(100, words.done)) // 100)
            painter.fillRect(bar, colours.accent)
        painter.setPen(ink)
        for number, text in enumerate(words.lines):
            rect = QRect(0, top + side + gap + number * line, self.width(), line)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        if self.hasFocus():
            painter.setPen(colours.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class Rail(QWidget):
    """The buttons of the pages, one of them checked; at the foot `cards` and `preferences`.

    Signals:
        page_chosen: the user wants another page (its number).
    """

    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = QButtonGroup(self)
        self._buttons.idClicked.connect(self._on_clicked)
        words = RailStatus("rail/preferences", spoken=f"Preferences ({_native('Ctrl+,')})")
        self.cards = RailButton("Card data", RailStatus("rail/cards"), self)
        self.preferences = RailButton("Preferences", words, self)
        self._layout = column(None, self.cards, self.preferences, parent=self, margin=0, spacing=0)

    def add_page(self, page: str, glyph: str) -> None:
        """Add the button of the next page; Ctrl and its number are its shortcut."""
        number = len(self._buttons.buttons())
        shortcut = f"Ctrl+{number + 1}"
        words = RailStatus(glyph, (page,), f"{page} ({_native(shortcut)})")
        button = RailButton(f"{page} page", words, self, page=True)
        # The button's own shortcut would press it a tenth of a second later.
        QShortcut(QKeySequence(shortcut), self, button.click)
        button.setChecked(number == 0)
        self._buttons.addButton(button, number)
        self._update_focus_policy()
        self._layout.insertWidget(number, button)

    def choose(self, number: int) -> None:
        """Click the button of a page, as the user would."""
        self._buttons.button(number).click()

    def _on_clicked(self, number: int) -> None:
        self._update_focus_policy()
        self.page_chosen.emit(number)

    def _update_focus_policy(self) -> None:
        for button in self._buttons.buttons():
            tab = button.isChecked()
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if tab else Qt.FocusPolicy.NoFocus)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = colours_of(self.palette()).line
        painter.fillRect(self.width() - 1, 0, 1, self.height(), line)
        painter.end()


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
