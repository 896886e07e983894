"""The keys of the table, as one table: what the sheet of keys shows is what they do."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from goldfish.play.deed import Deed

Key = Qt.Key
_CTRL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.KeypadModifier | _SHIFT


@dataclass(frozen=True, slots=True)
class TableKey:
    """Keys over the table: how they are shown, in words what they do, and its short name.

    `deed` is the move of the focused card that they ask for, where they are about one.
    """

    keys: tuple[Qt.Key, ...]
    shown: str
    words: str
    name: str
    deed: Deed | None = None
    control: bool = False


TABLE_KEYS = (
    TableKey((Key.Key_Return, Key.Key_Enter), "Enter", "The card's main move", "main"),
    TableKey((Key.Key_M, Key.Key_Menu), "M", "All moves of the card", "menu"),
    TableKey((Key.Key_S,), "S", "Into shadows", "deed", Deed.SHADOW),
    TableKey((Key.Key_O,), "O", "Out of shadows", "deed", Deed.EMERGE),
    TableKey((Key.Key_D,), "D", "Add as a duplicate", "deed", Deed.DUPLICATE),
    TableKey((Key.Key_T,), "T", "Take back in setup", "deed", Deed.TAKE_BACK),
    TableKey((Key.Key_U,), "U", "Use its action on gold", "deed", Deed.USE),
    TableKey((Key.Key_K,), "K", "Kneel or stand", "deed", Deed.TURN),
    TableKey((Key.Key_Delete, Key.Key_Backspace), "Delete", "Discard", "deed", Deed.DISCARD),
    TableKey((Key.Key_B,), "B", "Place the best setup", "best"),
    TableKey((Key.Key_L,), "L", "Mulligan", "mulligan"),
    TableKey((Key.Key_N, Key.Key_Space), "N, Space", "Next step", "next"),
    TableKey((Key.Key_Z,), "Ctrl+Z", "Undo a step of the game", "undo", control=True),
    TableKey((Key.Key_Y,), "Ctrl+Y", "Redo it", "redo", control=True),
)


def table_key(key: int, modifiers: Qt.KeyboardModifier) -> TableKey | None:
    """Return what a key with its modifiers stands for, or None."""
    redo = key == Key.Key_Z and modifiers == (_CTRL | _SHIFT)
    control = modifiers == _CTRL or redo
    if not control and modifiers & ~PLAIN:
        return None
    wanted = Key.Key_Y if redo else key
    return next(
        (each for each in TABLE_KEYS if wanted in each.keys and each.control is control), None
    )
