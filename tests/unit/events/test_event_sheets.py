"""The sheets of the lists that players handed in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.report import Reading
from events import operations as ops
from events.deck_lists import event_sheets, handed_in
from tests.filled import Wanted
from tests.unit.events.organizer import Organizer, custom
from tests.verdicts import judge_of

Pools = Mapping[Edition, CardPool]


def with_lists(pools: Pools) -> Organizer:
    """Return an event of three players; Zoe and Ann have handed in lists, Bob has none."""
    pool = pools[Edition.SECOND]
    organizer = Organizer(custom(1, name="Open"))
    organizer.register(["Zoe", "Bob", "Ann"])
    for player, cards in (("Zoe", 60), ("Ann", 50)):
        deck = Wanted(draw=cards, each=2).deck(pool)
        settings = organizer.state.settings
        found = handed_in(Reading(replace(deck, name=player), ()), settings, judge_of(pool))
        organizer.do(ops.DeckHandedIn, player=player, deck=found)
    return organizer


def test_sheets_are_in_the_order_of_names_with_verdict_and_digest(pools: Pools) -> None:
    organizer = with_lists(pools)
    sheets = event_sheets(organizer.state, pools)
    assert [sheet.event.player for sheet in sheets] == ["Ann", "Zoe"]
    assert [sheet.event.event for sheet in sheets] == ["Open", "Open"]
    assert [sheet.event.day for sheet in sheets] == ["20 November 2026"] * 2
    for sheet in sheets:
        deck = organizer.state.player(sheet.event.player).deck
        assert deck is not None
        assert sheet.ruling is not None
        assert sheet.digest == deck.digest
        assert (sheet.ruling.legal, sheet.ruling.reasons) == (deck.legal, deck.reasons)
    assert sheets[0].ruling is not None
    assert not sheets[0].ruling.legal
    assert sheets[1].totals[0] == (60, "cards")


def test_who_left_has_no_sheet(pools: Pools) -> None:
    organizer = with_lists(pools)
    organizer.do(ops.Dropped, player="Zoe")
    assert [sheet.event.player for sheet in event_sheets(organizer.state, pools)] == ["Ann"]


def test_a_card_that_the_data_has_lost_is_said_to_be_missing(pools: Pools) -> None:
    organizer = with_lists(pools)
    deck = organizer.state.player("Zoe").deck
    assert deck is not None
    plain = json.loads(deck.text)
    plain["slots"]["99999"] = 1
    lost = replace(deck, text=json.dumps(plain))
    organizer.do(ops.DeckHandedIn, player="Zoe", deck=lost)
    ruling = event_sheets(organizer.state, pools)[1].ruling
    assert ruling is not None
    assert "not on this sheet" in ruling.warnings[-1]
