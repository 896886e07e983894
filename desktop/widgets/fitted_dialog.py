"""Dialogs and popups that are never lower than their words need."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

_CHANGES = frozenset({QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show})


def fit_words(window: QWidget) -> None:
    """Make a window at least as tall as its layout needs at its width."""
    layout = window.layout()
    if layout is None:
        return
    least = layout.totalMinimumSize().height()
    if layout.hasHeightForWidth():
        least = layout.totalMinimumHeightForWidth(window.width())
    if least != window.minimumHeight():
        window.setMinimumHeight(least)


class FittedDialog(QDialog):
    """Its least height is what its layout needs at its width, in every state.

    Qt measures words that wrap only before a window is shown, and then gives it two thirds of the
    screen at most; it cuts what does not fit.
    """

    @override
    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in _CHANGES:
            fit_words(self)
        return handled
