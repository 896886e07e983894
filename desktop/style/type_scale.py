"""Another text size while the window is open: fonts and lengths of widgets are scaled in place."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QMargins, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLayout,
    QSplitter,
    QTableView,
    QWidget,
)

from desktop.style.fonts import own_fonts, row_quarters, scale_type, scaled_font, set_row_quarters

_UNBOUNDED = 16_777_215  # Qt's QWIDGETSIZE_MAX


def rescale(app: QApplication, hundredths: int, before: int, restyle: Callable[[], None]) -> None:
    """Scale type and lengths of all widgets from one text size to another.

    Most lengths are measured in the font when they are needed and follow by themselves; this is
    for those that were set once: fonts in another size, margins, and least and fixed sizes.
    `restyle` sets the style sheet for the new font.
    """
    factor, height = hundredths / before, QFontMetrics(app.font()).height()
    widgets = app.allWidgets()
    # What a widget inherits follows the application's font; its own size does not.
    own = own_fonts(app)
    scale_type(app, 100 * factor)
    for widget, font in own:
        widget.setFont(scaled_font(font, factor))
    restyle()
    # Lengths are measured in the height of the font, a whole number.
    factor = QFontMetrics(app.font()).height() / height
    for widget in widgets:
        _scale_lengths(widget, factor)
    for widget in widgets:
        # A page that becomes narrow or wide creates some of its parts again.
        if shiboken6.isValid(widget):
            _lay_out_again(widget, factor)
    # All is in its place before anything is painted.
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def _scale_lengths(widget: QWidget, factor: float) -> None:
    if widget.objectName().startswith("qt_"):
        return  # a part that Qt makes, and sizes
    for layout in _layouts(widget):
        _scale_layout(layout, factor)
    if isinstance(widget, QLabel):
        widget.setContentsMargins(_scaled_margins(widget.contentsMargins(), factor))
    if isinstance(widget, QSplitter):
        widget.setHandleWidth(round(widget.handleWidth() * factor))
    if isinstance(widget, QTableView):
        rows = widget.verticalHeader()
        rows.setDefaultSectionSize(round(rows.defaultSectionSize() * factor))
    if not widget.isWindow():  # whose least size is set by its layout
        widget.setMinimumSize(_scaled(widget.minimumSize(), factor))
        widget.setMaximumSize(_scaled(widget.maximumSize(), factor))
    if (scale_own := getattr(widget, "scale_lengths", None)) is not None:
        scale_own(factor)


def _layouts(widget: QWidget) -> list[QLayout]:
    top = widget.layout()
    return [] if top is None else [top, *top.findChildren(QLayout)]


def _scale_layout(layout: QLayout, factor: float) -> None:
    layout.setContentsMargins(_scaled_margins(layout.contentsMargins(), factor))
    if isinstance(layout, QGridLayout | QFormLayout):
        layout.setHorizontalSpacing(round(layout.horizontalSpacing() * factor))
        layout.setVerticalSpacing(round(layout.verticalSpacing() * factor))
    elif layout.spacing() > 0:
        layout.setSpacing(round(layout.spacing() * factor))
    if isinstance(layout, QGridLayout):
        for column in range(layout.columnCount()):
            width = layout.columnMinimumWidth(column)
            layout.setColumnMinimumWidth(column, round(width * factor))


def _scaled_margins(margins: QMargins, factor: float) -> QMargins:
    sides = (margins.left(), margins.top(), margins.right(), margins.bottom())
    return QMargins(*(round(side * factor) for side in sides))


def _scaled(size: QSize, factor: float) -> QSize:
    """Return a size times a factor, unbounded where it was so."""
    width, height = (
        length if length >= _UNBOUNDED else round(length * factor)
        for length in (size.width(), size.height())
    )
    return QSize(width, height)


def _lay_out_again(widget: QWidget, factor: float) -> None:
    widget.updateGeometry()
    if not widget.isVisible():
        # Qt sends it the event of another size when it is shown.
        widget.setAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent)
        return
    if isinstance(widget, QDialog):
        widget.resize(_scaled(widget.size(), factor))
    if isinstance(widget, QAbstractItemView):
        widget.doItemsLayout()
    # Widths of columns, and what is narrow, are found where a widget gets another size.
    QApplication.sendEvent(widget, QResizeEvent(widget.size(), widget.size()))
    widget.update()


def resize_rows(quarters: int) -> None:
    """Make the rows of all lists taller or less tall; those of two lines stay as they are."""
    before, lists = row_quarters(), QApplication.allWidgets()
    set_row_quarters(quarters)
    for each in lists:
        if isinstance(each, QTableView):
            rows, line = each.verticalHeader(), each.fontMetrics().height()
            size = rows.defaultSectionSize()
            if size < 3 * line:
                rows.setDefaultSectionSize(size + (quarters - before) * line // 4)
        if isinstance(each, QAbstractItemView):
            _lay_out_again(each, 1)
