"""A second window for a projector: clock, pairings, standings and the code for phones in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import tabular
from desktop.style.motion import motion_ms
from desktop.style.palette import Colours, colours_of
from desktop.widgets.qr_code_image import qr_code_image
from events.clock_reading import clock_text
from events.event_terms import EventStage
from events.shown_round import shown_round
from events.wall_lines import WallLine, is_playing, pairing_lines, ranking_lines, split_lines

SMALLEST, READABLE, LARGEST = 9, 16, 60
MOST_COLUMNS = 5
SLIDE_SECONDS = 12
# The letters of the points of a player.
_POINTS = 6
# How long the window says that time is called: its ground changes once a second, or stays so.
_CALL_SECONDS = 12


class Slide(StrEnum):
    """What is shown below the clock, in turn."""

    PAIRINGS = "pairings"
    STANDINGS = "standings"
    PHONES = "phones"


class _Inks(NamedTuple):
    """The colors of the window, which change when time is called."""

    ground: QColor
    ink: QColor
    accent: QColor
    faint: QColor
    line: QColor
    late: QColor


def _inks(colours: Colours, *, called: bool) -> _Inks:
    if called:
        return _Inks(colours.accent, *[colours.on_accent] * 5)
    faint, line = colours.faint, colours.line
    return _Inks(colours.panel, colours.ink, colours.accent_ink, faint, line, colours.illegal)


class ProjectorWindow(QWidget):
    """Painted as large as it fits; F11 or a double click fills the screen, Esc closes it.

    Left and right go to another slide. `address` returns that of the pages for phones, or nothing.
    """

    def __init__(
        self,
        session: EventSession,
        timer: RoundTimer,
        parent: QWidget | None = None,
        address: Callable[[], str] = str,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._session, self._timer, self._address = session, timer, address
        self._event_id = ""
        self._at = 0
        self._left: int | None = None
        self._calling = 0
        self._turns = QTimer(self, interval=1000 * SLIDE_SECONDS)
        self._turns.timeout.connect(self.next_slide)
        self.setWindowTitle("Pairings and clock")
        self.setAccessibleName("Pairings and clock for a projector")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.resize(1024, 640)
        timer.changed.connect(self._follow_clock)
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
        title = "Finished" if state.stage is EventStage.FINISHED else "Registration"
        if is_playing(state):
            title = shown_round(state).title
        return title, state.settings.name

    def _slides(self) -> list[tuple[Slide, Sequence[WallLine]]]:
        """Return what there is to show now, in turn, with its lines."""
        state = self._session.state
        if state is None:
            return []
        found: list[tuple[Slide, Sequence[WallLine]]] = [
            *((Slide.PAIRINGS, each) for each in split_lines(pairing_lines(state))),
            *((Slide.STANDINGS, each) for each in split_lines(ranking_lines(state))),
        ]
        return [*found, *([(Slide.PHONES, ())] if self._address() else [])]

    @property
    def slides(self) -> tuple[Slide, ...]:
        """What there is to show now, in turn."""
        return tuple(slide for slide, _ in self._slides())

    @property
    def slide(self) -> Slide | None:
        """What is shown now."""
        return self._shown()[0]

    def next_slide(self, step: int = 1) -> None:
        """Show the next slide, or the one before."""
        self._at = (self._at + step) % max(1, len(self.slides))
        self._turns.start()
        self._show_state()

    def _shown(self) -> tuple[Slide | None, Sequence[WallLine]]:
        """Return what is shown now, with its lines."""
        slides = self._slides()
        return slides[self._at % len(slides)] if slides else (None, ())

    def _follow_clock(self) -> None:
        """Show the time; when it is over, say so with a sound and another ground."""
        left = self._timer.seconds_left
        if self._left is not None and left is not None and self._left > 0 >= left:
            self._calling = _CALL_SECONDS
            if self.isVisible():
                QApplication.beep()
        elif self._calling:
            self._calling -= 1
        self._left = left
        self.update()

    @property
    def is_calling(self) -> bool:
        """Whether the ground says that time is over; it changes once a second, or stays."""
        return self._calling > 0 and (self._calling % 2 == 0 or motion_ms() == 0)

    def _show_state(self) -> None:
        current = self._session.current
        if current is None or (self._event_id and current.id != self._event_id):
            self.close()
            return
        said = "; ".join(f"{each.name}: {each.number}" for each in self._shown()[1])
        self.setAccessibleDescription(f"{', '.join(self.headings)}. {said}")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        inks = _inks(colours_of(self.palette()), called=self.is_calling)
        painter.fillRect(self.rect(), inks.ground)
        margin = max(8, self.height() // 40)
        head = self.rect().adjusted(margin, margin, -margin, 0)
        head.setHeight(self.height() // 5)
        left = self._timer.seconds_left
        painter.setPen(inks.late if left is not None and left <= 0 else inks.ink)
        painter.setFont(
            tabular(_pixels(self.font(), head.height() * 9 // 10, QFont.Weight.DemiBold))
        )
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        time = "" if left is None else clock_text(left)
        painter.drawText(head, right, time)
        taken = painter.fontMetrics().horizontalAdvance(time)
        painter.setPen(inks.ink)
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
        painter.setPen(inks.line)
        painter.drawLine(head.bottomLeft(), head.bottomRight())
        body = self.rect().adjusted(margin, head.bottom() + margin, -margin, -margin)
        slide, lines = self._shown()
        if slide is Slide.PHONES:
            self._paint_code(painter, body, inks)
        else:
            self._paint_lines(painter, body, lines, inks)
        painter.end()

    def _paint_code(self, painter: QPainter, body: QRect, inks: _Inks) -> None:
        """Paint the code of the pages for phones, with their address below it."""
        from decks.qr_code import qr_rows  # noqa: PLC0415 - when asked for

        words = body.adjusted(0, body.height() * 5 // 6, 0, 0)
        room = body.adjusted(0, 0, 0, -words.height())
        image = qr_code_image(qr_rows(self._address()), min(room.width(), room.height()))
        place = image.rect()
        place.moveCenter(room.center())
        painter.drawImage(place.topLeft(), image)
        painter.setPen(inks.ink)
        painter.setFont(_pixels(self.font(), words.height() // 2, QFont.Weight.DemiBold))
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self._address())

    def _paint_lines(
        self, painter: QPainter, body: QRect, lines: Sequence[WallLine], inks: _Inks
    ) -> None:
        """Paint the lines in as many columns as let the type be largest."""
        if not lines or body.height() < SMALLEST:
            return
        size, columns = max(self._sizes(body, lines, with_opponents=True))
        if size < READABLE:
            size, columns = max(self._sizes(body, lines, with_opponents=False))
        columns = -columns
        painter.setFont(_pixels(self.font(), size))
        metrics = painter.fontMetrics()
        rows = -(-len(lines) // columns)
        width, height = body.width() // columns, metrics.height() * 5 // 4
        table = max(metrics.horizontalAdvance(f"{each.number} ") for each in lines) + size // 2
        for number, line in enumerate(lines):
            left = body.left() + number // rows * width
            top = body.top() + number % rows * height
            place = QRect(left, top, width - size, height)
            side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.setPen(inks.accent)
            painter.drawText(place, side, line.number)
            painter.setPen(inks.ink)
            rest = place.adjusted(table, 0, 0, 0)
            wide = metrics.horizontalAdvance(line.name)
            if wide > rest.width():
                # A name much longer than the others has two lines of small letters.
                painter.setFont(_pixels(self.font(), size * 11 // 20))
                points = f" · {line.more}" if 0 < len(line.more) <= _POINTS else ""
                painter.drawText(rest, side | Qt.TextFlag.TextWrapAnywhere, line.name + points)
                painter.setFont(_pixels(self.font(), size))
                continue
            painter.drawText(rest, side, line.name)
            painter.setPen(inks.faint)
            rest.setLeft(rest.left() + wide + size // 2)
            against = f"· {line.more}" if line.more else ""
            painter.drawText(
                rest,
                side,
                metrics.elidedText(against, Qt.TextElideMode.ElideRight, max(0, rest.width())),
            )

    def _sizes(
        self, body: QRect, lines: Sequence[WallLine], *, with_opponents: bool
    ) -> list[tuple[int, int]]:
        """Return the largest type size for each number of columns, with that number below zero.

        So the greatest of them has the largest type in the fewest columns. Nine names in ten fit;
        of the longest lines the opponents may be elided.
        """
        # Metrics grow with the type.
        metrics = QFontMetrics(_pixels(self.font(), LARGEST))
        names = [metrics.horizontalAdvance(f"{each.number} {each.name}") for each in lines]
        widest = sorted(names)[(len(names) - 1) * 9 // 10] + 2 * LARGEST
        if with_opponents:
            others = [each.more for each in lines]
            whole = sorted(
                name + metrics.horizontalAdvance(f"· {other}")
                for name, other, line in zip(names, others, lines, strict=True)
                if not line.is_long
            )
            # Points are short and must be whole.
            counted = all(len(other) <= _POINTS for other in others)
            at = len(whole) - 1 if counted else len(whole) * 3 // 4
            widest = max(widest, (whole[at] if whole else 0) + 3 * LARGEST)
        found = []
        for columns in range(1, MOST_COLUMNS + 1):
            rows = -(-len(lines) // columns)
            by_width = LARGEST * (body.width() // columns) // widest
            by_height = LARGEST * body.height() // (rows * (metrics.height() * 5 // 4))
            found.append((max(SMALLEST, min(LARGEST, by_width, by_height)), -columns))
        return found

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._turns.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._turns.stop()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() == Qt.Key.Key_F11:
            self._toggle_full_screen()
        elif event.key() == Qt.Key.Key_Space:
            self._timer.toggle()
        elif event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self.next_slide(1 if event.key() == Qt.Key.Key_Right else -1)
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
