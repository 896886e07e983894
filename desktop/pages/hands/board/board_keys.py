"""The keys of the board: one table for what they do and for what the dialog of keys shows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from goldfish.play.game import MoveKind

Key = Qt.Key
_CTRL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_PLAIN = Qt.KeyboardModifier.KeypadModifier | _SHIFT


@dataclass(frozen=True, slots=True)
class BoardKey:
    """Keys of the board: how they are shown, what they do in words, and its short name.

    `move` is the move of the focused card that they request, if they are about one.
    """

    keys: tuple[Qt.Key, ...]
    shown: str
    words: str
    name: str
    move: MoveKind | None = None
    control: bool = False


BOARD_KEYS = (
    BoardKey((Key.Key_Return, Key.Key_Enter), "Enter", "The card's main move", "main"),
    BoardKey((Key.Key_M, Key.Key_Menu), "M", "All moves of the card", "menu"),
    BoardKey((Key.Key_S,), "S", "Into shadows", "move", MoveKind.SHADOW),
    BoardKey((Key.Key_O,), "O", "Out of shadows", "move", MoveKind.EMERGE),
    BoardKey((Key.Key_D,), "D", "Add as a duplicate", "move", MoveKind.DUPLICATE),
    BoardKey((Key.Key_T,), "T", "Take back in setup", "move", MoveKind.TAKE_BACK),
    BoardKey((Key.Key_U,), "U", "Use its action on gold", "move", MoveKind.USE),
    BoardKey((Key.Key_K,), "K", "Kneel or stand", "move", MoveKind.TURN),
    BoardKey((Key.Key_Delete, Key.Key_Backspace), "Delete", "Discard", "move", MoveKind.DISCARD),
    BoardKey((Key.Key_B,), "B", "Propose the best setup; again: set it up", "best"),
    BoardKey((Key.Key_L,), "L", "Mulligan", "mulligan"),
    BoardKey((Key.Key_N, Key.Key_Space), "N, Space", "Next step", "next"),
    BoardKey((Key.Key_H,), "H", "Deal a new hand", "new"),
    BoardKey((Key.Key_E,), "E", "Enter a hand: choose its cards", "enter"),
    BoardKey((Key.Key_R,), "R", "This was a real hand: record its game", "real"),
    BoardKey((Key.Key_G,), "G", "Open or close the log", "log"),
    BoardKey((Key.Key_Z,), "Ctrl+Z", "Undo a step of the game", "undo", control=True),
    BoardKey((Key.Key_Y,), "Ctrl+Y", "Redo it", "redo", control=True),
)


def board_key(key: int, modifiers: Qt.KeyboardModifier) -> BoardKey | None:
    """Return what a key with its modifiers stands for, or None."""
    redo = key == Key.Key_Z and modifiers == (_CTRL | _SHIFT)
    control = modifiers == _CTRL or redo
    if not control and modifiers & ~_PLAIN:
        return None
    wanted = Key.Key_Y if redo else key
    return next(
        (each for each in BOARD_KEYS if wanted in each.keys and each.control is control), None
    )
