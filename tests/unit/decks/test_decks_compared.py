"""Any number of decks side by side."""

from __future__ import annotations

from dataclasses import replace

from carddb.terms import CardType
from decks.diff import compared, compared_csv, outline
from tests.builders import card, deck

FEALTY = card("Fealty", CardType.AGENDA, code="01027")
NOBLE = card("A Noble Cause", CardType.PLOT, code="01001")
KNIGHT = card("Hedge Knight", code="01090")
ARYA = card("Arya Stark", code="01141")
WARD = card("Ward", CardType.ATTACHMENT, code="02102")
DECKS = [
    deck(FEALTY, NOBLE, (KNIGHT, 3), ARYA, name="One"),
    deck(FEALTY, NOBLE, (KNIGHT, 2), name="Two"),
    replace(deck(NOBLE, (KNIGHT, 2), (WARD, 1), name="Three"), rookery=((WARD, 2),)),
]


def test_every_card_with_its_copies_in_each_deck() -> None:
    found = compared([outline(each) for each in DECKS])
    assert found.names == ("One", "Two", "Three")
    assert [(each.heading, each.name, each.copies) for each in found.cards] == [
        ("Agendas", "Fealty", (1, 1, 0)),
        ("Plots", "A Noble Cause", (1, 1, 1)),
        ("Characters", "Arya Stark", (1, 0, 0)),
        ("Characters", "Hedge Knight", (3, 2, 2)),
        ("Attachments", "Ward", (0, 0, 1)),
        ("Rookery", "Ward", (0, 0, 2)),
    ]
    assert [each.name for each in found.shared] == ["A Noble Cause", "Hedge Knight"]
    assert [each.shared for each in found.shared] == [1, 2]
    assert [each.name for each in found.only_in(0)] == ["Arya Stark"]
    assert found.only_in(1) == ()
    assert [each.heading for each in found.only_in(2)] == ["Attachments", "Rookery"]
    assert [each.name for each in found.cards if not each.differs] == ["A Noble Cause"]


def test_the_table_as_csv() -> None:
    found = compared([outline(each) for each in DECKS])
    lines = compared_csv(found).splitlines()
    assert lines[0] == "part,code,card,pack,One,Two,Three"
    assert lines[1] == "Agendas,01027,Fealty,Core,1,1,0"
    assert compared_csv(found, found.only_in(0)).count("\r\n") == 2


def test_decks_of_no_card() -> None:
    assert compared([outline(deck(name="Empty"))]).cards == ()
