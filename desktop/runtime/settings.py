"""The settings of the window, in an INI file in the home folder."""

from __future__ import annotations

import logging
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from functools import cache
from getpass import getuser
from pathlib import Path
from threading import Thread
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray

from app.saved_filters import filters_text, read_filters, read_recent, recent_text
from carddb.local_names import Language
from carddb.terms import Edition
from core.errors import AppError
from core.files import is_folder, reason_of, sync_file, write_file
from validators.conditions import formats_of

MAX_BYTES = 256 * 1024
_GENERAL = "General"
_ESCAPED = re.compile(r"\\(?:x([0-9A-Fa-f]{1,4})|(.))")
_SPECIAL = re.compile(r'[\\"\x00-\x1f\x7f-\x9f\u2028\u2029]')
_QUOTED = re.compile(r'[;,="\\]|^\s|\s$')
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
_LOG = logging.getLogger("sevenplots.settings")


class SettingsFile:
    """Texts by name ("new_deck/edition"); each change is written at once, or several together.

    `ignored` are sentences about what the file holds and cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ignored: list[str] = []
        self._values = self._read()
        self._changed: dict[str, str] = {}
        self._waits = False

    def text(self, name: str) -> str:
        return self._values.get(name, "")

    def put(self, name: str, value: str) -> None:
        """Change a value, and write it where it is another one."""
        if self._values.get(name) != value:
            self._values[name] = self._changed[name] = value
            if not self._waits:
                self.save()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what is changed meanwhile, or could not be written before, once at the end."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False
            self.save()

    def save(self) -> None:
        """Write what could not be written yet; another window's changes stay."""
        if not self._changed:
            return
        self._values = self._read() | self._changed
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            data = settings_text(self._values).encode("utf-8", "surrogateescape")
            write_file(self.path, data, waits=False, synced=False)
        except (AppError, OSError, ValueError) as error:
            _LOG.warning("The settings could not be written: %s", error)
        else:
            self._changed = {}
            # To wait for the disk would take a good part of the time in which a page is shown.
            Thread(target=sync_file, args=(self.path,), daemon=True).start()

    def _read(self) -> dict[str, str]:
        try:
            if not self.path.is_file():
                return {}
            with self.path.open("rb") as file:
                data = file.read(MAX_BYTES)
        except (OSError, ValueError) as error:
            self.ignored = [f"The settings cannot be read: {reason_of(error)}."]
            return {}
        self.ignored = []
        return dict(self._lines(data.decode("utf-8", "surrogateescape")))

    def _lines(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the names and values; a line that is none is left out."""
        section = ""
        for number, each in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            line = each.strip()
            name, sign, value = line.partition("=")
            if line.startswith("[") and line.endswith("]"):
                section = "" if line[1:-1] == _GENERAL else f"{line[1:-1]}/"
            elif sign and not value.lstrip().startswith("@"):
                yield f"{section}{name.strip()}", _plain(value.strip())
            elif line and not line.startswith((";", "#")):
                self.ignored.append(f"Line {number} of the settings is not a plain value: ignored.")


def settings_text(values: Mapping[str, str]) -> str:
    sections: dict[str, list[str]] = {_GENERAL: []}
    for name in sorted(values):
        section, _, key = name.rpartition("/")
        sections.setdefault(section or _GENERAL, []).append(f"{key}={_quoted(values[name])}\n")
    return "\n".join(f"[{name}]\n{''.join(lines)}" for name, lines in sections.items() if lines)


def _quoted(text: str) -> str:
    escaped = _SPECIAL.sub(_escaped, text)
    return f'"{escaped}"' if _QUOTED.search(escaped) or text.startswith("@") else escaped


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found[0] in '\\"' else f"\\x{ord(found[0]):04x}"


def _plain(value: str) -> str:
    """Return what a value says, with or without quotes, as it was escaped here or by Qt."""
    if len(value) > 1 and value[0] == value[-1] == '"':
        value = value[1:-1]
    return _ESCAPED.sub(_unescaped, value)


def _unescaped(found: re.Match[str]) -> str:
    code, letter = found.groups()
    return chr(int(code, 16)) if code else _LETTERS.get(letter, letter)


Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=StrEnum)
# How large the type is, in hundredths of the desktop's own size.
TYPE_SIZES = (90, 100, 115, 130)
USUAL_TYPE_SIZE = 100
# Of a card in the gallery, in device-independent pixels.
USUAL_GALLERY_WIDTH = 136
# No page is as wide as that.
_WIDEST, _DIGITS = 100_000, 6


class PaletteChoice(StrEnum):
    """Which palette the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


PALETTE_WORDS = {
    PaletteChoice.SYSTEM: "Follow system",
    PaletteChoice.LIGHT: "Light",
    PaletteChoice.DARK: "Dark",
}


class RowSize(StrEnum):
    """How tall the rows of lists are."""

    DENSE = "dense"
    NORMAL = "normal"
    ROOMY = "roomy"


class MotionChoice(StrEnum):
    """Whether things may move and fade."""

    SYSTEM = "system"
    NONE = "none"


ROW_QUARTERS = {RowSize.DENSE: 6, RowSize.NORMAL: 7, RowSize.ROOMY: 8}
MOTION_WORDS = {MotionChoice.SYSTEM: "As the system asks", MotionChoice.NONE: "None"}


class _Setting(Generic[Value]):
    """A value of the file; `read` returns the default for an empty text, and for nonsense."""

    def __init__(
        self, name: str, read: Callable[[str], Value], write: Callable[[Value], str] = str
    ) -> None:
        self._name, self._read, self._write = name, read, write

    def __get__(self, settings: Settings, _: type[Settings]) -> Value:
        return self._read(settings.text(self._name))

    def __set__(self, settings: Settings, value: Value) -> None:
        settings.put(self._name, self._write(value))


def _folder(text: str) -> str:
    return text if text and is_folder(Path(text)) else str(Path.home())


def _type_size(text: str) -> int:
    return int(text) if text in map(str, TYPE_SIZES) else USUAL_TYPE_SIZE


def _gallery_width(text: str) -> int:
    known = text.isascii() and text.isdecimal() and len(text) <= _DIGITS
    return int(text) if known else USUAL_GALLERY_WIDTH


def _flag(name: str, *, usual: bool = False) -> _Setting[bool]:
    other = str(not usual).lower()
    return _Setting(
        name, lambda text: (text.lower() == other) is not usual, lambda value: str(value).lower()
    )


def _one_of(usual: Choice) -> Callable[[str], Choice]:
    kind = type(usual)
    return lambda text: kind(text) if text in set(kind) else usual


def _or_nothing(value: object) -> str:
    return "" if value is None else str(value)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None


@cache
def _user_name() -> str:
    try:
        return getuser()
    except (KeyError, OSError, ImportError):  # nobody has that number, or Windows knows no name
        return ""


def _geometry(text: str) -> QByteArray:
    try:
        return QByteArray(b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


class Settings(SettingsFile):
    """The settings, each with a value where the file has none or nonsense."""

    palette = _Setting("palette", _one_of(PaletteChoice.SYSTEM))
    # The folder that a deck was last opened from; the user's own folder at first.
    last_folder = _Setting("last_folder", _folder)
    # The language of card names, None for English.
    language = _Setting(
        "card_names", lambda text: Language(text) if text in set(Language) else None, _or_nothing
    )
    # One of TYPE_SIZES.
    type_size = _Setting("type_size", _type_size)
    # Not unless the user said so: may pictures be fetched, and newer cards looked for at a start?
    pictures, look_at_start = _flag("pictures"), _flag("look_at_start")
    # When newer cards were found that were not taken; None where nothing is known.
    newer_found = _Setting(
        "newer_found", _moment, lambda when: when.isoformat(timespec="seconds") if when else ""
    )
    # Is the deck shown in piles, and by what are these and the list (a code)?
    piles, piles_by, list_by = _flag("piles"), _Setting("piles_by", str), _Setting("list_by", str)
    # Are the versions of a name one row of the table of all cards?
    by_title = _flag("by_title")
    # Are all cards shown as a gallery, and how wide is a card there?
    gallery, gallery_width = _flag("gallery/shown"), _Setting("gallery/width", _gallery_width)
    # The filters of all cards, as terms of the search language, and the column they are sorted by:
    # its name, a minus before it where it goes down.
    filters = _Setting(
        "pool/filters", lambda text: tuple(filter(None, text.split("; "))), "; ".join
    )
    sort = _Setting("pool/sort", str)
    # Filters of all cards that are saved under names, and the last searches.
    saved_filters = _Setting("pool/saved", read_filters, filters_text)
    recent_searches = _Setting("pool/recent", read_recent, recent_text)
    # The columns that are shown, or with a minus not shown, otherwise than usual.
    columns = _Setting(
        "pool/columns",
        lambda text: {each.removeprefix("-"): each[0] != "-" for each in text.split("; ") if each},
        lambda columns: "; ".join(
            f"{'' if shown else '-'}{name}" for name, shown in columns.items()
        ),
    )
    # Which rules are listed on their page, as text of an EntryFilter.
    rule_filters = _Setting("rules/filters", str)
    # The rule that was read last.
    rule_place = _Setting("rules/place", str)
    # Are the card under the mouse and, in the rail, the page of events shown?
    hover_card, show_events = _flag("hover_card", usual=True), _flag("show_events", usual=True)
    rows = _Setting("rows", _one_of(RowSize.NORMAL))
    motion = _Setting("motion", _one_of(MotionChoice.SYSTEM))
    # Are these panels of the Build page hidden?
    pool_hidden, side_hidden = _flag("build/pool_hidden"), _flag("build/side_hidden")
    # Who does what is done in an event, as its log says; at first the user of this computer.
    organizer = _Setting("events/organizer", lambda text: text or _user_name())
    # The library's ids of the event that is open, and of the one that phones are shown.
    open_event, phones_event = _Setting("events/open", str), _Setting("events/phones", str)
    # The name of the page on screen.
    page = _Setting("page", str)
    # The edition of new decks.
    edition = _Setting("new_deck/edition", _one_of(Edition.SECOND))
    # The library's ids of the decks that were open, the one on screen first.
    open_decks = _Setting("open_decks", lambda text: tuple(text.split()), " ".join)
    # Where the window stood, as Qt describes it; empty where nothing is known.
    geometry = _Setting("shape/geometry", _geometry, lambda shape: b64encode(shape.data()).decode())

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "settings.ini")

    def format_of(self, edition: Edition) -> str:
        text = self.text(f"new_deck/{edition.value}")
        names = [each.name for each in formats_of(edition)]
        return text if text in names else names[0]

    def save_format(self, edition: Edition, format_name: str) -> None:
        self.put(f"new_deck/{edition.value}", format_name)

    def sizes(self, name: str) -> tuple[int, ...]:
        """Return how the parts of a page shared its width; empty where nothing is known."""
        words = self.text(f"shape/{name}").split()
        if not all(each.isascii() and each.isdecimal() for each in words):
            return ()
        sizes = tuple(int(each[:_DIGITS]) for each in words)
        return sizes if 0 < sum(sizes) < _WIDEST else ()

    def save_sizes(self, name: str, sizes: Iterable[int]) -> None:
        """Save how the parts of a page share its width; one that was never shown has none."""
        words = [str(each) for each in sizes if each >= 0]
        if any(word != "0" for word in words):
            self.put(f"shape/{name}", " ".join(words))
