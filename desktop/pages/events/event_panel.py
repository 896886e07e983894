"""What the tabs of an event have in common, and the Log tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLayout, QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from app.event_tables import LOG, log_lines
from app.tables import TableColumn
from desktop.dialogs.simple_dialogs import read_only_text
from desktop.session.event_session import EventSession
from desktop.style.fonts import Size, sized
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import NarrowTable
from events.event_state import EventState

Row = TypeVar("Row")
Signs = Mapping[str, Callable[[Any], tuple[Glyph, ...]]]


def columns_of(
    table: Sequence[TableColumn[Row]], signs: Signs | None = None, *, inset: bool = False
) -> tuple[Column[Row], ...]:
    """Return the columns of a report for a model; `signs` are glyphs of columns by their titles.

    The first one can be `inset`, so that its texts stand below those of a toolbar.
    """
    first, *others = (
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
    return (replace(first, indent=lambda _: 1) if inset else first), *others


class SideLayout(QVBoxLayout):
    """A column as high as its words must be at its width, and its lists at least.

    A scroll area would otherwise give lists the height that they would like to have.
    """

    def __init__(self, parent: QWidget, inner: QLayout) -> None:
        super().__init__(parent)
        self._inner = inner
        self.addLayout(inner)
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def heightForWidth(self, width: int) -> int:
        return self.minimumHeightForWidth(width)

    @override
    def minimumHeightForWidth(self, width: int) -> int:
        return self._inner.minimumHeightForWidth(width)


class EventPanel(QWidget):
    """A tab of the event that is open; `side` is what stands beside it, below the clock."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.side = QWidget(self)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def show_state(self) -> None:
        """Show the event on screen, if there is one."""
        if (state := self._session.state) is not None:
            self.show_event(state)

    def show_event(self, state: EventState) -> None:
        """Show an event in its state."""
        raise NotImplementedError

    def reading_box(self, name: str) -> QPlainTextEdit:
        """Return a box with small text to read."""
        made = read_only_text(name, self)
        made.setFont(sized(self.font(), Size.SMALL))
        made.setObjectName("ground")
        made.document().setDocumentMargin(0)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return made


_WHO, _DONE = 2, 3


class LogPanel(EventPanel):
    """The log of the event on screen."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.model = ColumnsModel(columns_of(LOG), key=lambda each: (each.number, each.taken_back))
        self.table = NarrowTable(self.model, "Log", self, main=_DONE, dropped=(_WHO,))
        self.table.wrapping = (_DONE,)
        column(self.table, parent=self, margin=0)

    @override
    def show_event(self, state: EventState) -> None:
        if (event := self._session.current) is not None:
            lines = log_lines(event)
            self.table.unused = frozenset(() if any(each.who for each in lines) else {_WHO})
            self.model.update_rows(lines)
