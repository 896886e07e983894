"""The roles of the program's own widgets for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

# By class name: this is what Qt asks with.
ROLES = {
    "AnswerArea": QAccessible.Role.Grouping,
    "CardFace": QAccessible.Role.Graphic,
    "CardView": QAccessible.Role.Grouping,
    "ChartView": QAccessible.Role.Chart,
    "StatisticsPanel": QAccessible.Role.Grouping,
    "Tile": QAccessible.Role.ListItem,
}
# Qt deletes an interface with its widget or at the end of the program. PySide deletes one that
# nothing refers to, and Qt would crash at the end.
_made: list[QAccessibleInterface] = []


def install_roles() -> None:
    QAccessible.installFactory(_interface)


def _interface(name: str, widget: QObject) -> QAccessibleInterface | None:
    role = ROLES.get(name)
    if role is None or not isinstance(widget, QWidget):
        return None
    made = QAccessibleWidget(widget, role)
    _made.append(made)
    return made
