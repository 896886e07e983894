"""The words of keywords."""

from __future__ import annotations

import pytest

from carddb.terms import Keyword, Printed


@pytest.mark.parametrize(
    ("keyword", "words"),
    [
        (Keyword("stealth"), "Stealth"),
        (Keyword("shadow", 3), "Shadow (3)"),
        (Keyword("shadow", Printed.X), "Shadow (X)"),
        (Keyword("prized", 2), "Prized 2"),
        (Keyword("no-attachments"), "No attachments"),
        (
            Keyword("no-attachments", exceptions=("Weapon", "Title")),
            "No attachments except Weapon or Title",
        ),
        (Keyword("no-attachments", 1, ("Weapon",)), "No attachments except a single Weapon"),
        (Keyword("no-attachments-with", exceptions=("Condition",)), "No Condition attachments"),
        (Keyword("immune", exceptions=("events",)), "Immune to events"),
    ],
)
def test_keywords_are_written_as_on_cards(keyword: Keyword, words: str) -> None:
    assert keyword.words == words
