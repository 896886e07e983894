"""Where answers are shown: an area that scrolls, its charts, and what marks old answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget
from typing_extensions import override

from desktop.runtime.background_query import BackgroundQuery
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.layouts import column

_OPACITY = 150


class StaleOverlay(QWidget):
    """Makes a widget fainter while it shows an old answer; all of it can still be used."""

    def __init__(self, over: QWidget, query: BackgroundQuery[Any, Any]) -> None:
        super().__init__(over)
        self._over = over
        self._query = query
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over.installEventFilter(self)
        query.changed.connect(self._on_query_changed)
        self._on_query_changed()

    def _on_query_changed(self) -> None:
        self.resize(self._over.size())
        self.raise_()
        self.setVisible(not self._query.is_fresh)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.resize(self._over.size())
        elif event.type() is QEvent.Type.ChildAdded and not self.isHidden():
            self.raise_()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        panel = QColor(colours_of(self.palette()).panel)
        panel.setAlpha(_OPACITY)
        painter = QPainter(self)
        painter.fillRect(self.rect(), panel)
        painter.end()


class AnswerArea(QScrollArea):
    """Parts below one another that show the answer of a query, once there is one."""

    def __init__(
        self, name: str, parts: Sequence[QWidget], query: BackgroundQuery[Any, Any], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._query = query
        gap = space(self, 2)
        sheet = QWidget(self)
        column(*parts, None, parent=sheet, margin=(0, 0, gap, gap), spacing=gap)
        self.setWidget(sheet)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.overlay = StaleOverlay(self.viewport(), query)
        query.changed.connect(self._on_query_changed)
        self._on_query_changed()

    def _on_query_changed(self) -> None:
        self.setVisible(self._query.answer is not None)


class ChartGrid(QWidget):
    """Charts next to each other where they fit, otherwise below one another.

    Signals:
        failed: a chart could not be saved (the AppError).
    """

    failed = Signal(Exception)

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = tuple(ChartView(self) for _ in range(count))
        for view in self.views:
            view.failed.connect(self.failed)
        self._across = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(space(self, 4))
        self._arrange(1)

    def show_charts(self, charts: Sequence[Chart]) -> None:
        """Show as many charts as there are views."""
        for view, chart in zip(self.views, charts, strict=True):
            view.show_chart(chart)

    def _arrange(self, across: int) -> None:
        if across == self._across:
            return
        self._across = across
        for number, view in enumerate(self.views):
            self._grid.addWidget(view, number // across, number % across)
            self._grid.setColumnStretch(number, 1 if number < across else 0)

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become: two that are next to each other would never be below again.
        widest = max(view.minimumSizeHint().width() for view in self.views)
        return QSize(widest, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # One, two, or all in a row: three and one below would look like a mistake.
        fit = event.size().width() // space(self, 75)
        self._arrange(len(self.views) if fit >= len(self.views) else max(1, min(fit, 2)))
