"""What the window remembers between sittings, in an INI file in the home folder."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from carddb.terms import Edition
from validators.formats import formats_of

# How large the type is, in hundredths of the desktop's own size.
TYPE_SIZES = (90, 100, 115, 130)
USUAL_TYPE_SIZE = 100


class PaletteChoice(StrEnum):
    """Which palette the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Settings:
    """The settings, each with a value where the file has none or nonsense."""

    def __init__(self, folder: Path) -> None:
        self._file = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)

    @property
    def palette(self) -> PaletteChoice:
        """The palette that the user chose."""
        try:
            return PaletteChoice(str(self._file.value("palette", PaletteChoice.SYSTEM)))
        except ValueError:
            return PaletteChoice.SYSTEM

    @palette.setter
    def palette(self, choice: PaletteChoice) -> None:
        self._file.setValue("palette", choice.value)

    @property
    def last_folder(self) -> str:
        """The folder that a deck was last opened from; the user's own folder at first."""
        kept = str(self._file.value("last_folder", ""))
        return kept if kept and Path(kept).is_dir() else str(Path.home())

    @last_folder.setter
    def last_folder(self, folder: str) -> None:
        self._file.setValue("last_folder", folder)

    @property
    def type_size(self) -> int:
        """How large the type is, one of TYPE_SIZES."""
        kept = str(self._file.value("type_size", ""))
        return int(kept) if kept in map(str, TYPE_SIZES) else USUAL_TYPE_SIZE

    @type_size.setter
    def type_size(self, hundredths: int) -> None:
        self._file.setValue("type_size", hundredths)

    @property
    def pictures(self) -> bool:
        """Whether pictures of cards may be fetched from ThronesDB; not unless the user said so."""
        return self._flag("pictures")

    @pictures.setter
    def pictures(self, wanted: bool) -> None:
        self._file.setValue("pictures", wanted)

    @property
    def look_at_start(self) -> bool:
        """Whether each start looks for newer cards; not unless the user said so."""
        return self._flag("look_at_start")

    @look_at_start.setter
    def look_at_start(self, wanted: bool) -> None:
        self._file.setValue("look_at_start", wanted)

    @property
    def edition(self) -> Edition:
        """The edition of new decks."""
        try:
            return Edition(str(self._file.value("new_deck/edition", Edition.SECOND.value)))
        except ValueError:
            return Edition.SECOND

    @edition.setter
    def edition(self, edition: Edition) -> None:
        self._file.setValue("new_deck/edition", edition.value)

    def format_of(self, edition: Edition) -> str:
        """Return the name of the format of new decks of an edition."""
        kept = str(self._file.value(f"new_deck/{edition.value}", ""))
        names = [each.name for each in formats_of(edition)]
        return kept if kept in names else names[0]

    def keep_format(self, edition: Edition, format_name: str) -> None:
        """Keep the format of new decks of an edition."""
        self._file.setValue(f"new_deck/{edition.value}", format_name)

    @property
    def open_decks(self) -> tuple[str, ...]:
        """The library's ids of the decks that were open, the one on screen first."""
        return tuple(each for each in str(self._file.value("open_decks", "")).split() if each)

    @open_decks.setter
    def open_decks(self, ids: Iterable[str]) -> None:
        self._file.setValue("open_decks", " ".join(ids))

    def shape(self, name: str) -> QByteArray:
        """Return the kept geometry or splitter state of that name, or an empty one."""
        kept = self._file.value(f"shape/{name}")
        return kept if isinstance(kept, QByteArray) else QByteArray()

    def keep_shape(self, name: str, state: QByteArray) -> None:
        """Keep a geometry or splitter state."""
        self._file.setValue(f"shape/{name}", state)

    @property
    def path(self) -> str:
        """The path of the file."""
        return self._file.fileName()

    def save(self) -> None:
        """Write what changed to the file now."""
        self._file.sync()

    def _flag(self, name: str) -> bool:
        # An INI file holds words.
        return str(self._file.value(name, "")).lower() == "true"
