"""Texts of cards as JSON: an object of codes, or a list of objects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from carddb.own_texts.entry import (
    SPLIT_HINT,
    TextEntry,
    TextSourceError,
    entry_of,
    need_few,
    own_text_field,
)

_MOST_VALUES = 500_000
_WRAPPERS = ("texts", "cards")


class _Object(tuple[tuple[str, Any], ...]):
    """An object as its keys with their values, repeated keys too."""

    __slots__ = ()


def json_entries(text: str) -> list[TextEntry]:
    """Return every entry of a JSON text; TextSourceError where it is broken or holds no texts."""
    if sum(map(text.count, ",[{")) > _MOST_VALUES:
        raise TextSourceError(f"The JSON holds more than {_MOST_VALUES:,} values.", SPLIT_HINT)
    value = _unwrapped(_parsed(text))
    if isinstance(value, _Object):
        entries = [_of_code(number, *pair) for number, pair in enumerate(value, 1)]
    elif isinstance(value, list):
        entries = [_of_list(number, each) for number, each in enumerate(value, 1)]
    else:
        raise TextSourceError("The JSON is neither an object nor a list.")
    need_few(len(entries))
    if not entries:
        raise TextSourceError("The JSON holds no texts: it is empty.")
    return entries


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        raise TextSourceError(
            f"The JSON cannot be read at line {error.lineno}, column {error.colno}:"
            f" {error.msg[:1].lower()}{error.msg[1:]}.",
            "Export it again, or repair the file in a text editor.",
            error.lineno,
        ) from None
    except ValueError:  # a number of thousands of digits
        raise TextSourceError("The JSON holds a number that no card has.") from None
    except RecursionError:
        raise TextSourceError("The JSON is nested too deeply for texts of cards.") from None


def _unwrapped(value: Any) -> Any:
    """Return the list or object with the texts; one object that is a card is a list of one."""
    if not isinstance(value, _Object):
        return value
    inside = dict(value)
    for name in _WRAPPERS:
        if isinstance(inside.get(name), list | _Object):
            return inside[name]
    fields = {own_text_field(key) for key in inside}
    return [value] if "text" in fields and fields & {"code", "name"} else value


def _of_code(number: int, code: str, value: object) -> TextEntry:
    """Return the entry of a code with its text, or with an object that has one."""
    named: Sequence[tuple[str, object]] = (("code", code),)
    return entry_of(
        number, (*named, *(value if isinstance(value, _Object) else (("text", value),)))
    )


def _of_list(number: int, value: object) -> TextEntry:
    if isinstance(value, _Object):
        return entry_of(number, value)
    return TextEntry(line=number, fault="This is no object with a code, or a name, and a text.")
