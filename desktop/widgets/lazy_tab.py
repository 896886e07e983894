"""A tab or a page that is created when it is first seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.widgets.layouts import column

Content = TypeVar("Content", bound=QWidget)


class LazyTab(QWidget, Generic[Content]):
    """Holds a widget that `create` makes, with its parent as argument, when it is first shown.

    `deferred` creates it in the next turn of the event loop: what is next to it is painted before.
    """

    created = Signal()

    def __init__(
        self,
        create: Callable[[QWidget], Content],
        parent: QWidget | None = None,
        *,
        deferred: bool = False,
    ) -> None:
        super().__init__(parent)
        self.content: Content | None = None
        self._create = create
        self._deferred = deferred
        # Not QTimer.singleShot(0), which is a posted event that comes before painting.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.load)

    def load(self) -> Content:
        """Return the widget, created now if it was not yet."""
        if self.content is None:
            self.content = self._create(self)
            column(self.content, parent=self, margin=0)
            self.content.show()
            self.created.emit()
        return self.content

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._deferred and self.content is None:
            self._timer.start()
        else:
            self.load()
