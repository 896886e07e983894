"""Widgets and layouts put below one another or side by side in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

Box = TypeVar("Box", bound=QBoxLayout)


def fill(
    layout: Box,
    *parts: QWidget | QLayout,
    gap: int = 0,
    margin: int = 0,
    stretch: QWidget | QLayout | None = None,
) -> Box:
    """Add parts to a layout with a gap between and a margin around them; one part may stretch."""
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(gap)
    for part in parts:
        share = int(part is stretch)
        if isinstance(part, QWidget):
            layout.addWidget(part, share)
        else:
            layout.addLayout(part, share)
    return layout
