"""Paths that cannot be used: every command prints a sentence about the path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import run
from tests.faults.mounting import device, is_device, mounted, read_only
from tests.running import Ran, Run
from tests.unit.cli.conftest import home, prepared_once, sevenplots

__all__ = ["home", "prepared_once", "sevenplots"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX paths")

LISTS = Path(__file__).parents[1] / "unit" / "decks" / "lists"
WORLD = LISTS / "world-2016-clipboard.txt"
BUG = "Something went wrong"

READING = {
    "check": ["check", "PATH"],
    "read": ["read", "PATH"],
    "export": ["export", "PATH", "--to", "json"],
    "stats": ["stats", "PATH"],
    "hands": ["hands", "PATH"],
    "versus": ["hands", WORLD, "--versus", "PATH"],
    "goldfish": ["goldfish", "PATH"],
    "setup": ["setup", "PATH", "--hand", "01141"],
    "odds": ["odds", "PATH", "--want", "t:character"],
    "restore": ["restore", "PATH"],
}
NO_FILE = {
    "missing": "none/deck.txt",
    "through a file": "file/deck.txt",
    "too long": "x" * 300,
    "far too long": "x/" * 3000,
    "NUL": "a\0b",
    "link to itself": "loop",
    "not UTF-8": os.fsdecode(b"\xff\xfe.txt"),
    "memory": "/proc/self/mem",
    "nameless": "",
    "root": "/proc/self/fd",
}
PLACES = {
    "through a file": "file/out.json",
    "too long": "x" * 300,
    "NUL": "a\0b",
    "link to itself": "loop",
    "no folder for files": "/proc/out.json",
    "full device": "full",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("mine", "utf-8")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    full = device(tmp_path, "full")
    if full.parent != tmp_path:
        (tmp_path / "full").symlink_to(full)
    return tmp_path


def in_a_sentence(ran: Ran) -> bool:
    return ran.status == 2 and BUG not in ran.err and len(ran.err.strip()) > 20


@pytest.mark.parametrize("path", NO_FILE.values(), ids=NO_FILE)
@pytest.mark.parametrize("words", READING.values(), ids=READING)
def test_what_cannot_be_read_is_a_sentence(
    sevenplots: Run, folder: Path, words: list[object], path: str
) -> None:
    named = str(folder / path) if path else path
    ran = sevenplots(*(named if each == "PATH" else each for each in words))
    assert in_a_sentence(ran), ran


@pytest.mark.parametrize("path", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("target", ["json", "plain"])
def test_what_cannot_be_written_is_a_sentence(
    sevenplots: Run, folder: Path, path: str, target: str
) -> None:
    ran = sevenplots("export", WORLD, "--to", target, "--output", folder / path)
    assert in_a_sentence(ran), ran
    assert sorted(each.name for each in folder.iterdir()) == ["file", "full", "loop"]
    assert is_device(folder / "full")


@pytest.mark.parametrize("path", PLACES.values(), ids=PLACES)
def test_several_decks_need_a_folder(sevenplots: Run, folder: Path, path: str) -> None:
    bulk = folder / "file"
    bulk.write_text("House Stark\n===\nHouse Tully\n3x Ward (TS)\n", "utf-8")
    ran = sevenplots("export", bulk, "--to", "plain", "--output", folder / path)
    assert in_a_sentence(ran), ran


@pytest.mark.parametrize("path", PLACES.values(), ids=PLACES)
def test_a_backup_that_cannot_be_written_is_a_sentence(
    sevenplots: Run, folder: Path, path: str
) -> None:
    assert in_a_sentence(sevenplots("backup", folder / path))
    assert is_device(folder / "full")


def test_a_folder_is_no_backup(sevenplots: Run, tmp_path: Path) -> None:
    for each in (tmp_path, Path("/"), Path()):
        ran = sevenplots("restore", each)
        assert (ran.status, "is a folder" in ran.err) == (2, True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "disk", "3m") as there:
        yield there


def test_nothing_is_written_on_a_disk_for_reading(sevenplots: Run, disk: Path) -> None:
    with read_only(disk):
        for words in (["export", WORLD, "--to", "json", "--output"], ["backup"]):
            ran = sevenplots(*words, disk / "out")
            assert in_a_sentence(ran), ran
            assert "Read-only file system" in ran.err


def test_a_home_for_reading_serves_all_that_only_reads(
    disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with read_only(disk):
        for words in (
            ["check", str(WORLD)],
            ["search", "--", "arya"],
            ["card", "01141"],
            ["stats", str(WORLD)],
        ):
            assert run(["--home", str(disk / "home"), *words]) in {0, 1}
            assert BUG not in capsys.readouterr().err
        for words in (["backup"], ["sync", "--from", "http://127.0.0.1:1"]):
            assert run(["--home", str(disk / "home"), *words]) in {2, 3}
            assert BUG not in capsys.readouterr().err


def test_no_half_file_is_left_on_a_full_disk(sevenplots: Run, disk: Path) -> None:
    (disk / "stone").write_bytes(bytes(3 * 1024 * 1024))
    ran = sevenplots("export", WORLD, "--to", "json", "--output", disk / "out.json")
    assert in_a_sentence(ran), ran
    assert [each.name for each in disk.iterdir()] == ["stone"]


def test_output_goes_through_a_device(sevenplots: Run, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    null = device(tmp_path, "null")
    link.symlink_to(null)
    for each in (null, link):
        assert sevenplots("export", WORLD, "--to", "json", "--output", each).status == 0
    assert (is_device(null), link.is_symlink()) == (True, True)
