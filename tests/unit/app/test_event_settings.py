"""A restricted list of one's own among the settings of an event."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.event_rows import players_counted
from app.event_settings import (
    changed_settings,
    chosen_list,
    chosen_settings,
    deadline_text,
    dialog_values,
    list_choices,
    take_list,
)
from carddb.own_lists import carried_list, own_list_file, read_own_list, with_own_lists
from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import AppError
from events.document_reader import read_document
from events.event_log import read_log, written_log
from events.event_values import EventSettings, HandedInDeck
from events.export_formats import written_document
from events.operations import Created, DeckHandedIn
from events.plan_steps import checked
from events.replay import applied, replay
from tests.unit.cli.test_lists import LEAGUE
from tests.unit.events.organizer import NOON, Organizer, custom

CODE = "winter-league"


@pytest.fixture
def own(pools: Pools) -> Pools:
    """Return the pools with a league's list."""
    return with_own_lists(pools, [read_own_list(json.dumps(LEAGUE).encode(), pools)])


def settings_of(own: Pools) -> EventSettings:
    pool = own[Edition.SECOND]
    return changed_settings(custom(3), {"list_code": chosen_list(CODE, custom(3), pool)})


def test_an_event_carries_the_whole_list_until_another_is_chosen(own: Pools) -> None:
    settings = settings_of(own)
    assert settings.list_code == CODE
    assert carried_list(settings.own_list) == own[Edition.SECOND].lists[CODE]
    other = changed_settings(settings, {"list_code": "none"})
    assert (other.list_code, other.own_list) == ("none", "")
    # Something else that is changed leaves it, in the dialog too.
    assert changed_settings(settings, {"round_minutes": 40}).own_list == settings.own_list
    assert chosen_settings(settings, dialog_values(settings)) == settings


def test_a_dialog_offers_the_list_of_the_event_beside_another_one_of_its_code(
    own: Pools, pools: Pools
) -> None:
    settings = settings_of(own)
    here = list_choices(settings, own[Edition.SECOND])
    assert [each for each in here.values() if "own" in each] == ["Winter League (own)"]
    elsewhere = list_choices(settings, pools[Edition.SECOND])
    assert next(iter(elsewhere.values())) == "Winter League (own), as this event has it"
    changed = with_own_lists(pools, [replace(carried_list(settings.own_list), banned=frozenset())])
    both = list_choices(settings, changed[Edition.SECOND])
    assert [each for each in both.values() if "own" in each] == [
        "Winter League (own), as this event has it",
        "Winter League (own)",
    ]
    # In the other edition it cannot be chosen.
    assert not any("own" in each for each in list_choices(settings, pools[Edition.FIRST]).values())
    with pytest.raises(AppError, match="announced with another"):
        checked(replace(settings, edition=Edition.FIRST))


def test_a_file_that_cannot_be_read_is_not_replaced_by_an_import(
    own: Pools, pools: Pools, tmp_path: Path
) -> None:
    settings = settings_of(own)
    file = own_list_file(tmp_path, CODE)
    file.parent.mkdir()
    file.write_text("{", "utf-8")
    (said,) = take_list(tmp_path, settings, pools)
    assert "stays as it is" in said
    assert file.read_text("utf-8") == "{"


@pytest.mark.parametrize(
    ("written", "shown"),
    [("19:30", "19:30"), ("2026-11-19 20:05", "2026-11-19 20:05"), ("start", ""), ("", "")],
)
def test_lists_are_handed_in_until_a_time_or_the_start(written: str, shown: str) -> None:
    settings = changed_settings(custom(3), {"lists_until": written})
    assert deadline_text(settings) == shown
    assert chosen_settings(settings, dialog_values(settings)) == settings
    with pytest.raises(AppError, match="is not a time"):
        changed_settings(settings, {"lists_until": "tomorrow"})
    created = Created(at=NOON, settings=settings)
    assert read_log(written_log([created])) == (created,)
    assert ("lists_until" in written_log([created])) == bool(shown)
    document = written_document(replay([created]))
    again = replay(read_document(document, NOON))
    assert again.settings.lists_until == settings.lists_until


def test_a_list_after_the_deadline_is_a_departure() -> None:
    organizer = Organizer(changed_settings(custom(3), {"lists_until": "09:00"}))
    organizer.register("A")
    assert players_counted(organizer.state, ()) == "1 player · lists until 09:00"
    until = organizer.state.settings.lists_until
    assert until is not None
    player = organizer.state.players[0].id
    for digest, late in (("one", -1), ("two", 1)):
        deck = HandedInDeck(text="{}", digest=digest)
        at = until + timedelta(minutes=late)
        organizer.state = applied(DeckHandedIn(at=at, player=player, deck=deck), organizer.state)
    (departure,) = organizer.state.departures
    assert departure.text == "A handed in another deck list after the deadline."
