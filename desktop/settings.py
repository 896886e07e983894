"""What the window remembers between sittings, in an INI file in the home folder."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


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
