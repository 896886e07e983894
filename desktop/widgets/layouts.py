"""Rows and columns of widgets, made in one call."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part: TypeAlias = QWidget | QLayout
# A part, a part with its stretch factor, space in pixels, or None for stretching space.
Item: TypeAlias = Part | tuple[Part, int] | int | None
Box = TypeVar("Box", bound=QBoxLayout)


def row(*items: Item, spacing: int | None = None) -> QHBoxLayout:
    """Return a row; `spacing` None is the style's."""
    return _filled(QHBoxLayout(), items, None, spacing)


def column(
    *items: Item,
    parent: QWidget | None = None,
    margin: int | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a column, as the layout of `parent` where there is one, with the style's margins."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    return _filled(layout, items, margin, spacing)


def _filled(layout: Box, items: tuple[Item, ...], margin: int | None, spacing: int | None) -> Box:
    if margin is not None:
        layout.setContentsMargins(margin, margin, margin, margin)
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part, stretch)
        else:
            layout.addWidget(part, stretch)
    return layout
