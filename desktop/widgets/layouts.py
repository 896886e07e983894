"""Rows and columns of widgets, made in one call."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part: TypeAlias = QWidget | QLayout
# A part, a part with its stretch factor or alignment, space in pixels, or stretching space.
Item: TypeAlias = Part | tuple[Part, int | Qt.AlignmentFlag] | int | None
# In pixels: one for all sides, left, top, right and bottom, or the style's.
Margin: TypeAlias = int | tuple[int, int, int, int] | None
Box = TypeVar("Box", bound=QBoxLayout)
_ANYHOW = Qt.AlignmentFlag(0)


def row(
    *items: Item, parent: QWidget | None = None, margin: Margin = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a row, as the layout of `parent` where there is one; `spacing` None is the style's."""
    return _filled(QHBoxLayout(), items, parent, margin, spacing)


def column(
    *items: Item, parent: QWidget | None = None, margin: Margin = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a column, as the layout of `parent` where there is one, like a row otherwise."""
    return _filled(QVBoxLayout(), items, parent, margin, spacing)


def _filled(
    layout: Box,
    items: tuple[Item, ...],
    parent: QWidget | None,
    margin: Margin,
    spacing: int | None,
) -> Box:
    if parent is not None:
        parent.setLayout(layout)
    if margin is not None:
        layout.setContentsMargins(*((margin,) * 4 if isinstance(margin, int) else margin))
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        part, extra = item if isinstance(item, tuple) else (item, 0)
        # An alignment is an int, too.
        stretch, align = (0, extra) if isinstance(extra, Qt.AlignmentFlag) else (extra, _ANYHOW)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part, stretch)
            layout.setAlignment(part, align)
        else:
            layout.addWidget(part, stretch, align)
    return layout
