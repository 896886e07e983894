"""The contract of `sevenplots hosts`."""

from __future__ import annotations

import re

import pytest

from tests.running import Run

# Case E01: hosts by the attachment's restriction, and after the hosts' own "no attachments",
# among all 1,063 characters and 333 locations of the second edition.
E01 = {
    "20018": (79, 73),
    "07021": (233, 161),
    "05020": (31, 31),
    "05026": (309, 304),
    "26088": (22, 22),
    "02054": (30, 26),
    "17173": (113, 87),
    "08096": (950, 789),
    "26064": (48, 40),
    "06108": (70, 66),
    "13044": (127, 119),
    "03021": (259, 259),
    "16004": (83, 83),
    "11066": (36, 26),
    "01035": (1063, 890),
    "02077": (0, 0),
}


def test_the_hosts_of_every_attachment_of_the_case(sevenplots: Run) -> None:
    hosts = sevenplots("hosts", *E01, "--json").json["hosts"]
    counts = {each["code"]: (len(each["restricted_to"]), len(each["eligible"])) for each in hosts}
    assert counts == E01
    assert [each["code"] for each in hosts] == list(E01)


def test_eligible_hosts_are_among_those_of_the_restriction(sevenplots: Run) -> None:
    (hosts,) = sevenplots("hosts", "07021", "--json").json["hosts"]
    assert set(hosts["eligible"]) < set(hosts["restricted_to"])
    assert hosts["eligible"] == sorted(hosts["eligible"])


def test_the_first_edition_has_its_own_hosts(sevenplots: Run) -> None:
    attachment = sevenplots("search", "ice t:att edition:1", "--json").json["cards"][0]["code"]
    (hosts,) = sevenplots("hosts", attachment, "--json").json["hosts"]
    assert hosts["eligible"]
    assert all("_" in code for code in hosts["restricted_to"])


def test_the_search_knows_the_same_hosts(sevenplots: Run) -> None:
    (hosts,) = sevenplots("hosts", "20018", "--json").json["hosts"]
    found = sevenplots("search", "bears:20018", "--json").json["cards"]
    assert {card["code"] for card in found} == set(hosts["eligible"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("01141",), "01141 Arya Stark is a character, not an attachment."),
        (("01004",), "is a plot, not an attachment"),
        (("01035", "01027"), "is an agenda, not an attachment"),
        (("zz",), "No card has the code zz"),
        ((), "CODE"),
    ],
)
def test_what_is_no_attachment_is_2_and_a_sentence(
    sevenplots: Run, words: tuple[str, ...], message: str
) -> None:
    ran = sevenplots("hosts", *words)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert sevenplots("hosts", *words, "--json").json["error"]["reason"]


def test_people_read_names_and_how_many(sevenplots: Run) -> None:
    shown = sevenplots("hosts", "20018").out
    assert "Attach to: unique Martell character or House Dayne character." in shown
    assert "79 cards fit; 6 of them take no such attachment." in shown
    assert "Darkstar" in shown
    many = sevenplots("hosts", "01035").out
    assert re.search(r"\band \d+ more\b", many)
