"""A quiet button that shows one glyph."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import paint_focused
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip


class GlyphButton(QToolButton):
    """A quiet button with a glyph; its words are its name and its tooltip. It may have a menu.

    `side` is in quarters of the font's height. The glyph is as high as the font, or a quarter less
    than a button that is too small for that.
    """

    _on_paper = False  # rather than on a panel

    def __init__(
        self,
        glyph: str | Glyph,
        name: str,
        parent: QWidget,
        key: str = "",
        menu: QMenu | None = None,
        side: int = 7,
    ) -> None:
        super().__init__(parent)
        self._glyph = glyph if isinstance(glyph, Glyph) else Glyph(glyph)
        self._side, self._badge = side, ""
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_words(name, key)
        if menu is not None:
            self.setMenu(menu)
            self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def set_words(self, name: str, key: str = "") -> None:
        self.setAccessibleName(name)
        self.setToolTip(tip(f"{name} ({key})" if key else name))

    def show_count(self, name: str, count: int) -> None:
        """Show a number of problems at the corner, none if it is 0."""
        self._badge = str(count) if count else ""
        self.set_words(f"{name}, {count}" if count else name)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, self._side), space(self, self._side))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        # The style sheet gives a tool button its ink for a ground.
        painter, colours = QPainter(self), colours_of(self.window().palette())
        active = self.underMouse() or self.isDown()
        if active or self.isChecked():
            hover = colours.hover_paper if self._on_paper else colours.hover
            ground = colours.selection if self.isChecked() else hover
            fill(painter, self.rect(), ground, corner(self.fontMetrics()))
        ink = colours.accent if self.isChecked() else colours.ink if active else colours.faint
        ink = self._glyph.colour(colours) if self._glyph.tint else ink
        side = space(self, min(4, self._side - 1))
        place = QRect(0, 0, side, side)
        place.moveCenter(self.rect().center())
        icons.paint(painter, place, self._glyph.name, ink if self.isEnabled() else colours.quiet)
        if self._badge:
            self._paint_badge(painter, colours)
        if self.hasFocus():
            paint_focused(painter, self.rect(), colours)
        painter.end()

    def _paint_badge(self, painter: QPainter, colours: Colours) -> None:
        painter.setFont(sized(self.font(), Size.SMALL, QFont.Weight.DemiBold))
        side = painter.fontMetrics().height()
        width = max(side, painter.fontMetrics().horizontalAdvance(self._badge) + side // 2)
        place = QRect(self.width() - width, 0, width, side)
        fill(painter, place, colours.illegal_soft, side / 2)
        painter.setPen(colours.illegal)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._badge)
