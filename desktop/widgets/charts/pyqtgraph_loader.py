"""Loads what draws the bars in another thread: it takes a fifth of a second, once."""

from __future__ import annotations

import sys
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QObject, Signal

from carddb.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner

# This module loads pyqtgraph, and numpy with it.
_PLOT = "desktop.widgets.charts.plot"


class PyqtgraphLoader(QObject):
    """Loads it once, whichever chart asks first; the application keeps this.

    Signals:
        loaded: bars can be drawn.
        failed: they cannot (an AppError).
    """

    loaded = Signal()
    failed = Signal(Exception)

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._tasks = TaskRunner(self)
        app.aboutToQuit.connect(self._tasks.stop)

    @classmethod
    def of_application(cls) -> PyqtgraphLoader:
        """Return the one that the application keeps."""
        app = QCoreApplication.instance()
        if app is None:
            raise RuntimeError("a chart is shown without an application")
        return app.findChild(cls) or cls(app)

    def start(self) -> None:
        """Load, unless that is under way."""
        if self._tasks.idle:
            task = Task(_load)
            task.succeeded.connect(self._on_succeeded)
            task.failed.connect(self._on_failed)
            self._tasks.start(task)

    def _on_succeeded(self) -> None:
        self.loaded.emit()

    def _on_failed(self, error: Exception) -> None:
        words = f"The bars of charts cannot be drawn: {error}."
        self.failed.emit(AppError(words, "The values are told in words; install the program anew."))


def is_loaded() -> bool:
    """Tell whether bars can be drawn without waiting for an import."""
    return hasattr(sys.modules.get(_PLOT), "Plot")


def _load(progress: Progress) -> None:
    import_module(_PLOT)
    progress(1, 1)
