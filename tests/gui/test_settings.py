from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.settings import PaletteChoice, Settings


def test_settings_are_kept_in_the_home_folder(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.palette = PaletteChoice.DARK
    settings.last_folder = str(tmp_path)
    settings.save()
    assert (tmp_path / "settings.ini").is_file()
    again = Settings(tmp_path)
    assert again.palette is PaletteChoice.DARK
    assert again.last_folder == str(tmp_path)


@pytest.mark.parametrize("text", ["", "[General]\npalette=mauve\nlast_folder=/gone\n", "\x00\xff"])
def test_nonsense_in_the_file_is_as_good_as_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.ini").write_text(text, "utf-8")
    settings = Settings(tmp_path)
    assert settings.palette is PaletteChoice.SYSTEM
    assert settings.last_folder == str(Path.home())
    assert settings.shape("window").isEmpty()


def test_the_page_keeps_its_shape(desk: Desk, qtbot: QtBot) -> None:
    desk.window.resize(1500, 900)
    page = desk.window.build
    page.splitter.setSizes([600, 500, 300])
    sizes = page.splitter.sizes()
    desk.window.close()
    kept = Settings(Path(desk.settings.path).parent).shape("build")
    page.splitter.setSizes([400, 400, 600])
    page.restore_shape(kept)
    assert page.splitter.sizes() == sizes
