"""Why something is not possible, in the language of a phone as far as there are words."""

from __future__ import annotations

from typing import Any

from core.errors import AppError
from events.web.words import ENGLISH, Words
from library.errors import EventChangedError


class PhoneRefusalError(AppError):
    """What a phone wanted is not possible now; `word` in words.toml says so, with its values."""

    def __init__(self, word: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence)
        self.word = word
        self.values: dict[str, Any] = values


def words_of_error(error: AppError, say: Words) -> str:
    """Return an error in the language of a phone; the rules of events speak English alone."""
    if isinstance(error, PhoneRefusalError):
        return say(error.word, **error.values)
    if isinstance(error, EventChangedError):
        return say("changed_meanwhile")
    if say.language == ENGLISH:
        return error.text
    return say("said_in_english", text=error.text)
