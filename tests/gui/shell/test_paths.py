"""Paths that cannot be used: the window says so in a sentence, and reports no bug."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.errors import AppError
from core.files import write_file
from core.paths import home
from desktop.app import Application
from desktop.dialogs.crash_dialog import CrashDialog
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.runtime.single_instance import socket_name
from desktop.runtime.tasks import Task
from library.deck_files import read_file
from library.import_reader import ImportSources, read_sources
from tests.faults.mounting import device, is_device
from tests.gui import shared_window as shared
from tests.gui.samples import deck_of, open_sample, present, shown_dialog
from tests.gui.shell.test_deck_file_saver import save_dialog

app, shared_window, own_app = shared.app, shared.module_window, shared.own_app

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX paths")

PLACES = {
    "no folder": "none/a",
    "through a file": "file/a",
    "too long": "x" * 300,
    "NUL": "a\0b",
    "link to itself": "loop/a",
    "no folder for files": "/proc/a",
    "full device": "full",
    "pipe": "pipe",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    there = tmp_path / "there"
    there.mkdir()
    (there / "file").write_text("mine", "utf-8")
    (there / "loop").symlink_to(there / "loop")
    os.mkfifo(there / "pipe")
    full = device(there, "full")
    for ending in (".png", ".txt", ".pdf", ".json"):
        (there / f"full{ending}").symlink_to(full)
        (there / f"pipe{ending}").symlink_to(there / "pipe")
    return there


def place(folder: Path, path: str, ending: str) -> Path:
    return Path(f"{folder / path}{ending}")


def save_in(app: Application, path: Path) -> None:
    """Choose a file; Qt's own dialog would warn of some of these names."""
    dialog = save_dialog(app)
    dialog.fileSelected.emit(str(path))
    dialog.close()


def no_report(app: Application) -> bool:
    return not app.window.findChildren(CrashDialog)


def test_a_deck_that_cannot_be_saved_keeps_its_mark(app: Application, folder: Path) -> None:
    open_sample(app)
    app.session.edit(replace(deck_of(app), name="Changed"))
    for name, path in PLACES.items():
        app.window.actions_["save_as"].trigger()
        save_in(app, place(folder, path, ".json"))
        assert "cannot be written" in app.window.banner.words.text(), name
        assert not app.window.banner.isHidden(), name
        assert app.window.isWindowModified(), name
        assert no_report(app)
        app.window.banner.clear_command()
        assert app.window.banner.isHidden()


@pytest.mark.parametrize(
    ("command", "kind", "ending"),
    [("export", ExportDialog, ".txt"), ("sheet", DeckSheetDialog, ".pdf")],
)
def test_a_file_of_a_dialog_that_cannot_be_written(
    *,
    app: Application,
    qtbot: QtBot,
    folder: Path,
    command: str,
    kind: type[ExportDialog | DeckSheetDialog],
    ending: str,
) -> None:
    open_sample(app)
    app.window.actions_[command].trigger()
    dialog = shown_dialog(qtbot, kind)
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
    for path in PLACES.values():
        dialog.message.clear()
        named = place(folder, path, ending)
        # A full device and a pipe are there, and it would be asked about them.
        if isinstance(dialog, ExportDialog) and path not in {"full", "pipe"}:
            dialog.save_after_asking(named)
        else:
            dialog.save_to(named)
        qtbot.waitUntil(lambda: "cannot be written" in dialog.message.text())
        assert no_report(app)
    dialog.reject()


def test_a_file_that_cannot_be_read(app: Application, qtbot: QtBot, folder: Path) -> None:
    (folder / "full").unlink(missing_ok=True)
    for path in (*PLACES.values(), "loop", "/proc/self/mem"):
        with pytest.raises(AppError):
            read_file(folder / path)
        app.open_files([str(folder / path)])
        qtbot.waitUntil(lambda: not app.window.banner.isHidden())
        assert no_report(app)
        cards = present(app.session.cards)
        sources = ImportSources(paths=(folder / path,))
        gathered = read_sources(sources, cards.judges, app.session.today, lambda *_: None)
        assert (gathered.found, len(gathered.failures)) == ((), 1), path
        app.window.banner.clear_command()
        assert app.window.banner.isHidden()


def test_saving_goes_through_a_device_and_a_link(app: Application, tmp_path: Path) -> None:
    open_sample(app)
    null, link = device(tmp_path, "null"), tmp_path / "link.json"
    link.symlink_to("deck.json")
    for each in (null, link):
        app.window.actions_["save_as"].trigger()
        save_in(app, each)
        assert app.window.banner.isHidden()
    assert (is_device(null), link.is_symlink()) == (True, True)
    assert (tmp_path / "deck.json").read_bytes().startswith(b"{")


def test_what_else_the_system_says_of_a_path_is_no_bug(
    own_app: Application, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hook in ("excepthook", "unraisablehook"):
        monkeypatch.setattr(sys, hook, getattr(sys, hook))
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    own_app.crash_reporter.install()
    missing = folder / "none" / "a"
    try:
        missing.read_bytes()
    except OSError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert str(missing) in own_app.window.banner.words.text()
    with qtbot.waitSignal(own_app.tasks.failed) as emitted:
        own_app.tasks.start(Task(lambda _: missing.read_bytes()))
    assert isinstance(present(emitted.args)[0], AppError)
    assert no_report(own_app)


def test_a_home_of_nobody_and_one_that_leads_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEVENPLOTS_HOME", "~no-such-user/plots")
    assert home() == Path("~no-such-user/plots")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert socket_name(loop)
    with pytest.raises(AppError):
        write_file(loop / "a", b"")
