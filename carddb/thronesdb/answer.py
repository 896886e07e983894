"""An answer of the API as a list of JSON objects, or a sentence about what it is instead."""

from __future__ import annotations

import json

from carddb.errors import AppError

_HINT = "The cards are as they were. Try again later, or ask the people of that server."
_DEEP = "it is nested too deep"


class AnswerError(AppError):
    """A whole answer came, and it cannot be used."""

    def __init__(self, sentence: str, hint: str = _HINT) -> None:
        super().__init__(sentence, hint)


def objects(body: bytes, what: str, server: str) -> list[object]:
    """Return the JSON array that an answer about `what` ("cards") must be.

    Raises AnswerError for anything else: a web page, other JSON, letters that are no text.
    """
    start = f"What {server} sent for its {what} cannot be used"
    try:
        value = json.loads(body)
        if b"\\ud" in body or b"\\uD" in body:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise AnswerError(f"{start}: it holds bytes that are no text.") from None
    except ValueError as error:
        raise AnswerError(f"{start}: {_instead(body, error)}.") from None
    except RecursionError:
        raise AnswerError(f"{start}: {_DEEP}.") from None
    if not isinstance(value, list):
        raise AnswerError(f"{start}: it is not a list of {what}.")
    return value


def _instead(body: bytes, error: ValueError) -> str:
    """Return what a body is that is not JSON."""
    if body.lstrip()[:1] == b"<":
        return "it is a web page, not card data"
    if not body.strip():
        return "it is empty"
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON (line {error.lineno}, column {error.colno})"
    return "it is not JSON"
