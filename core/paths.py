"""The paths of the program's files."""

from __future__ import annotations

import os
from pathlib import Path

import resources


def home(chosen: Path | None = None) -> Path:
    """Return the folder of all files: the chosen one, else SEVENPLOTS_HOME, else the platform's."""
    if chosen is not None:
        return chosen
    named = os.environ.get("SEVENPLOTS_HOME")
    if not named:
        from platformdirs import user_data_path  # noqa: PLC0415 - a folder that is named needs none

        return user_data_path("sevenplots", appauthor=False)
    try:
        return Path(named).expanduser()
    except RuntimeError:  # no such user: "~name" may be a folder, as for a shell
        return Path(named)


def resource_folder(name: str) -> Path:
    """Return a folder of what comes with the program; importlib.resources takes long to import."""
    return Path(resources.__path__[0]) / name


def cards_file(folder: Path) -> Path:
    return folder / "cards.db"


def own_texts_file(folder: Path) -> Path:
    return folder / "own_texts.json"


def own_lists_folder(folder: Path) -> Path:
    return folder / "lists"


def own_cards_folder(folder: Path) -> Path:
    return folder / "own_cards"


def published_file(folder: Path) -> Path:
    """Return the path of the published decklists in the home folder."""
    return folder / "published.db"
