"""Read the entries of a file or of a folder with OCTGN sets, within limits."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any
from xml.sax.xmlreader import AttributesImpl

from typing_extensions import override

from carddb.octgn_xml import (
    DEEPEST,
    OctgnHandler,
    XmlDeclarationError,
    XmlSyntaxError,
    parse_octgn,
    without_declaration,
)
from carddb.spelling import fold
from core.decoding import begins_as_xml, decoded, normalized, other_kind, whole
from core.errors import AppError
from core.files import is_folder, path_text, unreadable
from core.text_format import SEPARATOR_LINE, code_as_printed, table_rows

MOST_BYTES = 10_000_000
MOST_ENTRIES = 20_000
SPLIT_HINT = "Split it and use its parts one by one."
FORMS_HINT = (
    "A file of texts is JSON or CSV with a code, or a name with set and number, and a text for each"
    " card; or a folder with OCTGN's sets."
)
_SHOWN = 120
_WORDS = {
    "code": ("code", "card code", "cardcode", "thronesdb code"),
    "octgn_id": ("octgn id", "octgnid", "guid"),
    "name": ("name", "card", "card name", "cardname", "title"),
    "pack": ("pack", "set", "expansion", "pack code", "pack name", "set code", "set name"),
    "number": ("number", "no", "nr", "position", "card number", "cardnumber"),
    "text": ("text", "card text", "cardtext", "rules text", "rules", "game text"),
}
_FIELDS = {word: field for field, words in _WORDS.items() for word in words}


class TextSourceError(AppError):
    """A file does not hold texts of cards; `line` is the place of the fault, None for the file."""

    def __init__(self, sentence: str, hint: str = FORMS_HINT, line: int | None = None) -> None:
        super().__init__(sentence, hint)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEntry:
    """An entry as written: `text` is the value that was read, `pack` a code or a name.

    `line` is the line of a table or of XML, or the number of an entry of JSON, from 1. `source` is
    the file in a folder of files. `fault` says why the entry cannot be read.
    """

    line: int
    code: str = ""
    octgn_id: str = ""
    name: str = ""
    pack: str = ""
    number: str = ""
    text: object = None
    source: str = ""
    fault: str = ""

    @property
    def shown(self) -> str:
        """The code, name and place of the card in one line."""
        place = f"{self.pack} {self.number}".strip()
        named = f"{self.name} ({place})" if self.name and place else self.name or place
        words = " ".join(f"{self.code} {named}".split()) or self.octgn_id
        return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"


def own_text_field(heading: str) -> str:
    """Return the field for a heading or key ("Card Number": number), or an empty text."""
    return _FIELDS.get(fold(heading[:40]), "")


def entry_of(line: int, written: Iterable[tuple[str, object]]) -> TextEntry:
    """Return the entry of keys with values; the first of two keys with the same meaning counts."""
    found: dict[str, object] = {}
    for key, value in written:
        field = own_text_field(key)
        if field and found.get(field) in (None, ""):
            found[field] = value
    text = found.pop("text", None)
    words = _texts(found)
    words["code"] = code_as_printed(words.get("code", "")).lower()
    return TextEntry(line=line, text=text, **words)


def _texts(found: Mapping[str, object]) -> dict[str, str]:
    """Return the values that name a card as texts; only texts and whole numbers count."""
    return {
        key: whole(str(value)).strip()
        for key, value in found.items()
        if isinstance(value, str) or type(value) is int
    }


def need_few(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise TextSourceError(
            f"There are more than {MOST_ENTRIES:,} entries, too many to be texts of cards.",
            SPLIT_HINT,
        )


_DELIMITERS = ",;\t"
_HEADING_LETTERS = 2000
_TOO_WIDE = (
    "The row has more cells than the heading; put a text that contains a separator into"
    " quotation marks."
)


def csv_entries(text: str) -> list[TextEntry]:
    """Return the rows of a table below its heading; TextSourceError if it has none or breaks."""
    stated = SEPARATOR_LINE.match(text)
    start = stated.end() if stated else 0
    headings, delimiter = _headings(text[start:], stated["delimiter"] if stated else _DELIMITERS)
    entries: list[TextEntry] = []
    for line, _, cells in islice(table_rows(text, start, delimiter, TextSourceError), 1, None):
        if not any(map(str.strip, cells)):
            continue
        if len(cells) > len(headings) and any(map(str.strip, cells[len(headings) :])):
            shown = " ".join(cells[: len(headings)])[:200]
            entries.append(TextEntry(line=line, name=shown, fault=_TOO_WIDE))
        else:
            entries.append(entry_of(line, zip(headings, cells, strict=False)))
        need_few(len(entries))
    if not entries:
        raise TextSourceError(
            "The table has a heading and nothing below it.", line=2 if stated else 1
        )
    return entries


def _headings(text: str, delimiters: str) -> tuple[Sequence[str], str]:
    first = text[:_HEADING_LETTERS].split("\n", 1)[0]
    for delimiter in delimiters:
        headings = next(csv.reader([first], delimiter=delimiter), [])
        fields = set(map(own_text_field, headings))
        if "text" in fields and fields & {"code", "name", "octgn_id"}:
            return headings, delimiter
    raise TextSourceError(
        "The file is neither JSON, nor an OCTGN set, nor a table whose first line names the"
        " columns “text” and “code”, or “text”, “name”, “set” and “number”.",
        line=1,
    )


_MOST_VALUES = 500_000
_WRAPPERS = ("texts", "cards")


class _Object(tuple[tuple[str, Any], ...]):
    """An object as its keys with their values, repeated keys too."""

    __slots__ = ()


def json_entries(text: str) -> list[TextEntry]:
    """Return every entry of a JSON text; TextSourceError if it is broken or holds no texts."""
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
    named: Sequence[tuple[str, object]] = (("code", code),)
    return entry_of(
        number, (*named, *(value if isinstance(value, _Object) else (("text", value),)))
    )


def _of_list(number: int, value: object) -> TextEntry:
    if isinstance(value, _Object):
        return entry_of(number, value)
    return TextEntry(line=number, fault="This is not an object with a code, or a name, and a text.")


_LONG_TAG = re.compile(r"<(?!!)[^<>]{50000}")
# "07-Watchers on the Wall": the folders of a game are often in order.
_ORDINAL = re.compile(r"\d{1,3}\s*[-\u2013._:]\s*(?=\D)")
_DIGITS = re.compile(r"\d{1,4}")
_MOST_TAGS = 1_000_000
_LONGEST = 50_000
_SET, _CARD, _PROPERTY = ["set"], ["set", "cards", "card"], ["set", "cards", "card", "property"]


def octgn_set_entries(text: str) -> list[TextEntry]:
    """Return the cards of a set; TextSourceError if its XML is broken, unsafe or not a set."""
    if _LONG_TAG.search(text) or text.count("<") > _MOST_TAGS:
        raise TextSourceError("The XML is too long for an OCTGN set.", SPLIT_HINT)
    handler = _SetHandler()
    try:
        parse_octgn(without_declaration(text), handler)
    except XmlDeclarationError:
        raise TextSourceError(
            "The XML declares a document type or entities, which are not allowed."
        ) from None
    except XmlSyntaxError as error:
        raise TextSourceError(
            str(error), "Repair the file in a text editor, or get the set again.", error.line
        ) from None
    if not handler.entries:
        raise TextSourceError("The OCTGN set holds no cards.")
    return handler.entries


class _SetHandler(OctgnHandler):
    """Collects the cards of a set while its XML is parsed; other sides of a card are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[TextEntry] = []
        self._path: list[str] = []
        self._set = ""
        self._card: dict[str, str] = {}
        self._properties: dict[str, str] = {}
        self._property = ""
        self._words: list[str] = []
        self._letters = 0
        self._line = 1

    @override
    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        line = self.parsed_line
        self._path.append(name.lower())
        attributes = {key.lower(): value for key, value in attrs.items()}
        if self._path[:1] != _SET:
            outermost = f"its outermost element is “{name[:40]}”, not “set”"
            raise TextSourceError(f"This is not an OCTGN set: {outermost}.", line=line)
        if len(self._path) > DEEPEST:
            raise TextSourceError("The XML is nested too deeply for an OCTGN set.", line=line)
        if self._path == _SET:
            self._set = _ORDINAL.sub("", attributes.get("name", "")[:200], count=1)
        elif self._path == _CARD:
            need_few(len(self.entries) + 1)
            self._card, self._properties, self._line = attributes, {}, line
        elif self._path == _PROPERTY:
            self._property = attributes.get("name", "")[:40]
            self._words, self._letters = [attributes.get("value", "")], 0

    @override
    def characters(self, content: str) -> None:
        if self._path[:4] == _PROPERTY and self._letters <= _LONGEST:
            self._words.append(content)
            self._letters += len(content)

    @override
    def endElement(self, name: str) -> None:
        if self._path == _PROPERTY:
            field = own_text_field(self._property) or fold(self._property)
            self._properties.setdefault(field, "".join(self._words).strip())
        elif self._path == _CARD:
            self.entries.append(self._entry())
        self._path.pop()

    def _entry(self) -> TextEntry:
        number = _DIGITS.search(self._properties.get("number", ""))
        return TextEntry(
            line=self._line,
            octgn_id=self._card.get("id", "")[:60].strip("{} ").lower(),
            name=self._card.get("name", "")[:300].strip(),
            pack=self._set,
            number=number[0] if number else "",
            text=_with_keywords(
                self._properties.get("text", ""), self._properties.get("keywords", "")
            ),
        )


