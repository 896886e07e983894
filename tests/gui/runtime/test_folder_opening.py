"""Folders are opened by a program of the system, which finds the system's libraries."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop.runtime.folder_opening import open_folder


@pytest.mark.parametrize(
    ("bundled", "before", "seen"),
    [(False, None, "/bundle"), (True, None, None), (True, "", None), (True, "/system", "/system")],
)
@pytest.mark.parametrize("name", ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH"])
def test_what_is_started_has_the_environment_of_before_the_bundle(
    name: str,
    bundled: bool,
    before: str | None,
    seen: str | None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(sys, "frozen", bundled, raising=False)
    monkeypatch.setenv(name, "/bundle")
    monkeypatch.delenv(f"{name}_ORIG", raising=False)
    if before is not None:
        monkeypatch.setenv(f"{name}_ORIG", before)
    opened: list[tuple[str, str | None]] = []

    def open_url(url: QUrl) -> bool:
        opened.append((url.toLocalFile(), os.environ.get(name)))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)  # it opens another program
    assert open_folder(tmp_path)
    assert opened == [(tmp_path.as_posix(), seen)]
    assert os.environ[name] == "/bundle"
