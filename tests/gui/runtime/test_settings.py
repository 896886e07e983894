"""Settings as they are stored, and saved filters and recent searches as text of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.saved_filters import (
    MOST_RECENT,
    MOST_SAVED,
    SavedFilter,
    called,
    read_filters,
    read_recent,
    saved_as,
    with_recent,
    without,
)
from carddb.terms import Edition
from core.files import write_file
from desktop.app import Application
from desktop.runtime.settings import TYPE_SIZES, PaletteChoice, Settings
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD, DECKS, EVENTS, HANDS, RULES
from tests.gui.conftest import with_cards
from tests.gui.samples import open_sample


def test_preferences_are_kept_in_the_home_folder(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.palette, settings.last_folder = PaletteChoice.DARK, str(tmp_path)
    settings.pictures = settings.look_at_start = True
    settings.type_size = 115
    settings.edition = Edition.FIRST
    settings.save_format(Edition.SECOND, "rookery")
    settings.save()
    assert (tmp_path / "settings.ini").is_file()
    again = Settings(tmp_path)
    assert (again.palette, again.last_folder) == (PaletteChoice.DARK, str(tmp_path))
    assert (again.pictures, again.look_at_start, again.type_size) == (True, True, 115)
    assert again.edition is Edition.FIRST
    assert (again.format_of(Edition.SECOND), again.format_of(Edition.FIRST)) == ("rookery", "joust")
    again.pictures = False
    again.save()
    assert not Settings(tmp_path).pictures


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
    assert (settings.geometry.isEmpty(), settings.sizes("build")) == (True, ())


# As a version of the program wrote it that used Qt's settings.
OLD = r"""[General]
last_folder="HOME/a, b; c"
look_at_start=true
open_decks=11aa 22bb
palette=dark
pictures=true
type_size=115

[new_deck]
edition=first
second=rookery

