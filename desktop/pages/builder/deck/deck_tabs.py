"""The decks that are open, as tabs above the deck on screen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QTabBar, QWidget
from typing_extensions import override

from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import NAMELESS, OpenDeck
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import tip

UNSAVED = "\N{BULLET}"
WIDEST = 66
NARROWEST = 22


class CloseButton(QAbstractButton):
    """A small cross at the end of a tab; the style's own is a red square."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        side = space(self, 4)
        self.setFixedSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            painter.fillRect(self.rect(), colours.selection)
        painter.setPen(QPen(colours.ink if self.underMouse() else colours.faint, 1.4))
        inset = self.width() * 0.32
        cross = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())
        painter.end()


class DeckTabs(QTabBar):
    """A tab for each open deck; it is there while there are several.

    Signals:
        close_requested: a deck is to be closed (its number in the session).
    """

    close_requested = Signal(int)

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName("Open decks")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.currentChanged.connect(self._on_current_changed)
        session.decks_changed.connect(self.show_decks)
        session.deck_changed.connect(self.show_decks)
        session.deck_edited.connect(self.show_decks)
        session.saved_changed.connect(self.show_decks)
        self.show_decks()

    def show_decks(self) -> None:
        """Show a tab for each deck of the session, and which of them is on screen."""
        decks = self._session.decks
        # Removing tabs makes others the current one; nobody chose those.
        with QSignalBlocker(self):
            while self.count() > len(decks):
                self.removeTab(self.count() - 1)
            while self.count() < len(decks):
                self._add()
            for number, each in enumerate(decks):
                self._show_deck(number, each)
            self.setCurrentIndex(self._session.index if decks else -1)
        self.setVisible(len(decks) > 1)

    def _add(self) -> None:
        button = CloseButton(self)
        button.clicked.connect(lambda: self._close_by(button))
        self.setTabButton(self.addTab(""), QTabBar.ButtonPosition.RightSide, button)

    def close_button(self, number: int) -> QWidget:
        """Return the cross of a tab."""
        return self.tabButton(number, QTabBar.ButtonPosition.RightSide)

    def _close_by(self, button: CloseButton) -> None:
        number = [self.close_button(each) for each in range(self.count())].index(button)
        self.close_requested.emit(number)

    def _show_deck(self, number: int, deck: OpenDeck) -> None:
        name = deck.deck.name or NAMELESS
        words = f"{name} ({deck.where.value})" if deck.where.value else name
        said = f"{name}, {deck.where.value}" if deck.where.value else name
        if deck.unsaved:
            words, said = f"{words} {UNSAVED}", f"{said}, with changes that are not saved"
        text = words.replace("&", "&&")
        if self.tabText(number) != text:
            self.setTabText(number, text)
        # Where a long name leaves no space for the words, the icon is still seen.
        self.setTabIcon(number, self._bin() if deck.where.value else QIcon())
        self.setTabToolTip(number, tip(said))
        self.setAccessibleTabName(number, said)
        button = self.close_button(number)
        button.setAccessibleName(f"Close {name}")
        button.setToolTip(tip(f"Close {name} (Ctrl+W)"))

    def _bin(self) -> QIcon:
        side, ratio = space(self, 3), self.devicePixelRatioF()
        ink = colours_of(self.palette()).note
        return QIcon(QPixmap.fromImage(icons.glyph(icons.BIN, side, ratio, ink)))

    def _on_current_changed(self, number: int) -> None:
        if 0 <= number < len(self._session.decks) and number != self._session.index:
            self._session.show_deck(number)

    @override
    def tabSizeHint(self, index: int) -> QSize:
        # One name without an end must not leave the others a letter each.
        return super().tabSizeHint(index).boundedTo(QSize(space(self, WIDEST), 9999))

    @override
    def minimumTabSizeHint(self, index: int) -> QSize:
        # Of many names a beginning stays; then the bar is scrolled.
        whole = self.tabSizeHint(index)
        return QSize(min(whole.width(), space(self, NARROWEST)), whole.height())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.MiddleButton:
            number = self.tabAt(event.position().toPoint())
            if number >= 0:
                self.close_requested.emit(number)
            return
        super().mouseReleaseEvent(event)
