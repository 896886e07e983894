"""Texts as paragraphs: what is bold without marks, and signs as a printer sets them."""

from __future__ import annotations

import pytest

from carddb.terms import Keyword
from rulebook.card_text import Run, keyword_spans, paragraphs_of, typographic

STEALTH, IMMUNE = Keyword("stealth"), Keyword("no-attachments", None, ("Weapon",))


def bold(text: str, *keywords: Keyword) -> list[str]:
    """Return the bold letters of each paragraph."""
    return [
        "".join(run.text for run in paragraph if run.bold)
        for paragraph in paragraphs_of(text, keywords)
    ]


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("Stealth. No attachments except <i>Weapon</i>.", "whole"),
        ("Unique [stark] character only. Stealth.", "whole"),
        ("+1 Income. -2 Initiative.", "whole"),
        ("<b>Forced Reaction:</b> After it dies, draw.", "Forced Reaction:"),
        ("When Revealed: Draw a card.", "When Revealed:"),
        ("Any Phase: Kneel it.", "Any Phase:"),
        ("While you control: a Lord.", ""),
        ("It gains stealth.", ""),
    ],
)
def test_keywords_and_what_leads_an_action_in_are_bold(line: str, letters: str) -> None:
    whole = "".join(run.text for run in paragraphs_of(line)[0])
    assert bold(line, STEALTH, IMMUNE) == [whole if letters == "whole" else letters]


def test_symbols_and_marks_become_runs_and_empty_lines_nothing() -> None:
    text = "A [power] <i>Lord</i>\n\n[odd]<br>end"
    assert paragraphs_of(text) == (
        (Run("A "), Run("power", symbol="power"), Run(" "), Run("Lord", italic=True)),
        (Run("[odd]"),),
        (Run("end"),),
    )
    assert paragraphs_of("") == ()


def test_quotation_marks_and_minus_signs_are_a_printers() -> None:
    assert typographic('"A Lion", -2 STR, opponent\'s non-plot 2-4') == (
        "“A Lion”, −2 STR, opponent’s non-plot 2-4"  # noqa: RUF001
    )


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Stealth. No attachments except Weapon.", ["Stealth", "No attachments except Weapon"]),
        ("Unique Stark character only. Stealth.", ["Stealth"]),
        ("Stealth.", ["Stealth"]),
        ("It gains stealth.", []),
        ("Stealth characters get +1 STR until the end of the phase, and draw cards.", []),
        ("", []),
    ],
)
def test_keywords_are_found_where_they_stand(line: str, found: list[str]) -> None:
    spans = list(keyword_spans(line, (STEALTH, IMMUNE)))
    assert [line[start:end] for start, end, _ in spans] == found
    assert [keyword for _, _, keyword in spans] == [STEALTH, IMMUNE][: len(found)]


def test_without_keywords_there_is_none_to_find() -> None:
    assert list(keyword_spans("Stealth.", ())) == []
