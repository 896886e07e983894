"""The tabs beside the deck, and how the Build page is shared where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized, space

# What all names take with a number behind one of them, in quarters of the font's height.
NARROW = 72
# The least widths of the panels in the same measure, and how they share what is left.
_LEAST, _LEAST_OF_TWO = (60, 70, 54), (60, 84)
_SHARES = (40, 30, 30)
_USUAL = (458, 387, 290)
# The style forgets a font that is set where a style sheet comes after it.
_CLOSE = "QTabBar {{ font-size: {points}pt; }} QTabBar::tab {{ padding: {gap}px; }}"


class BuilderSplitter(QSplitter):
    """All cards, the deck, and the tabs beside it; where three are too many, the deck is a tab."""

    def __init__(self, pool: QWidget, deck: QWidget, tabs: SideTabs, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._deck, self._tabs = deck, tabs
        self._wide_shape: tuple[int, ...] = ()
        self.narrow = False
        self.setChildrenCollapsible(False)
        self.setHandleWidth(space(self, 3))
        for panel in (pool, deck, tabs):
            self.addWidget(panel)
        self._share(_LEAST, _SHARES)

    def shape(self) -> tuple[int, ...]:
        """Return how the width is shared, or was before it was narrow."""
        return self._wide_shape if self.narrow else tuple(self.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the width as it was."""
        chosen = tuple(sizes) if len(sizes) == len(_LEAST) else _USUAL
        if self.narrow:
            self._wide_shape = chosen
        else:
            self.setSizes(chosen)

    def _share(self, widths: Sequence[int], shares: Sequence[int]) -> None:
        """Let the panels be as narrow as that, and share by these factors what is left."""
        for number, (least, share) in enumerate(zip(widths, shares, strict=True)):
            self.widget(number).setMinimumWidth(space(self, least))
            self.setStretchFactor(number, share)

    def _least_width(self, panels: Sequence[int]) -> int:
        return sum(space(self, each) for each in panels) + (len(panels) - 1) * self.handleWidth()

    def _fit(self, width: int) -> None:
        """Make the deck a tab where there is no room for three panels, or a panel again."""
        narrow = width < self._least_width(_LEAST)
        if narrow is self.narrow:
            return
        focus = self.focusWidget()
        if narrow:
            self._wide_shape, self.narrow = tuple(self.sizes()), True
            self._tabs.insertTab(0, self._deck, "Deck")
            self._tabs.setCurrentIndex(0)
            self._share(_LEAST_OF_TWO, _LEAST_OF_TWO)
            self.setSizes(_LEAST_OF_TWO)
        else:
            self.narrow = False
            self._tabs.removeTab(0)
            self.insertWidget(1, self._deck)
            self._deck.show()
            self._share(_LEAST, _SHARES)
            self.setSizes(self._wide_shape)
        if focus is not None and self.isAncestorOf(focus):
            focus.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, not as it is.
        return QSize(self._least_width(_LEAST_OF_TWO), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit(event.size().width())
        super().resizeEvent(event)


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
