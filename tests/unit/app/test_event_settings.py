"""A restricted list of one's own among the settings of an event."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.event_settings import (
    changed_settings,
    chosen_list,
    chosen_settings,
    dialog_values,
    list_choices,
    take_list,
)
from carddb.own_lists import carried_list, own_list_file, read_own_list, with_own_lists
from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import AppError
from events.event_values import EventSettings
from events.plan_steps import checked
from tests.unit.cli.test_lists import LEAGUE
from tests.unit.events.organizer import custom

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