[shape]
build=@ByteArray(\0\0\0\xff\0\0\0\x1\0\0\0\x3\0\0\x2X)
window=@ByteArray(\x1\xd9\xd0\xcb\0\x3\0\0)
"""


def test_a_file_of_an_older_version_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "a, b; c"
    folder.mkdir()
    (tmp_path / "settings.ini").write_text(OLD.replace("HOME", str(tmp_path)), "utf-8")
    settings = Settings(tmp_path)
    assert settings.last_folder == str(folder)
    assert (settings.palette, settings.type_size) == (PaletteChoice.DARK, 115)
    assert (settings.look_at_start, settings.pictures) == (True, True)
    assert settings.open_decks == ("11aa", "22bb")
    assert (settings.edition, settings.format_of(Edition.SECOND)) == (Edition.FIRST, "rookery")
    assert (settings.geometry.isEmpty(), settings.sizes("build")) == (True, ())
    assert len(settings.ignored) == 2


@pytest.mark.skipif(os.name == "nt", reason="needs names that Windows does not take")
@pytest.mark.parametrize(
    "name", ["a=b", ' "quoted"', "@home", "back\\slash", "new\nline", "雪 %20", "; x ", "\x1fg"]
)
def test_any_folder_is_kept(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    Settings(tmp_path).last_folder = str(folder)
    assert Settings(tmp_path).last_folder == str(folder)
    # An older version of the program reads the same file.
    assert QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat).value(
        "last_folder"
    ) == str(folder)


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX names")
def test_a_folder_whose_name_is_no_unicode_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff\xfe")
    folder.mkdir()
    Settings(tmp_path).last_folder = str(folder)
    assert Settings(tmp_path).last_folder == str(folder)


@pytest.mark.parametrize("folder", ["x" * 5000, "a\0b", "/proc/self/mem/a", "@Variant(x)"])
def test_a_folder_that_cannot_be_is_none(tmp_path: Path, folder: str) -> None:
    Settings(tmp_path).last_folder = folder
    assert Settings(tmp_path).last_folder == str(Path.home())


def test_what_another_window_changed_stays(tmp_path: Path) -> None:
    one, other = Settings(tmp_path), Settings(tmp_path)
    one.type_size = 130
    other.pictures = True
    again = Settings(tmp_path)
    assert (again.type_size, again.pictures) == (130, True)


def test_settings_that_cannot_be_kept_count_while_the_window_is_open(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    settings = Settings(tmp_path / "file" / "home")
    settings.type_size = 130
    assert settings.type_size == 130
    (tmp_path / "settings.ini").mkdir()
    settings = Settings(tmp_path)
    settings.pictures = True
    assert settings.pictures


def everything(settings: Settings) -> None:
    """Ask for all that there is, and check that it is of use."""
    assert settings.palette in PaletteChoice
    assert settings.type_size in TYPE_SIZES
    assert Path(settings.last_folder).is_dir()
    assert {settings.pictures, settings.look_at_start} <= {True, False}
    assert settings.format_of(settings.edition)
    assert all(settings.open_decks) or not settings.open_decks
    for page in ("build", "decks", "hands"):
        assert sum(settings.sizes(page)) < 100_000


BROKEN = (
    r"@Variant(\0\0\0\t\x7f\xff\xff\xff)",
    r"@Variant(\0\0\0\x7f\0\0\0\xfPySide::PyObject\0)",
    r"@ByteArray(\xffffffffffffffff)",
    "@Rect(1 2)",
    "@Invalid()",
    '"',
    "\\",
    "\\x",
    "\\x110000",
    "9" * 5000,
    "٣",
    "a\0b",
    "x" * 5000,
)


def corrupted(seed: int, whole: str) -> bytes:
    """Return a file of settings with some things wrong in it."""
    chance = Random(seed)  # noqa: S311 - it only has to be the same again
    lines = whole.splitlines()
    for _ in range(chance.randint(1, 4)):
        number = chance.randrange(len(lines))
        if chance.random() < 0.6:
            lines[number] = f"{lines[number].partition('=')[0]}={chance.choice(BROKEN)}"
        else:
            lines.insert(number, chance.choice(("[", "]", "=", "[shape", "\x0b", *BROKEN)))
    data = bytearray("\n".join(lines).encode())
    for _ in range(chance.randint(0, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randint(1, len(data))] if chance.random() < 0.2 else data)


def test_no_file_of_settings_ends_the_program(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    window, splitter = QWidget(), QSplitter()
    qtbot.addWidget(window)
    qtbot.addWidget(splitter)
    good = Settings(tmp_path)
    good.geometry, good.last_folder = window.saveGeometry(), str(tmp_path)
    good.save_sizes("build", (458, 387, 290))
    good.open_decks = ("11aa", "22bb")
    file = tmp_path / "settings.ini"
    wholes = (file.read_text("utf-8"), OLD.replace("HOME", str(tmp_path)))
    for seed in range(600):
        file.write_bytes(corrupted(seed, wholes[seed % 2]))
        settings = Settings(tmp_path)
        everything(settings)
        window.restoreGeometry(settings.geometry)
        splitter.setSizes(settings.sizes("build"))
        settings.type_size = 115
        settings.pictures = not settings.pictures
        assert Settings(tmp_path).type_size == 115


def test_the_page_keeps_its_shape(app: Application) -> None:
    app.window.resize(1500, 900)
    page = app.window.build
    page.splitter.setSizes([600, 500, 300])
    sizes = page.splitter.sizes()
    app.window.close()
    kept = Settings(Path(app.settings.path).parent).sizes("build")
    page.splitter.setSizes([400, 400, 600])
    page.restore_shape(kept)
    assert page.splitter.sizes() == sizes


def test_closing_the_window_writes_the_settings_once(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []

    def counted(path: Path, data: bytes, **options: bool) -> None:
        written.append(data)
        write_file(path, data, **options)

    monkeypatch.setattr("desktop.runtime.settings.write_file", counted)
    app.settings.type_size = 115
    assert len(written) == 1  # a change by the user waits for nothing
    deck, pool = app.window.build.deck, app.window.build.pool
    deck.toggle_piles()
    pool.by_title.setChecked(True)
    app.window.resize(1400, 900)
    before = len(written)
    app.window.close()
    assert len(written) == before + 1
    again = Settings(app.settings.path.parent)
    assert (again.type_size, again.piles, again.by_title) == (115, True, True)


def test_a_page_that_was_never_seen_keeps_the_widths_of_before(
    new_app: Callable[[], Application], qtbot: QtBot
) -> None:
    first = new_app()
    first.settings.save_sizes("decks", (300, 900))
    first.window.show()
    first.window.close()
    assert new_app().settings.sizes("decks") == (300, 900)


def test_the_window_opens_on_the_page_where_it_was_closed(
    new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot
) -> None:
    window = with_cards(new_app, cards, qtbot).window
    assert window.pages.currentIndex() == BUILD
    for number in (RULES, HANDS, EVENTS, DECKS, BUILD):
        window.show_page(number)
        window.close()
        window = with_cards(new_app, cards, qtbot).window
        assert window.pages.currentIndex() == number


def test_decks_that_are_open_again_leave_the_page_of_decks_on_screen(
    two_decks: Application, new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot
) -> None:
    two_decks.window.show_page(DECKS)
    qtbot.waitUntil(lambda: not two_decks.window.library_worker.busy)
    two_decks.window.close()
    again = with_cards(new_app, cards, qtbot)
    again.open_library()
    qtbot.waitUntil(lambda: len(again.session.decks) == 2)
    assert again.window.pages.currentIndex() == DECKS
    qtbot.waitUntil(lambda: not again.window.library_worker.busy)
    open_sample(again)
    assert again.window.pages.currentIndex() == BUILD


LORDS = SavedFilter("Lords", "k:lord  o<=4", ("faction:stark", "playable:yes"), "-Cost", "second")


def test_filters_stand_by_name_and_each_name_once() -> None:
    filters = saved_as(saved_as((), LORDS), SavedFilter("  économie ", "gives:gold"))
    assert [each.name for each in filters] == ["économie", "Lords"]
    filters = saved_as(filters, SavedFilter("LORDS", "k:lord"))
    assert [(each.name, each.words) for each in filters][1] == ("LORDS", "k:lord")
    assert called(filters, "Economie") == filters[0]
    assert without(filters, "lords") == filters[:1]
    assert saved_as(filters, SavedFilter("   ")) == filters
    for number in range(MOST_SAVED + 5):
        filters = saved_as(filters, SavedFilter(f"{number:03} {'long ' * 40}"))
    assert len(filters) == MOST_SAVED


def test_the_last_searches_stand_first_and_each_once() -> None:
    recent: tuple[str, ...] = ()
    for words in ("arya", "f:stark  t:event", "  ", "ARYA", *map(str, range(8)), "x" * 1_001):
        recent = with_recent(recent, words)
    assert recent == (*map(str, range(7, -1, -1)), "ARYA", "f:stark t:event")
    assert len(recent) == MOST_RECENT


def test_the_settings_keep_them(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    assert (settings.saved_filters, settings.recent_searches) == ((), ())
    filters = saved_as((), SavedFilter('say "no"; [x]=\\d', 'x:/a;b=\\w/ "é"', ("pack:a",), "Cost"))
    settings.saved_filters, settings.recent_searches = filters, ("é; k:lord", '"a b"')
    again = Settings(tmp_path)
    assert again.saved_filters == filters
    assert again.recent_searches == ("é; k:lord", '"a b"')


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[", "{}", "7", "[7, null, []]", '[{"name": 5}]', "[" * 100_000]
)
def test_nonsense_in_the_settings_is_left_out(text: str) -> None:
    assert read_filters(text) == ()
    assert read_recent(text) == ()


def test_what_makes_sense_among_nonsense_stays() -> None:
    good = {"name": "a", "words": "b", "filters": ["c", 5], "sort": "", "edition": ""}
    assert read_filters(json.dumps([{"name": "x"}, good])) == (SavedFilter("a", "b", ("c",)),)
    assert read_recent('["a", 5, "b"]') == ("a", "b")
