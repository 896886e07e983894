"""Lists of players that are pasted, and deck lists that are matched by name."""

from __future__ import annotations

from time import process_time

import pytest

from core.errors import AppError
from events.event_values import EventPlayer
from events.operations import Registered
from events.sign_up import SignUp, player_of, read_sign_ups
from tests.unit.events.organizer import Organizer, custom


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
    assert found[4] == SignUp(5, "Cat", "", "Fealty", "", "“Tully” is no faction.")
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


def test_a_list_of_very_many_lines_is_refused_at_once() -> None:
    began = process_time()
    with pytest.raises(AppError, match="more than 40,000 lines"):
        read_sign_ups("Arya;Stark\n" * 300_000)
    assert process_time() - began < 1
