"""The settings file: texts by name, as lines of INI, read by nothing but this module.

QSettings makes any kind of object of such a file, and a wrong one aborts the program.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from carddb.errors import AppError
from carddb.files import reason_of, write_file

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
        """Return a value; "" where there is none."""
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
            write_file(self.path, data, waits=False)
        except (AppError, OSError, ValueError) as error:
            _LOG.warning("The settings could not be written: %s", error)
        else:
            self._changed = {}

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
                self.ignored.append(f"Line {number} of the settings is no plain value: ignored.")


def settings_text(values: Mapping[str, str]) -> str:
    """Return the file that holds these values."""
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
