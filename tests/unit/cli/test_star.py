"""`sevenplots star`, and searches for stars, categories, notes and cards like another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb import catalogue
from carddb.terms import Edition
from decks.deck import Category, Deck
from decks.deck_writer import write
from tests.running import Ran, Run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder without stars."""
    return tmp_path / "home"


def codes(ran: Ran) -> list[str]:
    return [card["code"] for card in ran.json["cards"]]


def test_cards_are_starred_listed_and_searched(sevenplots: Run) -> None:
    assert codes(sevenplots("star", "01141", "favors from the crown", "--json")) == [
        "01141",
        "06120",
    ]
    assert "Arya Stark" in sevenplots("star").out
    assert codes(sevenplots("search", "is:starred t:plot", "--json")) == ["06120"]
    assert codes(sevenplots("star", "--remove", "01141", "--json")) == ["06120"]
    unstarred = sevenplots("search", "starred:no code:01141", "--json")
    assert codes(unstarred) == ["01141"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["the hound"], "7 cards are called “the hound”; each has a star of its own."),
        (["Nymria"], "Similar names: Nymeria"),
        (["01141", "99999"], "No card is called “99999”"),
        (["--remove"], "Name the cards."),
    ],
)
def test_what_is_no_card_is_said_and_nothing_is_starred(
    sevenplots: Run, words: list[str], said: str
) -> None:
    answer = sevenplots("star", *words)
    assert answer.status == 2
    assert said in " ".join(answer.err.split())
    assert "0 cards." in sevenplots("star").out


def test_cards_like_another_say_by_what(sevenplots: Run) -> None:
    found = sevenplots("search", 'like:"a noble cause" edition:2', "--json").json
    first = found["cards"][0]
    assert (first["name"], first["alike"]) == ("Favors From the Crown", "income 5 · Kingdom")
    assert "income 5 · Kingdom" in sevenplots("search", 'like:"a noble cause" edition:2').out


def test_a_deck_s_words_for_its_cards_are_searched(sevenplots: Run, tmp_path: Path) -> None:
    pools = catalogue.pools()
    arya = pools[Edition.SECOND].card("01141")
    deck = Deck.of(
        *("Wolves", Edition.SECOND, None, [(arya, 3)]),
        categories=(Category("Card draw", ("01141",)),),
        card_notes=(("01141", "Keep her."),),
    )
    path = tmp_path / "wolves.json"
    path.write_text(write(deck, "json", pools).text, "utf-8")
    for query in ("category:draw", "note:keep"):
        assert codes(sevenplots("search", query, "--deck", str(path), "--json")) == ["01141"]
    assert sevenplots("search", "category:draw").status == 2
