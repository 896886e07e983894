"""How long something moves or fades: briefly, or not at all where the system asks for that."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStyle

_MOTION_MS = 100


def motion_ms() -> int:
    """Return how long a motion takes; 0 where the system wants none."""
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return min(_MOTION_MS, QApplication.style().styleHint(hint))
