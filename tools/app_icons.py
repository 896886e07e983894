"""Makes the program's icon as Windows and macOS want it, from the drawing of resources/icons.

Usage: python -m tools.app_icons
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tools.release_files import BUILD, ROOT

FOLDER = BUILD / "icons"
DRAWING = ROOT / "resources" / "icons" / "app.svg"
# The largest that each format holds.
SIZES = {"sevenplots.ico": 256, "sevenplots.icns": 1024}


def write_icons(folder: Path = FOLDER) -> list[Path]:
    """Write the icons into a folder and return them."""
    folder.mkdir(parents=True, exist_ok=True)
    drawing, files = QSvgRenderer(str(DRAWING)), []
    for name, size in SIZES.items():
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        drawing.render(painter)
        painter.end()
        file = folder / name
        if not image.save(str(file)):
            raise SystemExit(f"{file} could not be written.")
        files.append(file)
    return files


if __name__ == "__main__":
    write_icons()
