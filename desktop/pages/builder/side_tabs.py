"""The tabs beside the deck: their names stay whole where the window is narrow."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized, space

# What all names take with a number behind one of them, in quarters of the font's height.
NARROW = 72
# The style forgets a font that is set where a sheet comes after it.
_CLOSE = "QTabBar {{ font-size: {points}pt; }} QTabBar::tab {{ padding: {gap}px; }}"


class SideTabs(QTabWidget):
    """Tabs without buttons to scroll them: small and close together, and shortened at the worst."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._narrow = False
        self.setDocumentMode(False)
        self.setAccessibleName(name)
        self.tabBar().setAccessibleName(name)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < space(self, NARROW)
        if narrow is not self._narrow:
            self._narrow = narrow
            points = sized(self.font(), Size.SMALL).pointSizeF()
            close = _CLOSE.format(points=points, gap=space(self, 1))
            self.tabBar().setStyleSheet(close if narrow else "")
