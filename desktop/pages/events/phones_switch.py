"""The switch that shows an event on phones in this network, with address and QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QWidget

from carddb.errors import AppError
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
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
        self.add_buttons()
        middle = Qt.AlignmentFlag.AlignHCenter
        gap = space(self, 3)
        parts = ((code, middle), (self.address, middle), says, self.buttons)
        column(*parts, parent=self, margin=gap, spacing=gap)


class PhonesSwitch(QWidget):
    """Off at first, and off again with the event; what phones see is read from `_state` alone."""

    def __init__(
        self, session: EventSession, timer: RoundTimer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._timer = session, timer
        self._server: EventServer | None = None
        self._state: EventState | None = None
        self._clock: ClockReading | None = None
        self._event_id = ""
        self.box = QCheckBox("Sho&w on phones", self)
        self.address = QPushButton(self)
        self.address.setToolTip("Address and QR code")
        self.address.hide()
        row(self.box, self.address, parent=self, margin=0, spacing=space(self, 2))
        self.box.toggled.connect(self._on_toggled)
        self.address.clicked.connect(self.show_address)
        session.opened.connect(self._follow)
        session.changed.connect(self._follow)
        timer.changed.connect(self._follow_clock)

    @property
    def running(self) -> bool:
        """Whether pages are served."""
        return self._server is not None

    def show_address(self) -> AddressDialog:
        """Open the dialog of address and QR code."""
        dialog = AddressDialog(self.address.text(), self)
        dialog.open()
        return dialog

    def stop(self) -> None:
        """Serve no more."""
        if self._server is not None:
            self._server.stop()
            self._server = None
        self.address.hide()
        if self.box.isChecked():
            self.box.setChecked(False)

    def _start(self) -> None:
        from events.web.event_server import EventServer  # noqa: PLC0415 - when asked for

        self._follow()
        self._follow_clock()
        server = EventServer(self._served_state, lambda: self._clock)
        try:
            self.address.setText(server.start())
        except AppError as error:
            self.box.setChecked(False)
            self._session.failed.emit(error)
            return
        self._server = server
        self.address.show()

    def _served_state(self) -> EventState:
        # In a thread of the server: a value that is only ever replaced.
        if self._state is None:
            raise RuntimeError("no event is shown")
        return self._state

    def _follow(self) -> None:
        current = self._session.current
        if current is None or (self.running and current.id != self._event_id):
            self.stop()
        if current is not None:
            self._event_id, self._state = current.id, current.state

    def _follow_clock(self) -> None:
        self._clock = self._timer.reading()

    def _on_toggled(self, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        if on and self._server is None and self._session.current is not None:
            self._start()
        elif not on:
            self.stop()
