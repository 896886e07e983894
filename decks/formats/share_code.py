"""A deck as one short word: faction, agendas, list and cards by their codes; docs/formats.md.

The word is "SP1." and base64url of a body with its CRC-32. Cards are stored by the numbers in their
own codes, so that a code means the same whatever cards a program knows.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from zlib import crc32

from carddb.pool import Pools
from carddb.terms import Edition, Faction
from core.decoding import whole
from core.text_format import one_line
from decks.deck import Deck, Slots
from decks.formats import deck_json
from decks.formats.deck_assembler import FORMATS_OF_PLAY
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.report import DeckFormatError, Reading

# Positions in these tuples are stored: append only.
_EDITIONS = (Edition.FIRST, Edition.SECOND)
_FACTIONS = (
    None,
    Faction.BARATHEON,
    Faction.GREYJOY,
    Faction.LANNISTER,
    Faction.MARTELL,
    Faction.NIGHTS_WATCH,
    Faction.STARK,
    Faction.TARGARYEN,
    Faction.TYRELL,
    Faction.NEUTRAL,
)
_OWN_FORMAT = 7
_FIVE_DIGITS, _NUMBERED, _OTHER = range(3)
_END, _ROOKERY, _DRAFTED, _PLOT_DECK, _PLAYERS, _DAY, _CONSIDERED = range(7)
_SECTIONS = {_ROOKERY: "rookery", _DRAFTED: "drafted", _CONSIDERED: "considered"}

MOST_NAME = 40
# Of one code, and of a text to recognize it.
_MOST_LETTERS = 100_000
_SAMPLE_LETTERS = 20_000
_MOST = 1_000_000
_CHECK_BYTES = 4
_WORD = re.compile(r"SP(\d{1,3})\.[A-Za-z0-9_-]*")
_REST = re.compile(r"[A-Za-z0-9_-]+=*")
_HINT = "Copy it again, from its first letter to its last."


def recognises(text: str) -> bool:
    words = text[:_SAMPLE_LETTERS].split()
    return (
        bool(words)
        and _WORD.fullmatch(words[0]) is not None
        and all(_WORD.fullmatch(word) or _REST.fullmatch(word) for word in words)
    )


def read(text: str, options: ReadOptions) -> list[Reading]:
    """Return the decks of codes; DeckFormatError if one is damaged or of a later program."""
    codes: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        for word in line.split():
            if _WORD.fullmatch(word):
                codes.append((number, [word]))
            else:
                codes[-1][1].append(word)
    return [
        reading
        for number, words in codes
        # Each deck is counted before the next one is decoded.
        for reading in deck_json.read(json.dumps(_plain("".join(words), number)), options)
    ]


def write(decks: Sequence[Deck], _pools: Pools) -> str:
    return "\n".join(map(code_of, decks)) + "\n"


def code_of(deck: Deck) -> str:
    """Return the code of a deck: all but notes and categories, and 40 letters of its name."""
    body = _body(deck)
    word = urlsafe_b64encode(body + crc32(body).to_bytes(_CHECK_BYTES, "big"))
    return f"SP1.{word.decode('ascii').rstrip('=')}"


def _body(deck: Deck) -> bytes:
    own = deck.format not in FORMATS_OF_PLAY
    form = _OWN_FORMAT if own else FORMATS_OF_PLAY.index(deck.format)
    head = _EDITIONS.index(deck.edition) | form << 1 | _FACTIONS.index(deck.faction) << 4
    parts = [bytes([head])]
    if own:
        parts.append(_text(deck.format))
    parts += [_text(one_line(deck.name)[:MOST_NAME].strip()), _text(deck.list_code)]
    # Each agenda is a run of its own: their order stays.
    parts.append(_number(len(deck.agendas)))
    parts += [_run([(agenda.code, 1)]) for agenda in deck.agendas]
    parts.append(_cards(deck.slots))
    sections = zip(_SECTIONS, (deck.rookery, deck.drafted, deck.considered), strict=True)
    for kind, slots in sections:
        parts += [bytes([kind]), _cards(slots)] if slots else []
    for slots in deck.plot_decks:
        parts += [bytes([_PLOT_DECK]), _cards(slots)]
    if deck.players is not None:
        parts += [bytes([_PLAYERS]), _number(deck.players)]
    if deck.date:
        parts += [bytes([_DAY]), _text(deck.date)]
    return b"".join([*parts, bytes([_END])])


def _number(number: int) -> bytes:
    """Return a number in groups of seven bits, the lowest first; all but the last have bit 7."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _text(text: str) -> bytes:
    data = whole(text).encode("utf-8")
    return _number(len(data)) + data


def _kind(code: str) -> tuple[int, str, int]:
    """Return how a code is stored, the text before its number, and the number."""
    if re.fullmatch(r"[0-9]{5}", code):
        return _FIVE_DIGITS, "", int(code)
    prefix, _, number = code.rpartition("_")
    if prefix and re.fullmatch(r"0|[1-9][0-9]{0,4}", number):
        return _NUMBERED, prefix, int(number)
    return _OTHER, code, 0


