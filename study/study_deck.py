"""A deck of a study, and the text that stands for it in a worker and in the store of answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from decks.deck import Deck
from decks.formats.deck_json import deck_object
from decks.report import ReportLine

# What no answer depends on.
_UNIMPORTANT = ("name", "notes")


@dataclass(frozen=True, slots=True)
class StudyDeck:
    """A deck, where it is from, and the lines of it that could not be read.

    `text` holds all that an answer depends on: decks that differ in their names alone have the
    same, and the same digest.
    """

    path: str
    deck: Deck
    unread: tuple[ReportLine, ...] = ()
    text: str = field(init=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        plain = {k: v for k, v in deck_object(self.deck).items() if k not in _UNIMPORTANT}
        text = json.dumps(plain, sort_keys=True)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "digest", sha256(text.encode()).hexdigest()[:24])

    def with_unread(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Return an answer about the deck with the lines missing from it, which make it illegal."""
        if not self.unread:
            return answer
        lines = [{"line": e.line, "text": e.text, "reason": e.note} for e in self.unread]
        legal = {"legal": False} if "legal" in answer else {}
        return answer | legal | {"unread": lines}
