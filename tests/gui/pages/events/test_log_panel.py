"""The log of an event in the window."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from desktop.pages.events.log_panel import log_lines
from desktop.session.event_session import opened_event
from events import operations as ops
from library.stored_event import TakenBack
from tests.unit.events.organizer import NOON, SETTINGS


def test_what_was_taken_back_is_in_the_log_with_who_did_it() -> None:
    made = ops.Created(at=NOON, by="Sansa", settings=SETTINGS)
    arya = ops.Registered(at=NOON + timedelta(minutes=1), by="Arya", player="p1", name="Arya")
    bran = replace(arya, at=NOON + timedelta(minutes=3), by="", player="p2", name="Bran")
    jon = replace(bran, at=NOON + timedelta(minutes=5), player="p3", name="Jon")
    taken = (
        TakenBack(2, arya, NOON + timedelta(minutes=2), "Varys"),
        # Before it was known who takes back; and the clock of that computer is late.
        TakenBack(3, jon, NOON),
    )
    lines = log_lines(opened_event("e", [made, bran], taken))
    assert [(each.number, each.who, each.words) for each in lines] == [
        (3, "", "Taken back: registered."),
        (2, "", "Bran signed up."),
        (2, "Varys", "Taken back: registered, by Arya."),
        (1, "Sansa", f"The event “{SETTINGS.name}” was created."),
    ]


def test_what_is_done_in_the_second_of_an_undo_stands_above_it() -> None:
    made = ops.Created(at=NOON, by="", settings=SETTINGS)
    arya = ops.Registered(at=NOON, by="", player="p1", name="Arya")
    bran = replace(arya, player="p2", name="Bran")
    taken = (TakenBack(3, bran, NOON.replace(microsecond=1)), TakenBack(2, arya, NOON))
    lines = log_lines(opened_event("e", [made, arya, bran], taken))
    assert [(each.number, each.taken_back) for each in lines] == [
        (3, 0),
        (2, 0),
        (2, 2),
        (3, 1),
        (1, 0),
    ]
