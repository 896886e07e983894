"""The settings of the window, in an INI file in the home folder."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QByteArray

from carddb.files import is_folder
from carddb.terms import Edition
from desktop.runtime.settings_file import SettingsFile
from validators.formats import formats_of

# How large the type is, in hundredths of the desktop's own size.
TYPE_SIZES = (90, 100, 115, 130)
USUAL_TYPE_SIZE = 100
# No page is as wide as that.
_WIDEST, _DIGITS = 100_000, 6


class PaletteChoice(StrEnum):
    """Which palette the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class _Flag:
    """A setting that is true or false, and false where the file has none."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, settings: Settings, _: type[Settings]) -> bool:
        return settings.text(self._name).lower() == "true"

    def __set__(self, settings: Settings, value: bool) -> None:  # noqa: FBT001 - the value
        settings.put(self._name, str(value).lower())


class Settings:
    """The settings, each with a value where the file has none or nonsense."""

    def __init__(self, folder: Path) -> None:
        self._file = SettingsFile(folder / "settings.ini")
        self.text, self.put, self.save = self._file.text, self._file.put, self._file.save

    @property
    def palette(self) -> PaletteChoice:
        """The palette that the user chose."""
        try:
            return PaletteChoice(self.text("palette"))
        except ValueError:
            return PaletteChoice.SYSTEM

    @palette.setter
    def palette(self, choice: PaletteChoice) -> None:
        self.put("palette", choice.value)

    @property
    def last_folder(self) -> str:
        """The folder that a deck was last opened from; the user's own folder at first."""
        text = self.text("last_folder")
        return text if text and is_folder(Path(text)) else str(Path.home())

    @last_folder.setter
    def last_folder(self, folder: str) -> None:
        self.put("last_folder", folder)

    @property
    def type_size(self) -> int:
        """How large the type is, one of TYPE_SIZES."""
        text = self.text("type_size")
        return int(text) if text in map(str, TYPE_SIZES) else USUAL_TYPE_SIZE

    @type_size.setter
    def type_size(self, hundredths: int) -> None:
        self.put("type_size", str(hundredths))

    # Not unless the user said so: may pictures be fetched, and newer cards looked for at a start?
    pictures = _Flag("pictures")
    look_at_start = _Flag("look_at_start")

    @property
    def edition(self) -> Edition:
        """The edition of new decks."""
        try:
            return Edition(self.text("new_deck/edition"))
        except ValueError:
            return Edition.SECOND

    @edition.setter
    def edition(self, edition: Edition) -> None:
        self.put("new_deck/edition", edition.value)

    def format_of(self, edition: Edition) -> str:
        """Return the name of the format of new decks of an edition."""
        text = self.text(f"new_deck/{edition.value}")
        names = [each.name for each in formats_of(edition)]
        return text if text in names else names[0]

    def save_format(self, edition: Edition, format_name: str) -> None:
        """Save the format of new decks of an edition."""
        self.put(f"new_deck/{edition.value}", format_name)

    @property
    def open_decks(self) -> tuple[str, ...]:
        """The library's ids of the decks that were open, the one on screen first."""
        return tuple(each for each in self.text("open_decks").split() if each)

    @open_decks.setter
    def open_decks(self, ids: Iterable[str]) -> None:
        self.put("open_decks", " ".join(ids))

    @property
    def geometry(self) -> QByteArray:
        """Where the window stood, as Qt describes it; empty where nothing is known."""
        try:
            return QByteArray(b64decode(self.text("shape/geometry"), validate=True))
        except ValueError:
            return QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self.put("shape/geometry", b64encode(geometry.data()).decode())

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

    @property
    def ignored(self) -> tuple[str, ...]:
        """Sentences about what the file holds and cannot be used."""
        return tuple(self._file.ignored)

    @property
    def path(self) -> str:
        """The path of the file."""
        return str(self._file.path)
