"""The rail at the left edge: a button for every page, and at its foot card data and preferences."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget
from typing_extensions import override

from desktop.session.card_sync import RailStatus
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.layouts import column, tip

PAGES = ("Decks", "Build", "Hands", "Events", "Rules")
# Where the window is narrower, in quarters of the font's height, the pages have glyphs alone.
_NARROW = 275


class RailButton(QAbstractButton):
    """A glyph, with a sign beside it or a thin bar below it where its status says so.

    A button with a `text` below the glyph is that of a page, and checked while it is shown.
    """

    def __init__(
        self, name: str, status: RailStatus, parent: QWidget | None = None, text: str = ""
    ) -> None:
        super().__init__(parent)
        self.status = status
        self.is_narrow = False
        self.setText(text)
        self.setAccessibleName(name)
        self.setFont(sized(self.font(), Size.SMALL, QFont.Weight.Medium))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(bool(text))
        self.show_status(status)

    def show_status(self, status: RailStatus) -> None:
        self.status = status
        self.setToolTip(tip(status.spoken))
        self.setAccessibleDescription("" if self.text() else status.spoken)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        width = space(self, 9 if self.is_narrow else 13)
        return QSize(width, width if self.text() else space(self, 8))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, checked = colours_of(self.palette()), self.isChecked()
        painter, metrics = QPainter(self), self.fontMetrics()
        if checked or self.underMouse() or self.hasFocus():
            ground = colours.selection if checked else colours.hover_paper
            outline = colours.accent if self.hasFocus() else None
            fill(painter, self.rect(), ground, corner(metrics), outline)
        ink = colours.ink if checked or self.underMouse() else colours.faint
        side = space(self, 5 if self.text() else 4)
        words = metrics.height() if self.text() and not self.is_narrow else 0
        gap = space(self, 1) // 2 if words else 0
        glyph = QRect(0, (self.height() - side - gap - words) // 2, self.width(), side)
        icons.paint(painter, glyph, self.status.glyph, colours.accent if checked else ink)
        if words:
            painter.setPen(ink)
            rect = QRect(0, glyph.bottom() + gap, self.width(), words)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.status.marked:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent)
            radius = space(self, 1) * 7 // 8
            painter.drawEllipse(glyph.center() + QPoint(side // 2, -side // 2), radius, radius)
        if self.status.done is not None:
            width, height = side * 2, max(2, space(self, 1) // 2)
            bar = QRect((self.width() - width) // 2, self.height() - height, width, height)
            painter.fillRect(bar, colours.line)
            bar.setWidth(width * max(0, min(100, self.status.done)) // 100)
            painter.fillRect(bar, colours.accent)
        painter.end()


class Rail(QWidget):
    """The buttons of the `pages`, one of them checked; at the foot `cards` and `preferences`."""

    page_chosen = Signal(int)  # its number

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages = QButtonGroup(self)
        self.pages.idClicked.connect(self._on_clicked)
        words = RailStatus("rail/preferences", f"Preferences ({_native('Ctrl+,')})")
        self.cards = RailButton("Card data", RailStatus("rail/cards"), self)
        self.preferences = RailButton("Preferences", words, self)
        gap = space(self, 1)
        parts = (None, self.cards, self.preferences)
        margin = (gap * 3 // 2, 0, gap * 3 // 2, gap * 2)
        self._layout = column(*parts, parent=self, margin=margin, spacing=gap)

    def add_page(self, page: str, glyph: str) -> None:
        """Add the button of the next page; Ctrl and its number are its shortcut."""
        number = len(self.pages.buttons())
        shortcut = f"Ctrl+{number + 1}"
        status = RailStatus(glyph, f"{page} ({_native(shortcut)})")
        button = RailButton(f"{page} page", status, self, page)
        # The button's own shortcut would press it a tenth of a second later.
        QShortcut(QKeySequence(shortcut), self, button.click)
        button.setChecked(number == 0)
        self.pages.addButton(button, number)
        self._update_focus_policy()
        self._layout.insertWidget(number, button)

    def choose(self, number: int) -> None:
        """Click the button of a page, as the user would."""
        self.pages.button(number).click()

    def fit_into(self, width: int) -> None:
        """Show the pages with glyphs alone in a window of a small width."""
        narrow = width < space(self, _NARROW)
        for button in self.findChildren(RailButton):
            if button.is_narrow is not narrow:
                button.is_narrow = narrow
                button.updateGeometry()

    def scale_lengths(self, _factor: float) -> None:
        """Fit into the window with another text size."""
        self.fit_into(self.window().width())

    def _on_clicked(self, number: int) -> None:
        self._update_focus_policy()
        self.page_chosen.emit(number)

    def _update_focus_policy(self) -> None:
        for button in self.pages.buttons():
            tab = button.isChecked()
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if tab else Qt.FocusPolicy.NoFocus)


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
