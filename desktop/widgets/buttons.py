"""Buttons with their words, accessible names and tool tips, made in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget

from desktop.style.fonts import Size, sized

Button = TypeVar("Button", bound=QAbstractButton)


def push_button(
    text: str,
    parent: QWidget,
    tip: str = "",
    clicked: Callable[[], object] | None = None,
    *,
    name: str = "",
    kind: str = "",
) -> QPushButton:
    """Return a button of a kind of the style sheet.

    "primary" is filled, for the one action of a view; "soft" has a ground, for one answer to a
    question; "link" is in the accent, "danger" loses something, "small" and "chip" have small
    letters. All others are quiet: words without a ground.
    """
    made = QPushButton(text, parent)
    made.setObjectName(kind)
    if kind == "primary":
        made.setFont(sized(made.font(), Size.BODY, QFont.Weight.DemiBold))
    return _described(made, tip, clicked, name=name, small=kind in {"small", "chip"})


def tool_button(
    text: str,
    parent: QWidget,
    tip: str = "",
    clicked: Callable[[], object] | None = None,
    *,
    name: str = "",
) -> QToolButton:
    """Return a small, flat button that the Tab key reaches."""
    made = QToolButton(parent)
    made.setText(text)
    made.setAutoRaise(True)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return _described(made, tip, clicked, name=name, small=True)


def _described(
    made: Button, tip: str, clicked: Callable[[], object] | None, *, name: str, small: bool
) -> Button:
    if small:
        made.setFont(sized(made.font(), Size.SMALL))
    if name:
        made.setAccessibleName(name)
    made.setToolTip(tip)
    if clicked is not None:
        # The slot gets no `checked`.
        made.clicked.connect(lambda *_: clicked())
    return made
