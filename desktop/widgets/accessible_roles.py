"""What a screen reader is told that the program's own widgets are."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

# By the names of their classes. Qt knows of a widget that paints itself only that it is one.
ROLES = {
    "CardView": QAccessible.Role.Grouping,
    "ChartView": QAccessible.Role.Chart,
    "NumbersPanel": QAccessible.Role.Grouping,
    "Tile": QAccessible.Role.ListItem,
}


def install_roles() -> None:
    """Tell Qt what these widgets are, from now on."""
    QAccessible.installFactory(_interface)


def _interface(name: str, thing: QObject) -> QAccessibleInterface | None:
    role = ROLES.get(name)
    if role is None or not isinstance(thing, QWidget):
        return None
    return QAccessibleWidget(thing, role)