def _with_keywords(text: str, keywords: str) -> str:
    """Return a text with its keywords above it, which some sets store separately."""
    if not keywords or fold(text).startswith(fold(keywords)):
        return text
    return f"{keywords}\n{text}".strip()


_SET_FILE = "set.xml"
_MOST_FILES = 500
_MOST_LOOKED_AT = 100_000
_MOST_IN_ALL = 40_000_000


def entries_in(source: Path | bytes) -> list[TextEntry]:
    """Return the entries of a file, of its bytes, or of every set below a folder.

    TextSourceError if there are none; a set that cannot be read is an entry with that fault.
    """
    if isinstance(source, bytes):
        return _entries(source)
    return _of_folder(source) if is_folder(source) else _entries(_bytes(source))


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _entries(data: bytes) -> list[TextEntry]:
    if len(data) > MOST_BYTES:
        raise TextSourceError(
            f"The file is too large for texts of cards: more than {MOST_BYTES // 10**6} MB.",
            SPLIT_HINT,
        )
    if what := other_kind(data):
        raise TextSourceError(f"This is {what}, not a file of texts.")
    text = normalized(decoded(data))
    if not text.strip():
        raise TextSourceError("The file is empty.")
    if "\0" in text:
        raise TextSourceError("This is not text.")
    if begins_as_xml(text, "set"):
        return octgn_set_entries(text)
    return json_entries(text) if text.lstrip()[:1] in "{[" else csv_entries(text)


