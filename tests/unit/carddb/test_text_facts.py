"""Tests of keywords, modifiers and format words in rules text."""

from __future__ import annotations

import pytest

from carddb.terms import CardType, Keyword, Printed
from carddb.text.sentences import lines, sentences
from carddb.text_facts import Modifiers, TextFacts, read_text


def read(text: str, card_type: CardType = CardType.CHARACTER, pack: str = "Core") -> TextFacts:
    return read_text(text, "Hedge Knight", card_type, pack)


@pytest.mark.parametrize(
    ("line", "keywords"),
    [
        ("Stealth. Renown.", (Keyword("stealth"), Keyword("renown"))),
        ("Shadow (3).", (Keyword("shadow", 3),)),
        ("Assault. Shadow (X).", (Keyword("assault"), Keyword("shadow", Printed.X))),
        ("Ambush (4). Bestow (1).", (Keyword("ambush", 4), Keyword("bestow", 1))),
        ("Prized 2.", (Keyword("prized", 2),)),
        ("Ambush (3). Bestow (2). ", (Keyword("ambush", 3), Keyword("bestow", 2))),
        ("No attachments. Pillage.", (Keyword("no-attachments"), Keyword("pillage"))),
        ("No attachments except <i>Weapon</i>.", (Keyword("no-attachments", None, ("Weapon",)),)),
        (
            "No attachments except <i>Item</i> or <i>Weapon</i>.",
            (Keyword("no-attachments", None, ("Item", "Weapon")),),
        ),
        (
            "No attachments except <i>The Seven.</i>",
            (Keyword("no-attachments", None, ("The Seven",)),),
        ),
        ("Limited.", (Keyword("limited"),)),
        ("Insight. Intimidate.", (Keyword("insight"), Keyword("intimidate"))),
        ("Terminal.", (Keyword("terminal"),)),
    ],
)
def test_a_keyword_line_is_read_whole(line: str, keywords: tuple[Keyword, ...]) -> None:
    assert read(line).keywords == keywords


def test_keywords_may_stand_on_two_lines() -> None:
    text = "Shadow (4).\nNo attachments except <i>Weapon</i>.\nSomething else."
    assert [keyword.name for keyword in read(text).keywords] == ["shadow", "no-attachments"]


@pytest.mark.parametrize(
    "text",
    [
        "Limited cards cost more here.",
        "Renown wins wars.",
        'It gains "No attachments except <i>Blessing.</i>"',
        "<b>Action:</b> Do something.\nStealth.",
        "Shadow 3.",
        "No attachments except Weapon.",
        "Ambush (two).",
        "",
    ],
)
def test_what_only_looks_like_a_keyword_is_none(text: str) -> None:
    assert read(text).keywords == ()


def test_the_keywords_before_other_words_are_read() -> None:
    assert read("Bestow (2). You are special. X is odd.").keywords == (Keyword("bestow", 2),)


@pytest.mark.parametrize(
    ("text", "modifiers"),
    [
        ("+1 Income.", Modifiers(income=1)),
        ("+1 Income", Modifiers(income=1)),
        ("-2 Initiative. +1 Reserve.", Modifiers(initiative=-2, reserve=1)),
        ("Stealth.\n+1 Income.\n+1 Income.", Modifiers(income=2)),
        ("It gives you +1 Income.", Modifiers()),
        ("+1 Income while you laugh.", Modifiers()),
        ("+1 STR.", Modifiers()),
    ],
)
def test_modifiers_are_lines_of_their_own(text: str, modifiers: Modifiers) -> None:
    assert read(text).modifiers == modifiers


@pytest.mark.parametrize(
    ("text", "pack", "only_in"),
    [
        ("<b>Draft format only.</b>", "Core", "draft"),
        ("Stealth.\n<b>Draft format only.</ b>", "Core", "draft"),
        ("Draft format only.", "Core", "draft"),
        ("Stealth.", "VDS", "draft"),
        ("<b>Melee format only.</b>", "Core", "melee"),
        ("<b>Hand of the King format only.</b>", "VHotK", "hand-of-the-king"),
        ("Stealth.", "Core", None),
    ],
)
def test_format_words(text: str, pack: str, only_in: str | None) -> None:
    assert read(text, pack=pack).only_in == only_in


@pytest.mark.parametrize(
    "text",
    [
        "You may include non-loyal <i>Wizard</i> characters in your deck.",
        "Stealth.\nYour deck may include <i>Wizard</i> locations.",
        "Your plot deck must be exactly 9 cards.",
        "Your plot deck cannot contain <i>Feast</i> plots.",
        "Your minimum deck size is 90 cards.",
        "You cannot have more than 1 copy of each card in your deck.",
        "You may run 1 <i>Wizard</i> agenda.",
        "While building your deck, treat each <i>Wizard</i> as loyal.",
        "This card has no limit in deck construction.",
        "Tournament format only.",
    ],
)
def test_sentences_about_building_decks(text: str) -> None:
    assert read(text).deckbuilding


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draft format only.",
        "<b>Melee format only.</b>",
        "<b>Action:</b> Search your deck for a copy of it, then shuffle your deck.",
        "Put it on the bottom of your deck (cannot be saved).",
        "<b>Action:</b> Kneel a <i>Builder</i> to choose up to 3 cards, including an event.",
        "Reveal the top card of each player's deck. Those cards may be discarded.",
        "Increase the cost of each copy by 1.",
    ],
)
def test_sentences_about_the_deck_in_play_are_not(text: str) -> None:
    assert not read(text).deckbuilding


def test_lines_have_straight_quotes_and_tidy_tags() -> None:
    text = "It\u2019s \u201cso\u201d <em>(or not)</em> now.\n\n<b>Action</b>: Go, <i>Knight.</i>"
    assert list(lines(text)) == ['It\'s "so" now.', "<b>Action:</b> Go, <i>Knight</i>."]


def test_notes_in_brackets_stay_with_their_sentence() -> None:
    assert sentences("Go. Stop. (Limit once per round.) +1 Income.") == [
        "Go.",
        "Stop. (Limit once per round.)",
        "+1 Income.",
    ]
