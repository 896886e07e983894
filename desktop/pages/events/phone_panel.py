"""What phones have sent and the organizer should see: reports to confirm, and open calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.event_commands import Wanted
from app.phones.reports import (
    Agreement,
    OpenGame,
    games_now,
    outcome_text,
    report_words,
    reported_games,
    reported_result,
)
from core.errors import AppError
from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.layouts import OneLine, column, empty_layout, label, row, tip
from events.clock_reading import clock_round
from events.event_state import EventState
from events.event_terms import EventStage
from library.phone_values import Call, CallStatus, Extension, Outcome

_MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """What phones sent from a table (0: from none), and the buttons that answer it.

    `full` is all of it in words. It is `urgent` if somebody must go there.
    """

    table: int
    said: str
    buttons: tuple[tuple[str, Callable[[], object]], ...]
    full: str
    urgent: bool = False

    @property
    def text(self) -> str:
        return f"Table {self.table}: {self.said}" if self.table else self.said


class LineCard(QWidget):
    """A line with its table large, on the ground of a note where it is urgent."""

    def __init__(self, line: PhoneLine, parent: QWidget) -> None:
        super().__init__(parent)
        self._urgent = line.urgent
        self.setToolTip(tip(line.full))
        said = OneLine(line.said, self)
        said.setForegroundRole(QPalette.ColorRole.WindowText)
        buttons = [
            push_button(name, self, clicked=does, name=f"{name}: {line.text}", kind="small")
            for name, does in line.buttons
        ]
        unit = space(self, 1)
        margin = (2 * unit, unit, unit, unit)
        table = label(f"Table {line.table}", weight=QFont.Weight.DemiBold)
        if line.table:
            above = row((table, 1), *buttons, spacing=unit)
            column(above, said, parent=self, margin=margin, spacing=0)
        else:
            row((said, 1), *buttons, parent=self, margin=margin, spacing=unit)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        ground = colours.note_soft if self._urgent else colours.panel
        fill(painter, self.rect(), ground, corner(self.fontMetrics()))
        painter.end()


class PhonePanel(QWidget):
    """Lists reports and calls, each with one click to answer; hidden while there are none.

    Once phones were used, the view of the event calls `show_state` whenever the event changes.

    Signals:
        table_wanted: the result of a table is to be entered by hand (its number).
    """

    table_wanted = Signal(int)

    def __init__(
        self, session: EventSession, timer: RoundTimer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._timer = session, timer
        self._extensions: tuple[Extension, ...] = ()
        self._lines_box = QWidget(self)
        self._lines = column(parent=self._lines_box, margin=0, spacing=space(self, 1))
        self.here = label(faint=True)
        column(self.here, self._lines_box, parent=self, margin=0, spacing=space(self, 1))
        self.lines: tuple[PhoneLine, ...] = ()
        self._shown: tuple[str, ...] | None = None
        session.notes_changed.connect(self._on_notes_changed)
        session.opened.connect(self.show_state)
        self.show_state()

    def show_state(self) -> None:
        """Show what waits now."""
        state = self._session.state
        self.lines = tuple(self._waiting(state)) if state else ()
        arrived = self._arrived(state) if state else ""
        self.here.setText(arrived)
        self.here.setVisible(bool(arrived))
        texts = tuple(f"{each.text} {[name for name, _ in each.buttons]}" for each in self.lines)
        if texts != self._shown:
            self._shown = texts
            self._fill()
        self.setVisible(bool(self.lines or arrived))

    def _fill(self) -> None:
        empty_layout(self._lines)
        for line in self.lines[:_MOST_LINES]:
            card = LineCard(line, self._lines_box)
            self._lines.addWidget(card)
            card.show()
        if (more := len(self.lines) - _MOST_LINES) > 0:
            self._lines.addWidget(label(f"and {more} more", faint=True))

    def _waiting(self, state: EventState) -> list[PhoneLine]:
        notes = self._session.notes
        lines = [self._call_line(state, each) for each in notes.open_calls]
        for each in reported_games(state, notes):
            number, full = each.game.number, report_words(state, each)
            enter: tuple[str, Callable[[], object]] = (
                "Enter…",
                partial(self.table_wanted.emit, number),
            )
            said = outcome_text(state, each.game, each.result)
            if each.agreement is Agreement.AGREED and each.result is not None:
                enter = "Confirm", partial(self.confirm, each.game, each.result)
            elif each.agreement is Agreement.CONTRADICTED:
                said = "the players disagree"
            else:
                said = f"not confirmed: {said}"
            torn = each.agreement is Agreement.CONTRADICTED
            lines.append(PhoneLine(number, said, (enter,), full, torn))
        return lines

    def _call_line(self, state: EventState, call: Call) -> PhoneLine:
        table = f"Table {call.game}: " if call.game else ""
        name = next((each.name for each in state.players if each.id == call.player), "?")
        reason = f": {call.reason}" if call.reason else ""
        coming = " (judge coming)" if call.status is CallStatus.COMING else ""
        answers = [("Coming", CallStatus.COMING), ("Done", CallStatus.DONE)]
        buttons = tuple(
            (words, partial(self._answer, call.number, status))
            for words, status in answers[bool(coming) :]
        )
        words = f"{table}{name} calls a judge{reason}{coming}"
        return PhoneLine(call.game, f"{name} calls{coming}{reason}", buttons, words, urgent=True)

    def confirm(self, game: OpenGame, result: Outcome) -> None:
        """Enter what the players of a table reported."""

        def wanted(state: EventState) -> list[Wanted]:
            for each in games_now(state):
                if each.key(state) == game.key(state) and not each.over:
                    return [reported_result(each, result)]
            raise AppError(f"Table {game.number} has a result already.")

        self._session.do_all(wanted)

    def _answer(self, number: int, status: CallStatus) -> None:
        self._session.note(lambda phones, event: phones.answer_call(event, number, status))

    def _arrived(self, state: EventState) -> str:
        """Return how many players have checked in; empty where nobody has or it is over."""
        notes = self._session.notes
        before = state.stage in {EventStage.REGISTRATION, EventStage.SWISS} and not state.rounds
        if not (before and notes.checked_in):
            return ""
        away = [each.name for each in state.active if each.id not in notes.checked_in]
        self.here.setToolTip(tip("Not here yet: " + ", ".join(away[:30]) if away else ""))
        return f"{len(state.active) - len(away)} of {len(state.active)} have checked in"

    def _on_notes_changed(self) -> None:
        """Show what is new, and take over the extensions that judges gave."""
        state, before = self._session.state, self._extensions
        self._extensions = self._session.notes.extensions
        number = clock_round(state) if state else 0
        for each in self._extensions:
            if each.round == number and each not in before:
                self._timer.extend(each.game, each.minutes)
        self.show_state()