def _of_folder(folder: Path) -> list[TextEntry]:
    files = sorted(_set_files(folder))
    if not files:
        raise TextSourceError(
            f"{path_text(folder)} holds no OCTGN sets, which are files “{_SET_FILE}”."
        )
    if len(files) > _MOST_FILES or sum(map(_size, files)) > _MOST_IN_ALL:
        raise TextSourceError(f"{path_text(folder)} holds more sets than a game has.", SPLIT_HINT)
    entries: list[TextEntry] = []
    for path in files:
        entries += _of_set(path, str(path.relative_to(folder)))
        need_few(len(entries))
    return entries


def _of_set(path: Path, name: str) -> list[TextEntry]:
    """Return the entries of one set of a folder, or one that says why it cannot be used."""
    try:
        return [replace(each, source=name) for each in _entries(_bytes(path))]
    except AppError as error:
        line = getattr(error, "line", None) or 0
        fault = f"The file cannot be used. {error.sentence}"
        return [TextEntry(line=line, name=name, source=name, fault=fault)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _set_files(folder: Path) -> Iterator[Path]:
    """Yield the sets below a folder; links to other folders are not followed."""
    try:
        os.scandir(folder).close()  # os.walk skips folders silently if they cannot be read
    except OSError as error:
        raise unreadable(folder, error) from None
    left = _MOST_LOOKED_AT
    for place, _, names in os.walk(folder):
        left -= len(names) + 1
        if left < 0:
            raise TextSourceError(
                f"{path_text(folder)} holds more than {_MOST_LOOKED_AT:,} files.",
                "Name the folder of the game's sets.",
            )
        for name in names:
            path = Path(place, name)
            if name.lower() == _SET_FILE and path.is_file():
                yield path
