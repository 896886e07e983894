"""Verdicts on the decks of the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import OutlineEntry
from desktop.pages.library.deck_verdicts import judge_deck
from desktop.session.loaded_cards import LoadedCards
from library.deck_values import LibraryDeck
from tests.gui.samples import TODAY

WOLVES = "Wolves of Winter (WotN)"
Sample = Callable[[str], Deck]


def test_verdicts_name_what_is_unknown_and_what_cannot_be_judged(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    assert judge_deck(LibraryDeck("1", 4, deck), cards.judges, TODAY).legal
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    verdict = judge_deck(LibraryDeck("1", 4, deck, unknown), cards.judges, TODAY)
    assert (verdict.legal, verdict.text, verdict.version) == (False, "1 problem", 4)
    odd = Deck(name="", edition=Edition.FIRST, format="draft")
    assert judge_deck(LibraryDeck("1", 1, odd), cards.judges, TODAY).legal is None


def test_the_verdict_on_a_legal_deck_counts_its_warnings(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    thrice = next(card for card, copies in deck.draw() if copies == 3)
    warned = replace(deck, format="rookery", rookery=((thrice, 1),))
    verdict = judge_deck(LibraryDeck("1", 1, warned), cards.judges, TODAY)
    assert (verdict.legal, verdict.text, verdict.warned) == (True, "Legal · 1 warning", True)
    assert thrice.name in verdict.details[0]
