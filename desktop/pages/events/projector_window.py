"""A second window for a projector: the clock, large, and the pairings by name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import tabular
from desktop.style.palette import colours_of
from events.clock_reading import clock_text
from events.event_state import EventState
from events.event_terms import EventStage
from events.shown_round import PlayerPlace, ShownRound, places_by_name, shown_round

SMALLEST, READABLE, LARGEST = 9, 16, 60
MOST_COLUMNS = 5


def projected_round(state: EventState) -> ShownRound | None:
    """Return the round that is shown; None before the first and after the end."""
    if state.stage is EventStage.FINISHED or not (state.rounds or state.elimination):
        return None
    return shown_round(state)


class ProjectorWindow(QWidget):
    """Painted as large as it fits; F11 or a double click fills the screen, Esc closes it."""

    def __init__(
        self, session: EventSession, timer: RoundTimer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._session, self._timer = session, timer
        self._event_id = ""
        self.setWindowTitle("Pairings and clock")
        self.setAccessibleName("Pairings and clock for a projector")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.resize(1024, 640)
        timer.changed.connect(self.update)
        session.changed.connect(self._show_state)
        session.opened.connect(self._show_state)
        self._show_state()

    def show_on_other_screen(self) -> None:
        """Show the event on screen, filling a second screen if there is one."""
        self._event_id = self._session.current.id if self._session.current else ""
        self._show_state()
        parent = self.parentWidget()
        own = parent.screen() if parent else None
        other = next((each for each in QGuiApplication.screens() if each is not own), None)
        if other is not None and own is not None:
            self.setGeometry(other.geometry())
            self.showFullScreen()
        else:
            self.show()
        self.raise_()

    @property
    def headings(self) -> tuple[str, str]:
        """The round, and the event that it is of."""
        state = self._session.state
        if state is None:
            return "", ""
        shown = projected_round(state)
        before = "Finished" if state.stage is EventStage.FINISHED else "Registration"
        return shown.title if shown else before, state.settings.name

    def _lines(self) -> tuple[PlayerPlace, ...]:
        state = self._session.state
        shown = projected_round(state) if state else None
        return places_by_name(shown) if shown else ()

    def _show_state(self) -> None:
        current = self._session.current
        if current is None or (self._event_id and current.id != self._event_id):
            self.close()
            return
        said = "; ".join(f"{each.seat.name}: {each.table}" for each in self._lines())
        self.setAccessibleDescription(f"{', '.join(self.headings)}. {said}")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        painter.fillRect(self.rect(), colours.panel)
        margin = max(8, self.height() // 40)
        head = self.rect().adjusted(margin, margin, -margin, 0)
        head.setHeight(self.height() // 5)
        left = self._timer.seconds_left
        painter.setPen(colours.illegal if left is not None and left <= 0 else colours.ink)
        painter.setFont(
            tabular(_pixels(self.font(), head.height() * 9 // 10, QFont.Weight.DemiBold))
        )
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        time = "" if left is None else clock_text(left)
        painter.drawText(head, right, time)
        taken = painter.fontMetrics().horizontalAdvance(time)
        painter.setPen(colours.ink)
        title = head.adjusted(0, 0, -taken - margin, 0)
        half = title.height() // 2
        left_side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for text, share, top in zip(self.headings, (8, 5), (0, half), strict=True):
            weight = QFont.Weight.Normal if top else QFont.Weight.DemiBold
            painter.setFont(_pixels(self.font(), half * share // 10, weight))
            place = QRect(title.left(), title.top() + top, title.width(), half)
            elided = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, place.width()
            )
            painter.drawText(place, left_side, elided)
        painter.setPen(colours.line)
        painter.drawLine(head.bottomLeft(), head.bottomRight())
        body = self.rect().adjusted(margin, head.bottom() + margin, -margin, -margin)
        self._paint_lines(painter, body, self._lines())
        painter.end()

    def _paint_lines(self, painter: QPainter, body: QRect, lines: Sequence[PlayerPlace]) -> None:
        """Paint the lines in as many columns as let the type be largest."""
        if not lines or body.height() < SMALLEST:
            return
        colours = colours_of(self.palette())
        size, columns = max(self._sizes(body, lines, with_opponents=True))
        if size < READABLE:
            size, columns = max(self._sizes(body, lines, with_opponents=False))
        columns = -columns
        painter.setFont(_pixels(self.font(), size))
        metrics = painter.fontMetrics()
        rows = -(-len(lines) // columns)
        width, height = body.width() // columns, metrics.height() * 5 // 4
        table = max(metrics.horizontalAdvance(f"{each.table} ") for each in lines) + size // 2
        for number, line in enumerate(lines):
            left = body.left() + number // rows * width
            top = body.top() + number % rows * height
            place = QRect(left, top, width - size, height)
            side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.setPen(colours.accent)
            painter.drawText(place, side, line.table)
            painter.setPen(colours.ink)
            rest = place.adjusted(table, 0, 0, 0)
            name = metrics.elidedText(line.seat.name, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, side, name)
            painter.setPen(colours.faint)
            rest.setLeft(rest.left() + metrics.horizontalAdvance(name) + size // 2)
            others = ", ".join(each.name for each in line.opponents)
            against = f"· {others}" if others else ""
            painter.drawText(
                rest,
                side,
                metrics.elidedText(against, Qt.TextElideMode.ElideRight, max(0, rest.width())),
            )

    def _sizes(
        self, body: QRect, lines: Sequence[PlayerPlace], *, with_opponents: bool
    ) -> list[tuple[int, int]]:
        """Return the largest type for each number of columns, which is negative: few are better.

        Every name fits; of the longest lines the opponents may be elided.
        """
        # Metrics grow with the type.
        metrics = QFontMetrics(_pixels(self.font(), LARGEST))
        names = [metrics.horizontalAdvance(f"{each.table} {each.seat.name}") for each in lines]
        widest = max(names) + 2 * LARGEST
        if with_opponents:
            others = [", ".join(seat.name for seat in each.opponents) for each in lines]
            whole = sorted(
                name + metrics.horizontalAdvance(f"· {other}")
                for name, other in zip(names, others, strict=True)
            )
            widest = max(widest, whole[len(whole) * 3 // 4] + 3 * LARGEST)
        found = []
        for columns in range(1, MOST_COLUMNS + 1):
            rows = -(-len(lines) // columns)
            by_width = LARGEST * (body.width() // columns) // widest
            by_height = LARGEST * body.height() // (rows * (metrics.height() * 5 // 4))
            found.append((max(SMALLEST, min(LARGEST, by_width, by_height)), -columns))
        return found

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() == Qt.Key.Key_F11:
            self._toggle_full_screen()
        elif event.key() == Qt.Key.Key_Space:
            self._timer.toggle()
        else:
            super().keyPressEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: object) -> None:
        self._toggle_full_screen()

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()


def _pixels(font: QFont, size: int, weight: QFont.Weight | None = None) -> QFont:
    made = QFont(font)
    made.setPixelSize(max(SMALLEST, size))
    if weight is not None:
        made.setWeight(weight)
    return made
