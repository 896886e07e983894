"""The switch that shows an event on phones in this network, with address and QR code."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from app.open_event import OpenEvent
from app.personal_links import link_cards
from app.phones.sessions import LONGEST_PIN, SHORTEST_PIN, checked_pin
from core.errors import AppError
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import ClosableDialog, EnterField
from desktop.dialogs.simple_dialogs import push_button as dialog_button
from desktop.runtime.settings import Settings
from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import OneLine, buddy_label, label, row
from desktop.widgets.qr_code_image import qr_code_image
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.shown_round import name_order
from library.phone_values import PhoneNotes

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

    from app.phones.local_judges import Judges
    from app.phones.web_app import LatePhoneWebApp
    from events.papers import LinkCard
    from events.web.event_server import EventServer
    from library.phone_values import PersonalLink


_EVERYBODY = ""


def qr_label(address: str, parent: QWidget) -> QLabel:
    """Return a label with the QR code of an address."""
    from decks.qr_code import qr_rows  # noqa: PLC0415 - when asked for

    code = QLabel(parent)
    code.setPixmap(QPixmap.fromImage(qr_code_image(qr_rows(address), space(parent, 46))))
    code.setAccessibleName(f"QR code of {address}")
    return code


def selectable_label(text: str) -> QLabel:
    """Return a large label whose text can be copied."""
    made = label(text, Size.LARGE)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return made


class LinkDialog(ClosableDialog):
    """Shows a new personal link of a player: the code, and the QR code while phones are served."""

    def __init__(self, card: LinkCard, parent: QWidget | None, *, served: bool) -> None:
        super().__init__(f"On the phone of {card.name}", parent)
        self.code = selectable_label(card.code)
        says = (
            f"Scan it, or type the code at {card.sign_in}"
            if served
            else "Show the event on phones, then open this again for the address and a QR code."
        )
        middle = Qt.AlignmentFlag.AlignHCenter
        self.lay_out(
            *([(qr_label(card.address, self), middle)] if served else []),
            (self.code, middle),
            label(says, faint=True, wraps=True),
            label("Only this player should see it. Earlier links stay valid.", faint=True),
        )
        self.setMinimumWidth(space(self, 90))


class AddressDialog(ClosableDialog):
    """The address of the pages, large and as a QR code, and what phones may do there.

    Signals:
        pin_set: the judges have another PIN, or none (a text).
        nod_set: whether the organizer confirms what two players report (a bool).
        links_wanted: personal links are to be printed: of a player's id, or of all (empty).
    """

    pin_set = Signal(str)
    nod_set = Signal(bool)
    links_wanted = Signal(str)

    def __init__(
        self,
        address: str,
        parent: QWidget | None,
        state: EventState | None = None,
        notes: PhoneNotes | None = None,
    ) -> None:
        super().__init__("On phones", parent)
        notes = notes or PhoneNotes()
        code = qr_label(address, self)
        self.address = selectable_label(address)
        says = label(
            "Phones in the same network can read pairings, standings, bracket and clock "
            "while this is on. Players sign in with a personal link to check in, report results "
            "and call a judge.",
            faint=True,
            wraps=True,
        )
        self.who = ComboBox("Whose personal links", self, characters=10)
        players = state.active if state else ()
        people = sorted(players, key=lambda each: name_order(each.name))
        self.who.set_choices({_EVERYBODY: "All players"} | {each.id: each.name for each in people})
        self.links = dialog_button("Print personal &links…", self._on_links, self)
        self.links.setEnabled(bool(players))
        note = label(
            "Links that were printed before stay valid. A new link of one player makes the "
            "earlier ones of that player void.",
            faint=True,
            wraps=True,
        )
        self.nod = QCheckBox("&Confirm each reported result here", self)
        self.nod.setChecked(notes.nod)
        self.nod.setToolTip("Without it, a result counts as soon as both players report the same.")
        self.nod.toggled.connect(self.nod_set)
        self.pin = EnterField(self)
        self.pin.setMaxLength(LONGEST_PIN)
        self.pin.setPlaceholderText("Set already" if notes.has_pin else f"{SHORTEST_PIN} digits")
        self.pin.returnPressed.connect(self._on_pin)
        self.set_pin = dialog_button("&Set", self._on_pin, self)
        pin_label = buddy_label("&PIN of the judges", self.pin)
        self.hint = label(f"Judges sign in at {address}judge", faint=True, wraps=True)
        middle = Qt.AlignmentFlag.AlignHCenter
        gap = space(self, 2)
        self.lay_out(
            (code, middle),
            (self.address, middle),
            says,
            row((self.who, 1), self.links, spacing=gap),
            note,
            self.nod,
            row(pin_label, (self.pin, 1), self.set_pin, spacing=gap),
            self.hint,
        )
        self.setMinimumWidth(space(self, 110))

    def _on_links(self) -> None:
        self.links_wanted.emit(self.who.chosen)

    def _on_pin(self) -> None:
        try:
            pin = checked_pin(self.pin.text())
        except AppError as error:
            self.hint.setText(error.sentence)
            return
        self.pin_set.emit(pin)
        self.hint.setText("The PIN is set." if pin else "Judges cannot sign in any more.")
        self.pin.clear()


class PhonesSwitch(QWidget):
    """Serves one event to phones until it is switched off, whatever is on screen.

    Signals:
        links_wanted: personal links of the event on screen are to be printed: the address, and a
            player's id or nothing for all.
    """

    links_wanted = Signal(str, str)

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
        self._event_id = self._name = ""
        self._app: tuple[str, LatePhoneWebApp] | None = None
        # What deck lists of phones are judged by, once cards are loaded.
        self.judges: Judges = {}
        self.box = push_button("Sho&w on phones", self)
        self.box.setCheckable(True)
        self.address = push_button("", self, "Address and QR code", self.show_address, kind="link")
        self.named = OneLine("", self)
        self.named.setFixedWidth(space(self, 40))
        parts = (self.named, self.address, self.box)
        row(*parts, parent=self, margin=0, spacing=0)
        self.box.toggled.connect(self._on_toggled)
        session.opened.connect(self._choose_session)
        session.events_changed.connect(self._on_events_changed)
        self._show_switch()

    @property
    def running(self) -> bool:
        return self._server is not None

    def address_here(self) -> str:
        """Return the address of the pages if they show the event on screen, or nothing."""
        return self.address.text() if self.box.isChecked() else ""

    def show_address(self) -> AddressDialog:
        """Open the dialog of address and QR code."""
        here = self._session.current
        served = here if here is not None and here.id == self._event_id else None
        state, notes = (served.state, self._session.notes) if served else (None, None)
        address = self.address.text()
        dialog = AddressDialog(address, self, state, notes)
        for each in (dialog.who, dialog.nod, dialog.pin, dialog.set_pin):
            each.setEnabled(served is not None)
        dialog.pin_set.connect(
            lambda pin: self._session.note(lambda phones, event: phones.set_judge_pin(event, pin))
        )
        dialog.nod_set.connect(
            lambda nod: self._session.note(lambda phones, event: phones.set_nod(event, nod=nod))
        )
        dialog.links_wanted.connect(lambda player: self.links_wanted.emit(address, player))
        dialog.open()
        return dialog

    def show_link(self, player: str) -> None:
        """Make a new personal link for a player of the event on screen, and show it."""
        state, address = self._session.state, self.address_here()
        if state is None:
            return

        def show(link: PersonalLink) -> None:
            card = link_cards(state, address, {player: link})[player]
            LinkDialog(card, self, served=bool(address)).open()

        self._session.note(lambda phones, event: phones.new_links(event, [player])[player], show)

    def serve(self, event_id: str) -> None:
        """Show an event on phones, as soon as it is read, in the place of another."""
        self._event_id = event_id
        self._settings.phones_event = event_id
        self._choose_session()

    def stop(self) -> None:
        """Serve no more."""
        self.close_server()
        self._name = ""
        self.serve("")

    def close_server(self) -> None:
        """Serve no more until the next start of the program."""
        if self._server is not None:
            self._server.stop()
            self._server = self._app = None
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
                self._other.opened.connect(self._begin)
            self._other.watch.start()
            self._other.open(self._event_id)
        elif self._other is not None:
            self._other.watch.stop()
            self._other.close()
        self._begin()

    def _served(self) -> tuple[OpenEvent, RoundTimer] | None:
        """Return the event that phones see, with its clock; None until it is read."""
        for session, timer in ((self._session, self._timer), (self._other, self._other_timer)):
            current = session.current if session else None
            if current is not None and current.id == self._event_id:
                return current, timer
        return None

    def _begin(self) -> None:
        """Serve the event if it is read, and show that."""
        if (served := self._served()) is not None:
            self._name = shortened(served[0].state.settings.name)
            if self._server is None:
                self._start()
        self._show_switch()

    def _clock(self) -> ClockReading | None:
        """Return what the clock shows; called in a thread of the server."""
        served = self._served()
        return served[1].reading() if served else None

    def _start(self) -> None:
        from events.web.event_server import EventServer  # noqa: PLC0415 - when asked for

        server = EventServer(self._answer)
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
        self.named.setText(f"Phones show “{self._name}”")
        self.named.setVisible(self.running and not here)
        self.address.setVisible(self.running)

    def _answer(self, environ: WSGIEnvironment, respond: StartResponse) -> Iterable[bytes]:
        """Answer a request in a thread of the server, for the event that is served now."""
        from app.phones.web_app import LatePhoneWebApp  # noqa: PLC0415 - when asked for

        event_id, app = self._event_id, self._app
        if app is None or app[0] != event_id:
            make = partial(self._session.phone_desk, event_id)
            app = self._app = (
                event_id,
                LatePhoneWebApp(make, self._clock, lambda: self.judges),
            )
        return app[1](environ, respond)

    def _on_events_changed(self) -> None:
        """Stop where the event is in the bin, or gone."""
        known, name = {each.id for each in self._session.events}, self._name
        if name and self._event_id not in known:
            self.stop()
            self._session.noticed.emit(f"“{name}” was deleted; phones show it no longer.")

    def _on_toggled(self, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        current = self._session.current
        if on and current is not None:
            self.serve(current.id)
        else:
            self.stop()
