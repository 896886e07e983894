"""The chart on screen: painted, described for screen readers, saved on request."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from carddb.errors import AppError
from desktop.style.fonts import Size, sized
from desktop.style.palette import colours_of
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_export import ChartSaveDialog, save_chart
from desktop.widgets.charts.chart_painter import ChartPainter
from desktop.widgets.charts.chart_style import ChartStyle

SAVE_KEY = "Ctrl+Shift+E"
NO_CHART = Chart("", (), ())


class ChartView(QWidget):
    """Shows one chart. It takes no wheel and no dragging.

    Signals:
        saved: the chart is in a file now (the path).
        failed: the file that the user chose could not be written (an AppError).
    """

    saved = Signal(str)
    failed = Signal(Exception)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = NO_CHART
        self._style: ChartStyle | None = None
        self._folder = ""
        key = QKeySequence(SAVE_KEY)
        self.save_action = self.addAction("Save the chart…", key, self.choose_file)
        self.save_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.save_button = QToolButton(self)
        self.save_button.setText("Save…")
        self.save_button.setToolTip(f"Save as picture, drawing or table ({SAVE_KEY})")
        self.save_button.setAutoRaise(True)
        self.save_button.setFont(sized(self.font(), Size.SMALL))
        self.save_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.save_button.clicked.connect(self.choose_file)
        self.show_chart(NO_CHART)

    def show_chart(self, chart: Chart) -> None:
        """Show another chart."""
        if chart == self.chart and self.accessibleName() == chart.title:
            return
        sizes = self.sizeHint(), self.minimumSizeHint()
        self.chart = chart
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(chart.description)
        lines = "<br>".join(map(escape, chart.value_texts()))
        self.setToolTip(f"<p style='white-space: pre'>{lines}</p>" if lines else "")
        self.save_button.setAccessibleName(f"Save the chart “{chart.title}”")
        self.save_button.setVisible(not chart.is_empty)
        self.save_action.setEnabled(not chart.is_empty)
        if sizes != (self.sizeHint(), self.minimumSizeHint()):
            self.updateGeometry()
        self.update()

    def save(self, path: Path) -> None:
        """Write the chart to a file: PNG, SVG or CSV by its ending; AppError where that fails."""
        save_chart(path, self.chart, self.chart_style)
        self.saved.emit(str(path))

    def choose_file(self) -> None:
        """Let the user choose a file and save the chart in it."""
        dialog = ChartSaveDialog(self.chart.title, self._folder, self)
        dialog.fileSelected.connect(self._on_file_selected)
        dialog.open()

    def _on_file_selected(self, path: str) -> None:
        self._folder = str(Path(path).parent)
        try:
            self.save(Path(path))
        except AppError as error:
            self.failed.emit(error)

    @property
    def chart_style(self) -> ChartStyle:
        """What follows from the palette and the font, which change often before it is shown."""
        if self._style is None:
            self._style = ChartStyle(colours_of(self.palette()), self.font())
        return self._style

    @property
    def _save_size(self) -> QSize:
        style = self.chart_style
        width = style.width_of(self.save_button.text()) + 4 * style.gap
        return QSize(width, style.title_height)

    @property
    def _painter(self) -> ChartPainter:
        reserved = 0 if self.chart.is_empty else self._save_size.width()
        return ChartPainter(self.chart, self.chart_style, self.width(), reserved)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.chart_style.line * 18, self._painter.height(self.width()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.chart_style.line * 10, self._painter.height(0))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        size = self._save_size
        self.save_button.setGeometry(QRect(QPoint(self.width() - size.width(), 0), size))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type
        if event.type() in {kinds.PaletteChange, kinds.FontChange, kinds.StyleChange}:
            self._style = None
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._painter.paint(painter, self.height(), focused=self.hasFocus())
        painter.end()
