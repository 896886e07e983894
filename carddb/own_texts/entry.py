"""One entry of a file of texts: the card it names, and its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from carddb.spelling import fold
from core.decoding import whole
from core.errors import AppError

MOST_BYTES = 10_000_000
MOST_ENTRIES = 20_000
LONGEST = 4000
SPLIT_HINT = "Split it and take its parts one by one."
FORMS_HINT = (
    "A file of texts is JSON or CSV with a code, or a name with set and number, and a text for each"
    " card; or a folder with OCTGN's sets."
)
_SHOWN = 120
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
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
    """A file holds no texts of cards; `line` is where it is wrong, None for all of it."""

    def __init__(self, sentence: str, hint: str = FORMS_HINT, line: int | None = None) -> None:
        super().__init__(sentence, hint)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEntry:
    """An entry as written: `text` is whatever stands there, `pack` a code or a name.

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
        """What names the card, in a line."""
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
    return TextEntry(line=line, text=text, **words | {"code": plain_code(words.get("code", ""))})


def _texts(found: Mapping[str, object]) -> dict[str, str]:
    """Return values that name a card as texts; a number is its digits, anything else nothing."""
    return {
        key: whole(str(value)).strip()
        for key, value in found.items()
        if isinstance(value, str) or type(value) is int
    }


def plain_code(written: str) -> str:
    """Return a code as it is printed; spreadsheets drop its zeros, or protect it as ="01141"."""
    code = written.strip().removeprefix("=").strip('"').strip().lower()
    return code.zfill(5) if code.isdigit() else code


def is_text(text: str) -> bool:
    return _CONTROLS.search(text) is None


def need_few(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise TextSourceError(
            f"There are more than {MOST_ENTRIES:,} entries, too many to be texts of cards.",
            SPLIT_HINT,
        )
