"""How long something moves or fades: briefly, or not at all where the user or the system asks."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStyle

_MOTION_MS = 100
_STILL = "sevenplots_still"


def motion_ms() -> int:
    """Return how long a motion takes; 0 where the user or the system wants none."""
    app = QApplication.instance()
    if app is not None and app.property(_STILL):
        return 0
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return min(_MOTION_MS, QApplication.style().styleHint(hint))


def allow_motion(*, allowed: bool) -> None:
    """Let things move where the system lets them, or not at all."""
    if (app := QApplication.instance()) is not None:
        app.setProperty(_STILL, not allowed)
