"""Where the program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home(chosen: Path | None = None) -> Path:
    """Return the folder of all files: the chosen one, else SEVENPLOTS_HOME, else the platform's."""
    if chosen is not None:
        return chosen
    named = os.environ.get("SEVENPLOTS_HOME")
    return Path(named).expanduser() if named else user_data_path("sevenplots", appauthor=False)


def cards_file(folder: Path) -> Path:
    """Return the path of cards.db in the home folder."""
    return folder / "cards.db"
