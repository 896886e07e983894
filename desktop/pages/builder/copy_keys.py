"""The keys that change copies, the same in the table of all cards and in the deck."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


@dataclass(frozen=True, slots=True)
class CopyKey:
    """A key over selected cards: how the list of shortcuts names it, and what it does.

    `count` is a number of copies to have, None where `difference` is what to add; `large` shows
    the card large instead, `considers` moves all copies to the considered cards or back.
    """

    keys: tuple[Qt.Key, ...]
    shown: str
    words: str
    count: int | None = None
    difference: int = 0
    large: bool = False
    considers: bool = False


COUNTS = tuple(
    CopyKey((key,), key.name[-1], f"Set copies to {number}", number)
    for number, key in enumerate((Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3))
)
MANY = CopyKey(
    tuple(Qt.Key(Qt.Key.Key_0 + number) for number in range(4, 10)),
    "4\N{EN DASH}9",
    "Set copies beyond 3, where the limit allows it",
    4,
)
MORE = CopyKey((Qt.Key.Key_Plus, Qt.Key.Key_Equal), "+", "Add a copy", difference=1)
ENTER = CopyKey((Qt.Key.Key_Return, Qt.Key.Key_Enter), "Enter", "Add a copy", difference=1)
LESS = CopyKey((Qt.Key.Key_Minus,), "\N{MINUS SIGN}", "Remove a copy", difference=-1)
NONE = CopyKey((Qt.Key.Key_Delete,), "Delete", "Remove all copies", 0)
LARGE = CopyKey((Qt.Key.Key_Space,), "Space", "Show large", large=True)
# A command of the menu, so that its key works wherever cards are selected.
CONSIDER = CopyKey((), "Ctrl+U", "Consider, or take back", considers=True)
COPIES_KEYS = (*COUNTS, MANY, MORE, ENTER, LESS, NONE, LARGE)
_BY_KEY = {key: each for each in COPIES_KEYS for key in each.keys}
_PLAIN = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


def copy_key_of(event: QKeyEvent) -> CopyKey | None:
    """Return which of these keys was pressed, if any."""
    found = None if event.modifiers() & ~_PLAIN else _BY_KEY.get(Qt.Key(event.key()))
    return replace(MANY, count=event.key() - Qt.Key.Key_0) if found is MANY else found


def key_for(count: int) -> CopyKey:
    """Return what the key of a number of copies does, for any number."""
    return replace(MANY, shown=str(count), count=count)
