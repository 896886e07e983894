"""Deck lists that are handed in: judged, frozen, compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from carddb.catalogue import sample_decks
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.report import Reading
from events import operations as ops
from events.deck_lists import deck_digest, handed_in
from events.readiness import before_start
from tests.unit.events.organizer import SETTINGS, Organizer, custom
from tests.verdicts import judge_of

Pools = Mapping[Edition, CardPool]
SAMPLES = {sample.name: sample.text for sample in sample_decks()}


def reading_of(name: str, pools: Pools) -> Reading:
    (reading,) = read_decks(SAMPLES[name], pools)
    return reading


def test_a_list_is_judged_for_the_event(pools: Pools) -> None:
    judge = judge_of(pools[Edition.SECOND])
    legal = handed_in(reading_of("Wolves of Winter (WotN)", pools), SETTINGS, judge)
    assert (legal.legal, legal.faction, legal.reasons) == (True, "stark", ())
    illegal = handed_in(reading_of("The Old Ways (Core)", pools), SETTINGS, judge)
    assert illegal.legal is False
    assert illegal.reasons
    wrong = replace(SETTINGS, edition=Edition.FIRST)
    first = judge_of(pools[Edition.FIRST])
    said = handed_in(reading_of("Wolves of Winter (WotN)", pools), wrong, first)
    assert said.reasons == ("The deck is of the second edition.",)


def test_the_digest_is_that_of_the_cards_alone(pools: Pools) -> None:
    deck = reading_of("Wolves of Winter (WotN)", pools).deck
    assert deck_digest(replace(deck, name="Other", notes="x")) == deck_digest(deck)
    card, copies = deck.slots[0]
    assert deck_digest(deck.with_copies(card, copies - 1)) != deck_digest(deck)


def test_what_lacks_before_the_start(pools: Pools) -> None:
    judge = judge_of(pools[Edition.SECOND])
    organizer = Organizer(replace(custom(1), regulations="2.2"))
    organizer.register("AB")
    reading = reading_of("The Old Ways (Core)", pools)
    organizer.do(ops.DeckHandedIn, player="A", deck=handed_in(reading, SETTINGS, judge))
    said = before_start(organizer.state)
    assert said[0] == "B has not handed in a deck list."
    assert said[1].startswith("The deck of A is not legal")
    organizer.start()
    good = handed_in(reading_of("Wolves of Winter (WotN)", pools), SETTINGS, judge)
    organizer.do(ops.DeckHandedIn, player="A", deck=good)
    assert organizer.state.departures[-1].text == "A handed in another deck list after the start."
