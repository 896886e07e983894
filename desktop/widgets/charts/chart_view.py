"""The chart on screen: drawn calmly, told in words, saved on request."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QHelpEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolButton, QToolTip, QWidget
from typing_extensions import override

from carddb.errors import AppError
from desktop.style.fonts import Size, sized
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_export import save_chart
from desktop.widgets.charts.chart_frame import ChartFrame
from desktop.widgets.charts.chart_sizes import plot_height
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.pyqtgraph_loader import PyqtgraphLoader, is_loaded
from desktop.widgets.charts.save_dialog import SaveDialog

if TYPE_CHECKING:
    from desktop.widgets.charts.plot import Plot

SAVE_KEY = "Ctrl+Shift+E"
NOTHING = Chart("", (), ())


class ChartView(QWidget):
    """Shows one chart. It takes no wheel and no dragging; bars are drawn once they are in sight.

    Signals:
        saved: the chart is in a file now (the path).
        failed: the file that the user chose could not be written, or no bars drawn (an AppError).
    """

    saved = Signal(str)
    failed = Signal(Exception)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = NOTHING
        self._plot: Plot | None = None
        self._waits = False
        self._drawn: tuple[Chart, ChartStyle, QRect] | None = None
        self._look: ChartStyle | None = None
        self._folder = ""
        self.save_action = QAction("Save the chart…", self)
        self.save_action.setShortcut(QKeySequence(SAVE_KEY))
        self.save_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.save_action.triggered.connect(self.choose_file)
        self.addAction(self.save_action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.save_button = QToolButton(self)
        self.save_button.setText("Save…")
        self.save_button.setAutoRaise(True)
        self.save_button.setFont(sized(self.font(), Size.SMALL))
        self.save_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.save_button.clicked.connect(self.choose_file)
        self.show_chart(NOTHING)

    def show_chart(self, chart: Chart) -> None:
        """Show another chart."""
        if chart == self.chart and self.accessibleName() == chart.title:
            return
        grows = self._shape(chart) != self._shape(self.chart)
        self.chart = chart
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(chart.words)
        self.save_button.setAccessibleName(f"Save the chart “{chart.title}”")
        self.save_button.setToolTip(f"Save as picture, drawing or table ({SAVE_KEY})")
        self.save_button.setVisible(not chart.is_empty)
        self.save_action.setEnabled(not chart.is_empty)
        if grows:
            self.updateGeometry()
        if not self.visibleRegion().isEmpty():
            self._draw(self._frame())
        self.update()

    def save(self, path: Path) -> None:
        """Write the chart to a file: PNG, SVG or CSV by its ending; AppError where that fails."""
        save_chart(path, self.chart, self.look)
        self.saved.emit(str(path))

    def choose_file(self) -> None:
        """Let the user choose a file and save the chart in it."""
        if self.chart.is_empty:
            return
        dialog = SaveDialog(self.chart.title, self._folder, self)
        dialog.fileSelected.connect(self._on_file_selected)
        dialog.open()

    def _on_file_selected(self, path: str) -> None:
        self._folder = str(Path(path).parent)
        try:
            self.save(Path(path))
        except AppError as error:
            self.failed.emit(error)

    @property
    def is_drawn(self) -> bool:
        """Whether the bars on screen are those of the chart."""
        return self._drawn is not None and self._drawn[0] == self.chart

    @property
    def look(self) -> ChartStyle:
        """The colours and fonts in use."""
        if self._look is None:
            self._look = ChartStyle.of(self)
        return self._look

    @property
    def _save_size(self) -> QSize:
        wide = self.look.width_of(self.save_button.text()) + 4 * self.look.gap
        return QSize(wide, self.look.title_height)

    def _frame(self) -> ChartFrame:
        reserved = 0 if self.chart.is_empty else self._save_size.width()
        return ChartFrame(self.chart, self.look, self.width(), reserved)

    def _shape(self, chart: Chart) -> tuple[object, ...]:
        """Return what the height follows from."""
        names = tuple(each.name for each in chart.series)
        return chart.rows, len(chart.categories), names, chart.note, chart.x_label, chart.y_label

    @override
    def sizeHint(self) -> QSize:
        frame = self._frame()
        bars = plot_height(self.chart, self.look, self.width())
        return QSize(self.look.line * 18, frame.head + bars + frame.foot)

    @override
    def minimumSizeHint(self) -> QSize:
        frame = self._frame()
        bars = plot_height(self.chart, self.look, 0)
        return QSize(self.look.line * 10, frame.head + bars + frame.foot)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        size = self._save_size
        self.save_button.setGeometry(QRect(QPoint(self.width() - size.width(), 0), size))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            told = "<br>".join(map(escape, self.chart.told))
            words = f"<p style='white-space: pre'>{told}</p>" if told else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type
        if event.type() in {kinds.PaletteChange, kinds.FontChange, kinds.StyleChange}:
            self._look = None
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        frame = self._frame()
        self._draw(frame)
        painter = QPainter(self)
        frame.paint(painter, self.height(), focused=self.hasFocus())
        if self.chart.is_empty:
            painter.setPen(self.look.colours.faint)
            below = self.rect().adjusted(0, frame.head, 0, 0)
            painter.drawText(below, Qt.TextFlag.TextWordWrap, self.chart.empty)
        painter.end()

    def _draw(self, frame: ChartFrame) -> None:
        """Bring the bars up to date; only what is in sight is painted and thus drawn."""
        bars = self.rect().adjusted(0, frame.head, 0, -frame.foot)
        if self._drawn == (self.chart, self.look, bars):
            return
        if not is_loaded() and not self.chart.is_empty:
            self._load()
            return
        self._drawn = self.chart, self.look, bars
        if self._plot is not None and (self.chart.is_empty or self._plot.rows != self.chart.rows):
            self._plot.discard()
            self._plot = None
        if self.chart.is_empty:
            return
        if self._plot is None:
            from desktop.widgets.charts.plot import Plot  # noqa: PLC0415 - loaded by now

            self._plot = Plot(self, rows=self.chart.rows)
        self._plot.view.setGeometry(bars)
        self._plot.show(self.chart, self.look)
        self._plot.view.show()

    def _load(self) -> None:
        """Load what draws the bars, and draw them then."""
        if not self._waits:
            self._waits = True
            loading = PyqtgraphLoader.of_application()
            loading.loaded.connect(self._on_loaded)
            loading.failed.connect(self.failed)
            loading.start()

    def _on_loaded(self) -> None:
        self.update()
