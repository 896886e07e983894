from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
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


def test_preferences_are_kept(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.pictures = settings.look_at_start = True
    settings.type_size = 115
    settings.edition = Edition.FIRST
    settings.keep_format(Edition.SECOND, "rookery")
    settings.save()
    again = Settings(tmp_path)
    assert (again.pictures, again.look_at_start, again.type_size) == (True, True, 115)
    assert again.edition is Edition.FIRST
    assert (again.format_of(Edition.SECOND), again.format_of(Edition.FIRST)) == ("rookery", "joust")
    again.pictures = False
    again.save()
    assert not Settings(tmp_path).pictures


def test_nothing_goes_over_the_net_before_the_user_says_so(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    assert (settings.pictures, settings.look_at_start) == (False, False)


NONSENSE = """[General]
palette=mauve
last_folder=/gone
type_size=1e9
pictures=perhaps
look_at_start=1, 2
[new_deck]
edition=third
second=chess
first=rookery
"""


@pytest.mark.parametrize(
    "text", ["", NONSENSE, "[General]\npalette=mauve\nlast_folder=/gone\n", "\x00\xff"]
)
def test_nonsense_in_the_file_is_as_good_as_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.ini").write_text(text, "utf-8")
    settings = Settings(tmp_path)
    assert settings.palette is PaletteChoice.SYSTEM
    assert settings.last_folder == str(Path.home())
    assert (settings.type_size, settings.pictures, settings.look_at_start) == (100, False, False)
    assert settings.edition is Edition.SECOND
    assert {settings.format_of(each) for each in Edition} == {"joust"}
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
