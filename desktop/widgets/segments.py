"""A few choices side by side on one ground, of which one is taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.style.palette import blend, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.layouts import row

Value = TypeVar("Value")


class Segment(QRadioButton):
    """A choice of `Segments`; for keys and screen readers a radio button."""

    @override
    def sizeHint(self) -> QSize:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        width = QFontMetrics(bold).horizontalAdvance(self.text().replace("&", ""))
        return QSize(width + space(self, 5), space(self, 6))

    @override
    def hitButton(self, pos: QPoint) -> bool:
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        radius, on = corner(self.fontMetrics()) * 2 / 3, self.isChecked()
        outline = colours.accent if self.hasFocus() else None
        if on or outline or self.underMouse():
            ground = colours.thumb if on else colours.pressed
            fill(painter, self.rect(), ground, radius, outline)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if on else QFont.Weight.Medium)
        painter.setFont(font)
        ink = colours.ink if on else blend(colours.track, colours.ink, 0.76)
        painter.setPen(ink if self.isEnabled() else colours.quiet)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(self.rect(), int(flags), self.text())
        painter.end()


class Segments(QWidget, Generic[Value]):
    """Choices of which one is taken; the arrow keys go from one to the next."""

    chosen = Signal(object)  # the value, taken by the user

    def __init__(
        self,
        name: str,
        choices: Iterable[tuple[str, Value]],
        value: Value,
        parent: QWidget | None = None,
        *,
        kind: type[Segment] = Segment,
        on_ground: bool = True,
    ) -> None:
        super().__init__(parent)
        self._on_ground = on_ground
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.parts: dict[Value, QRadioButton] = {}
        for words, each in choices:
            self.parts[each] = part = kind(words, self)
            part.setChecked(each == value)
            part.toggled.connect(self._on_toggled)
        inset = space(self, 1) // 2 if on_ground else 0
        row(*self.parts.values(), parent=self, margin=inset, spacing=0)
        self.setFocusProxy(self.parts[value])

    @property
    def value(self) -> Value:
        return next(value for value, part in self.parts.items() if part.isChecked())

    def _on_toggled(self, checked: bool) -> None:  # noqa: FBT001 - Qt's signal
        if checked:
            self.setFocusProxy(self.parts[self.value])
            self.chosen.emit(self.value)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._on_ground:
            painter, colours = QPainter(self), colours_of(self.palette())
            fill(painter, self.rect(), colours.track, corner(self.fontMetrics()))
            painter.end()
