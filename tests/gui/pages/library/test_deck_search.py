"""What is typed into the search of decks."""

from __future__ import annotations

from desktop.pages.library.deck_search import search_of


def test_searches_are_understood() -> None:
    search = search_of('wolves with Ward, Ice tag:"to test" faction:stark')
    assert (search.text, search.cards, search.tag) == ("wolves", ("Ward", "Ice"), "to test")
    assert search.faction == "stark"
    assert search_of("card:Ward format:melee").cards == ("Ward",)
    assert search_of("faction:dothraki").text == "dothraki"
    assert search_of("Wolves with teeth").called == "Wolves with teeth"
    assert search_of("wolves").called == ""
