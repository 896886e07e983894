"""Reports as tables: columns that say what a row shows, for the window and the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[Row]):
    """A column: its title, the text of a row, and its width in characters.

    `name` is the title in full. A column with a `share` shares what the others leave. `words` is
    what a cell says to somebody who cannot see its signs, `tooltip` what it says in full.
    """

    title: str
    text: Callable[[Row], str]
    width: float = 0
    share: int = 0
    name: str = ""
    numeric: bool = False
    faint: bool = False
    words: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
