"""Which dropped things are files that can be opened."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def local_files(data: QMimeData) -> list[Path]:
    """Return the paths of the local files in what is dragged; none for links and text."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
