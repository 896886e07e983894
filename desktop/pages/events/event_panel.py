"""What the tabs of an event have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from app.tables import TableColumn
from desktop.session.event_session import EventSession
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import Column

Row = TypeVar("Row")
Signs = Mapping[str, Callable[[Any], tuple[Glyph, ...]]]


def columns_of(
    table: Sequence[TableColumn[Row]], signs: Signs | None = None
) -> tuple[Column[Row], ...]:
    """Return the columns of a report for a model; `signs` are glyphs of columns by their titles."""
    return tuple(
        Column(
            title=each.title,
            name=each.name,
            text=each.text,
            words=each.words,
            tooltip=each.tooltip,
            width=each.width,
            share=each.share,
            faint=each.faint,
            alignment=RIGHT if each.numeric else LEFT,
            glyphs=(signs or {}).get(each.title, lambda _: ()),
        )
        for each in table
    )


class EventPanel(QWidget):
    """A tab of the event that is open; `side` is what stands beside it, below the clock."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.side = QWidget(self)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def show_state(self) -> None:
        """Show the event on screen."""
        raise NotImplementedError
