"""The switch that shows an event on phones in this network, with address and QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from core.errors import AppError
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.runtime.settings import Settings
from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.layouts import OneLine, label, row
from desktop.widgets.qr_code_image import qr_code_image
from events.clock_reading import ClockReading
from events.event_state import EventState

if TYPE_CHECKING:
    from events.web.event_server import EventServer


class AddressDialog(ClosableDialog):
    """The address of the pages, large, and as a QR code."""

    def __init__(self, address: str, parent: QWidget | None) -> None:
        from decks.qr_code import qr_rows  # noqa: PLC0415 - when asked for

        super().__init__("On phones", parent)
        code = QLabel(self)
        code.setPixmap(QPixmap.fromImage(qr_code_image(qr_rows(address), space(self, 80))))
        code.setAccessibleName(f"QR code of {address}")
        self.address = label(address, Size.LARGE)
        self.address.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        says = label(
            "Phones in the same network can read pairings, standings, bracket and clock "
            "while this is on.",
            faint=True,
            wraps=True,
        )
        middle = Qt.AlignmentFlag.AlignHCenter
        self.lay_out((code, middle), (self.address, middle), says)


class PhonesSwitch(QWidget):
    """Serves one event to phones until it is switched off, whatever is on screen."""

    def __init__(
        self,
        session: EventSession,
        timer: RoundTimer,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._timer, self._settings = session, timer, settings
        self._other: EventSession | None = None
        self._other_timer = timer
        self._server: EventServer | None = None
        self._state: EventState | None = None
        self._clock: ClockReading | None = None
        self._event_id = ""
        self.box = push_button("Sho&w on phones", self)
        self.box.setCheckable(True)
        self.address = push_button("", self, "Address and QR code", self.show_address, kind="link")
        self.named = OneLine("", self)
        self.named.setFixedWidth(space(self, 40))
        parts = (self.named, self.address, self.box)
        row(*parts, parent=self, margin=0, spacing=0)
        self.box.toggled.connect(self._on_toggled)
        session.opened.connect(self._choose_session)
        session.changed.connect(self._follow)
        session.events_changed.connect(self._on_events_changed)
        timer.changed.connect(self._follow)
        self._show_switch()

    @property
    def running(self) -> bool:
        return self._server is not None

    def show_address(self) -> AddressDialog:
        """Open the dialog of address and QR code."""
        dialog = AddressDialog(self.address.text(), self)
        dialog.open()
        return dialog

    def serve(self, event_id: str) -> None:
        """Show an event on phones, as soon as it is read, in the place of another."""
        self._event_id = event_id
        self._settings.phones_event = event_id
        self._choose_session()

    def stop(self) -> None:
        """Serve no more."""
        self.close_server()
        self._state = None
        self.serve("")

    def close_server(self) -> None:
        """Serve no more until the next start of the program."""
        if self._server is not None:
            self._server.stop()
            self._server = None
        if self._other is not None:
            self._other.watch.stop()

    def _choose_session(self) -> None:
        """Follow the event on screen, or another one by a session of its own."""
        current = self._session.current
        if self._event_id and (current is None or current.id != self._event_id):
            if self._other is None:
                self._other = self._session.another(self)
                self._other_timer = RoundTimer(self._other, self._settings, self)
                self._other.failed.connect(self._session.failed)
                for signal in (self._other.opened, self._other.changed, self._other_timer.changed):
                    signal.connect(self._follow)
            self._other.watch.start()
            self._other.open(self._event_id)
        elif self._other is not None:
            self._other.watch.stop()
            self._other.close()
        self._follow()

    def _follow(self) -> None:
        for session, timer in ((self._session, self._timer), (self._other, self._other_timer)):
            current = session.current if session else None
            if current is not None and current.id == self._event_id:
                self._state, self._clock = current.state, timer.reading()
                if self._server is None:
                    self._start()
                break
        self._show_switch()

    def _start(self) -> None:
        from events.web.event_server import EventServer, EventWebApp  # noqa: PLC0415 - when asked for

        server = EventServer(EventWebApp(self._served_state, lambda: self._clock))
        try:
            self.address.setText(server.start())
        except AppError as error:
            self.stop()
            self._session.failed.emit(error)
            return
        self._server = server

    def _show_switch(self) -> None:
        """Show whether phones see the event on screen, or another."""
        current = self._session.current
        here = current is not None and current.id == self._event_id
        with QSignalBlocker(self.box):
            self.box.setChecked(self.running and here)
        name = shortened(self._state.settings.name) if self._state else ""
        self.named.setText(f"Phones show “{name}”")
        self.named.setVisible(self.running and not here)
        self.address.setVisible(self.running)

    def _served_state(self) -> EventState:
        # In a thread of the server: a value that is only ever replaced.
        if self._state is None:
            raise RuntimeError("no event is shown")
        return self._state

    def _on_events_changed(self) -> None:
        """Stop where the event is in the bin, or gone."""
        known = {each.id for each in self._session.events}
        if self._state is not None and self._event_id not in known:
            name = shortened(self._state.settings.name)
            self.stop()
            self._session.noticed.emit(f"“{name}” was deleted; phones show it no longer.")

    def _on_toggled(self, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        current = self._session.current
        if on and current is not None:
            self.serve(current.id)
        else:
            self.stop()
