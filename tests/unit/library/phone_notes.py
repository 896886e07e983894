"""A row in every table of phones."""

from __future__ import annotations

from events.event_terms import GameResult
from library.library import Library
from library.phone_values import Extension, Report


def note_everything(library: Library, event_id: str) -> None:
    """Note something of each kind about an event in which Ann plays."""
    phones = library.phones
    phones.set_nod(event_id, nod=True)
    phones.check_in(event_id, "Ann", "first")
    phones.call(event_id, "Ann", 0, "A question", "second")
    report = Report(round=1, game=1, player="Ann", pairing="", result=GameResult.LOSS)
    phones.report(event_id, report, "third")
    phones.extend(event_id, Extension(round=1, game=1, minutes=5), "fourth")
    phones.new_links(event_id, ["Ann"])
