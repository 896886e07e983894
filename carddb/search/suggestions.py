"""Suggestions at the cursor of a query: keys of the language, or values of a key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from carddb.search.index import CardIndex
from carddb.search.key import Key, KeyKind
from carddb.search.keys import KEYS, find_key
from carddb.spelling import fold

MOST = 40
_KEY = re.compile(r"(?:^|[\s(|-])([A-Za-z][A-Za-z-]*|)$")
_VALUE = re.compile(r"(?:^|[\s(-])([A-Za-z][A-Za-z-]*)(:|!=?|<=?|>=?|=)\s?([^\s()]*)$")
_PLAIN = re.compile(r"[^\s\"|()<>=:!]+")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text for the query between `start` and the cursor, and what it means."""

    start: int
    text: str
    shown: str
    help: str = ""


def keys_at(text: str, cursor: int) -> list[Suggestion]:
    """Return the keys that begin with the text before the cursor; all if there is none."""
    found = _KEY.search(text[:cursor])
    if found is None:
        return []
    typed = found[1].lower()
    return [
        Suggestion(found.start(1), f"{name}:", name, _help(key))
        for key in KEYS
        for name in [next((each for each in key.names if each.startswith(typed)), "")]
        if name
    ]


def values_at(text: str, cursor: int, index: CardIndex) -> list[Suggestion]:
    """Return the values of the key before the cursor that contain what is typed there."""
    found = _VALUE.search(text[:cursor])
    key = find_key(found[1]) if found else None
    if found is None or key is None:
        return []
    last = found[3].rpartition("|")[2]
    typed = fold(last)
    start = cursor - len(last)
    values = [
        (word, names)
        for word, names in _values(key, index)
        if any(f" {typed}" in f" {name}" for name in names)
    ]
    values.sort(key=lambda value: not any(name.startswith(typed) for name in value[1]))
    return [Suggestion(start, _quoted(word), word) for word, _ in values[:MOST]]


def _values(key: Key, index: CardIndex) -> Iterator[tuple[str, tuple[str, ...]]]:
    if key.kind is KeyKind.FLAG:
        yield from (("yes", ("yes",)), ("no", ("no",)))
    elif key.kind is KeyKind.FLAGS:
        yield from ((flag.name, (flag.name,)) for flag in KEYS if flag.kind is KeyKind.FLAG)
    elif key.words is not None:
        seen = set()
        for word in key.words(index).words:
            if word.written not in seen:
                seen.add(word.written)
                yield word.written, word.names


def _help(key: Key) -> str:
    letter = f"{key.letter}:  " if key.letter else ""
    return f"{letter}{key.help}"


def _quoted(word: str) -> str:
    return word if _PLAIN.fullmatch(word) else f'"{word}"'


@dataclass(frozen=True, slots=True)
class SearchExample:
    """A query, and what it finds."""

    query: str
    finds: str


EXAMPLES = (
    SearchExample("arya stark", "both words in the name"),
    SearchExample("TKR", "initials: The Kingsroad"),
    SearchExample("f:stark", "Stark cards"),
    SearchExample("t:event|plot", "events and plots"),
    SearchExample("k:lord", "the trait Lord"),
    SearchExample("keyword:shadow", "the keyword Shadow, whatever its value"),
    SearchExample("o<3", "cost 0, 1 or 2"),
    SearchExample("s>o", "more STR than cost"),
    SearchExample("m:1 g:1 p:1", "all three icons"),
    SearchExample("is:unique|loyal", "unique, or loyal, or both"),
    SearchExample("t:plot n>=5 v>=5", "plots with income and initiative of 5 or more"),
    SearchExample("gives:gold", "cards that give gold"),
    SearchExample("gives:draw", "cards that draw"),
    SearchExample("reduces:", "cards that lower a cost"),
    SearchExample('x:"no attachments except weapon"', "words of the text"),
    SearchExample('e:"wolves of the north"', "a pack"),
    SearchExample('like:"a noble cause"', "cards like this one, the likest first"),
    SearchExample("-f:stark", "a minus: everything else"),
    SearchExample("f:stark or f:tyrell", "either"),
    SearchExample("pool:all", "both editions and draft, whatever the deck"),
)
