"""The decks that are open, as tabs above the deck on screen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QTabBar, QWidget
from typing_extensions import override

from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import NAMELESS, Where
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
        # What each tab shows, and how wide one is at most and at least.
        self._shown: list[tuple[str, bool, Where]] = []
        self.setAccessibleName("Open decks")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.scale_lengths()
        self.currentChanged.connect(self._on_current_changed)
        for signal in (session.deck_changed, session.deck_edited, session.saved_changed):
            signal.connect(self.show_decks)
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
            before = self._shown
            self._shown = [(each.state.deck.name, each.unsaved, each.where) for each in decks]
            for number, shown in enumerate(self._shown):
                if shown not in before[number : number + 1]:
                    self._show_deck(number, *shown)
            self.setCurrentIndex(self._session.index if decks else -1)
        self.setVisible(len(decks) > 1)

    def scale_lengths(self, _: float = 1.0) -> None:
        """Measure in the font of the moment how wide a tab is at most and at least."""
        self._widest, self._narrowest = space(self, WIDEST), space(self, NARROWEST)

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

    def _show_deck(self, number: int, name: str, unsaved: bool, where: Where) -> None:  # noqa: FBT001 - a row
        name = name or NAMELESS
        words = f"{name} ({where.value})" if where.value else name
        said = f"{name}, {where.value}" if where.value else name
        if unsaved:
            words, said = f"{words} {UNSAVED}", f"{said}, with changes that are not saved"
        self.setTabText(number, words.replace("&", "&&"))
        # Where a long name leaves no space for the words, the icon is still seen.
        self.setTabIcon(number, self._bin() if where.value else QIcon())
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
        return super().tabSizeHint(index).boundedTo(QSize(self._widest, 9999))

    @override
    def minimumTabSizeHint(self, index: int) -> QSize:
        # Of many names a beginning stays; then the bar is scrolled.
        whole = self.tabSizeHint(index)
        return QSize(min(whole.width(), self._narrowest), whole.height())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.MiddleButton:
            number = self.tabAt(event.position().toPoint())
            if number >= 0:
                self.close_requested.emit(number)
            return
        super().mouseReleaseEvent(event)
