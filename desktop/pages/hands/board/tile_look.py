"""How a tile is to be painted, besides what its copy is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize


@dataclass(frozen=True, slots=True)
class TileLook:
    """How much of a tile is seen, and whether it is marked, a target or under the mouse."""

    seen: QSize
    marked: bool = False
    lit: bool = False
    hovered: bool = False