def _cards(slots: Slots) -> bytes:
    """Return the number of runs and the runs: cards whose codes differ by their number alone."""
    pairs = sorted(((card.code, count) for card, count in slots), key=lambda each: _kind(each[0]))
    runs = [list(run) for _, run in groupby(pairs, key=lambda each: _kind(each[0])[:2])]
    return _number(len(runs)) + b"".join(map(_run, runs))


def _run(pairs: Sequence[tuple[str, int]]) -> bytes:
    """Return cards in order of their numbers, each as the difference from the previous one."""
    kind, prefix, _ = _kind(pairs[0][0])
    parts = [_number(len(pairs) << 2 | kind)]
    if kind is not _FIVE_DIGITS:
        parts.append(_text(prefix))
    before = 0
    for code, count in pairs:
        number = _kind(code)[2]
        copies = min(count, 4) - 1
        parts.append(_number(number - before << 2 | copies))
        parts += [_number(count - 4)] if count >= 4 else []
        before = number
    return b"".join(parts)


def _plain(code: str, line: int) -> dict[str, object]:
    """Return the deck of a code, which begins in a line, as an object of a deck file."""
    if len(code) > _MOST_LETTERS:
        raise DeckFormatError("The text is too long for the code of a deck.", _HINT, line)
    found = _WORD.fullmatch(code.rstrip("="))
    if found is None or found[1] != "1":
        raise DeckFormatError(
            "The code of the deck was made by a newer version of Seven Plots.",
            "Install that version, or ask for the deck as text.",
            line,
        )
    word = code.rstrip("=").partition(".")[2]
    try:
        data = urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except ValueError:
        data = b""
    body, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    if len(data) <= _CHECK_BYTES or crc32(body).to_bytes(_CHECK_BYTES, "big") != check:
        raise _damaged(line)
    try:
        return _Body(body).deck()
    # The checksum is right, but the body is not one of ours.
    except (IndexError, ValueError):
        raise _damaged(line) from None


def _damaged(line: int) -> DeckFormatError:
    return DeckFormatError(
        "The code of the deck is not whole: letters are missing or wrong.", _HINT, line
    )


class _Body:
    """Reads the bytes of a body in turn; IndexError or ValueError if they are invalid."""

    def __init__(self, body: bytes) -> None:
        self._bytes = iter(body)
        self._left = len(body)

    def deck(self) -> dict[str, object]:
        head = self._byte()
        form, faction = head >> 1 & 7, _FACTIONS[head >> 4]
        plain: dict[str, object] = {
            "edition": _EDITIONS[head & 1].value,
            "format": self._text() if form == _OWN_FORMAT else FORMATS_OF_PLAY[form],
            "faction_code": faction.value if faction else None,
            "name": self._text() or None,
            "list": self._text(),
            "agendas": [code for _ in range(self._number()) for code, _ in self._run()],
            "slots": self._cards(),
        }
        plot_decks = []
        while kind := self._byte():
            if kind == _PLOT_DECK:
                plot_decks.append(self._cards())
            elif kind in _SECTIONS and _SECTIONS[kind] not in plain:
                plain[_SECTIONS[kind]] = self._cards()
            elif kind == _PLAYERS:
                plain["players"] = self._number()
            elif kind == _DAY:
                plain["date"] = self._text()
            else:
                raise ValueError(kind)
        return plain | ({"plot_decks": plot_decks} if plot_decks else {})

    def _byte(self) -> int:
        self._left -= 1
        if self._left < 0:
            raise IndexError
        return next(self._bytes)

    def _number(self) -> int:
        found = shift = 0
        while (byte := self._byte()) & 0x80:
            found |= (byte & 0x7F) << shift
            shift += 7
        found |= byte << shift
        if found > _MOST:
            raise ValueError(found)
        return found

    def _text(self) -> str:
        return bytes([self._byte() for _ in range(self._number())]).decode("utf-8")

    def _cards(self) -> dict[str, int]:
        copies: Counter[str] = Counter()
        for _ in range(self._number()):
            for code, count in self._run():
                copies[code] += count
        return dict(copies)

    def _run(self) -> Iterator[tuple[str, int]]:
        head = self._number()
        kind, count = head & 3, head >> 2
        prefix = self._text() if kind != _FIVE_DIGITS else ""
        number = 0
        for _ in range(count):
            value = self._number()
            number += value >> 2
            copies = (value & 3) + 1
            copies += self._number() if copies == 4 else 0
            yield _code(kind, prefix, number), copies


def _code(kind: int, prefix: str, number: int) -> str:
    if kind == _FIVE_DIGITS:
        return f"{number:05}"
    return f"{prefix}_{number}" if kind == _NUMBERED else prefix


FORMAT = DeckFormat("code", "Short code", recognises, read)
