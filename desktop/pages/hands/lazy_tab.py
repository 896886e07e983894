"""A part of the page that is made when it is first seen, so that the page comes at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

Made = TypeVar("Made", bound=QWidget)


class LazyTab(QWidget, Generic[Made]):
    """The place of a part; `make` gets it as parent, once, when the part is seen or asked for.

    `soon` makes it in the turn of the event loop after the one in which it is seen: what is beside
    it is painted before.

    Signals:
        came: the part is made.
    """

    came = Signal()

    def __init__(
        self,
        make: Callable[[QWidget], Made],
        parent: QWidget | None = None,
        *,
        soon: bool = False,
    ) -> None:
        super().__init__(parent)
        self.made: Made | None = None
        self._make = make
        self._soon = soon
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(self._on_turn)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @property
    def part(self) -> Made:
        """The part itself, made now if it was not yet."""
        if self.made is None:
            self.made = self._make(self)
            self._column.addWidget(self.made)
            self.made.show()
            self.came.emit()
        return self.made

    def _on_turn(self) -> None:
        _ = self.part

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._soon and self.made is None:
            self._turn.start(0)
        else:
            self._on_turn()
