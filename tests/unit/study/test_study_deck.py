"""What an answer depends on: the digest of a deck, the text of a question, the cards' version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import AppError
from core.paths import own_texts_file
from decks.report import LineStatus, ReportLine
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import CardsSource, StudyDeck, cards_version


def test_decks_of_other_names_are_the_same_and_of_other_cards_are_not(
    small_decks: list[StudyDeck], pools: Pools
) -> None:
    deck = small_decks[0].deck
    named = StudyDeck("elsewhere", replace(deck, name="Another", notes="Mine"))
    assert named.digest == small_decks[0].digest
    card = pools[Edition.SECOND].card("01141")
    others = [
        deck.with_copies(card, 1),
        replace(deck, list_code="none"),
        replace(deck, rookery=((card, 1),)),
        replace(deck, date="2020-01-01"),
    ]
    assert len({StudyDeck("", each).digest for each in others} | {named.digest}) == 5


def test_a_line_that_was_not_read_makes_a_deck_illegal(small_decks: list[StudyDeck]) -> None:
    line = ReportLine(3, "1x Nobody", LineStatus.UNKNOWN, note="No card.")
    deck = replace(small_decks[0], unread=(line,))
    assert deck.with_unread({"legal": True}) == {
        "legal": False,
        "unread": [{"line": 3, "text": "1x Nobody", "reason": "No card."}],
    }
    assert deck.with_unread({"cards": 4})["unread"]
    assert small_decks[0].with_unread({"legal": True}) == {"legal": True}


def test_a_question_is_told_by_the_options_that_it_has() -> None:
    hands = StudyQuestion(ask=Ask.HANDS, today="2026-11-20")
    assert hands.text == replace(hands, today="2026-11-21", games=7).text
    assert hands.text != replace(hands, seed=2).text
    check = StudyQuestion(ask=Ask.CHECK, today="2026-11-20")
    assert check.text != replace(check, today="2026-11-21").text
    with pytest.raises(AppError, match="has no option “list”") as caught:
        replace(hands, list_code="none").check_options()
    assert caught.value.hint == "It is for check, advise."


def test_the_version_is_another_with_other_cards_or_texts(
    cards: CardsSource, tmp_path: Path
) -> None:
    bare = cards_version(tmp_path)
    assert bare != cards.version  # it has no cards.db
    own_texts_file(tmp_path).write_text("{}")
    assert cards_version(tmp_path) != bare
    assert cards_version(Path(cards.home)) == cards.version
