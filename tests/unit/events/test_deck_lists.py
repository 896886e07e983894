"""Players signed up from pasted lists, and the deck lists they hand in."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from carddb.catalogue import sample_decks
from carddb.pool import Pools
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.report import Reading
from events import operations as ops
from events.deck_lists import deck_digest, event_sheets, handed_in
from events.event_values import EventPlayer
from events.operations import Registered
from events.readiness import before_start
from events.sign_up import SignUp, player_of, read_sign_ups
from tests.filled import Wanted
from tests.unit.events.organizer import SETTINGS, Organizer, custom
from tests.verdicts import judge_of

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


@pytest.mark.parametrize(
    "text",
    [
        "Arya Stark\n\n  Bran   Stark  \n",
        "name;faction\nArya Stark;Stark\nBran Stark;",
        "Faction\tPlayer\nHouse Stark\tArya Stark\n\tBran Stark",
        "Arya Stark,Stark\nBran Stark,",
        "1. Arya Stark\n 2) Bran Stark",
        "- Arya Stark\n• Bran Stark\n",
    ],
)
def test_names_are_read_from_lines_and_tables(text: str) -> None:
    found = read_sign_ups(text)
    assert [each.name for each in found] == ["Arya Stark", "Bran Stark"]
    assert not any(each.problem or each.note for each in found)
    assert found[0].faction in {"", "stark"}


def test_a_comma_in_names_is_no_table() -> None:
    assert [each.name for each in read_sign_ups("Stark, Arya\nStark, Bran")] == [
        "Stark, Arya",
        "Stark, Bran",
    ]


def test_every_line_has_its_account() -> None:
    found = read_sign_ups(
        "Arya\narya\nBran\n;Stark\nCat;Tully;Fealty;more\nDany;Targaryen", ["bran"]
    )
    assert [bool(each.problem) for each in found] == [False, True, True, True, False, False]
    assert "line 1" in found[1].problem
    assert "in the event" in found[2].problem
    assert found[4] == SignUp(5, "Cat", "", "Fealty", "", "“Tully” is not a faction.")
    assert found[5].faction == "targaryen"


def test_what_cannot_be_printed_is_no_name() -> None:
    arya, rubbish, strange, bran = read_sign_ups("Arya\n\x00\x7fELF\ufffd\nBr\ufffdn\nBran")
    assert (arya.problem, bran.problem) == ("", "")
    assert rubbish.problem == strange.problem == "This line holds signs that no name has."
    assert rubbish.name == ""


LETTER = """From: Robb
Subject: Saturday
Dear all,

please sign up for the tournament on Saturday:
 1. Arya Stark
 2. Martin L. King Jr.
> Who else is coming?
Hi Sam,
we begin at ten o'clock sharp.
Hello Kitty
Best regards
Thanks!
"""


def test_a_letter_around_a_list_is_no_player() -> None:
    found = read_sign_ups(LETTER)
    names = [each.name for each in found if not each.problem]
    assert names == ["Arya Stark", "Martin L. King Jr.", "Hello Kitty"]
    assert {each.problem for each in found if each.problem} == {
        "This reads like a line of a letter, not like a name."
    }
    assert all(each.problem for each in read_sign_ups("Dear all,\nwho is in?\nThanks"))


def test_a_quotation_mark_loses_no_line() -> None:
    assert len(read_sign_ups('"Arya;Stark\nBran;Stark\n')) == 2


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["Arya Stark.txt"], "Arya Stark"),
        (["stark_arya", "my deck"], "Arya Stark"),
        (["12", "Deck of Arya"], "Arya"),
        (["Bran and Arya Stark"], "Arya Stark"),
        (["nobody"], None),
        ([], None),
    ],
)
def test_whose_list_it_is(texts: list[str], name: str | None) -> None:
    players = [
        EventPlayer(id=str(at), name=each)
        for at, each in enumerate(("Arya", "Arya Stark", "Bran", "Cat", "Łukasz"))
    ]
    found = player_of(texts, players)
    assert (found.name if found else None) == name


def test_two_players_in_a_name_are_nobody() -> None:
    players = [EventPlayer(id=each, name=each) for each in ("Bran", "Cat")]
    assert player_of(["Bran vs Cat"], players) is None


def test_names_are_cleaned_and_bounded() -> None:
    first, second = read_sign_ups(f"\u202eArya\u2066 Stark\n{'x' * 200}\n")
    assert (first.name, first.problem) == ("Arya Stark", "")
    assert second.name == "x" * 60
    organizer = Organizer(custom(2, 2))
    organizer.do(Registered, player="p1", name="\x1b[31m\u202e" + "y" * 200)
    assert organizer.state.player("p1").name == "[31m" + "y" * 56


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
