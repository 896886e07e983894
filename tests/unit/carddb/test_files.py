"""Files as they are written: whole, through links, with their rights, and through to devices."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from core.errors import AppError
from core.files import fitting, is_folder, path_refusal, path_text, plain_file, write_file
from tests.faults.mounting import device, is_device, mounted, read_only

ROOT = Path(__file__).parents[3]
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")

WRITING = """
import sys
from pathlib import Path
from core.errors import AppError
from core.files import write_file
print("before", flush=True)
try:
    write_file(Path(sys.argv[1]), b"the deck\\n")
except AppError as error:
    print(error.sentence)
print("after")
"""


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refused(path: Path, data: bytes = b"new", *, waits: bool = True) -> str:
    """Return the sentence with which a file was not written."""
    with pytest.raises(AppError) as raised:
        write_file(path, data, waits=waits)
    return raised.value.sentence


class TestPlainFiles:
    @posix
    def test_a_new_file_has_the_mode_of_the_umask(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            write_file(tmp_path / "a.txt", b"new")
        finally:
            os.umask(before)
        assert mode_of(tmp_path / "a.txt") == 0o640

    @posix
    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o660, 0o755])
    def test_a_replaced_file_keeps_its_mode(self, tmp_path: Path, mode: int) -> None:
        file = tmp_path / "a.txt"
        file.write_bytes(b"old")
        file.chmod(mode)
        write_file(file, b"new")
        assert (file.read_bytes(), mode_of(file)) == (b"new", mode)

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may give away")
    def test_a_replaced_file_keeps_its_owner(self, tmp_path: Path) -> None:
        file = tmp_path / "a.txt"
        file.write_bytes(b"old")
        os.chown(file, 1234, 4321)
        write_file(file, b"new")
        assert (file.stat().st_uid, file.stat().st_gid) == (1234, 4321)

    def test_a_file_is_there_whole_or_as_it_was(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "a.txt"
        file.write_bytes(b"before")

        def interrupted(_descriptor: int) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_file(file, b"after")
        assert file.read_bytes() == b"before"
        assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]

    def test_nothing_else_is_left(self, tmp_path: Path) -> None:
        for _ in range(2):
            write_file(tmp_path / "a.txt", b"new")
        assert os.listdir(tmp_path) == ["a.txt"]  # noqa: PTH208 - hidden ones too


@posix
class TestLinks:
    def test_a_link_is_followed(self, tmp_path: Path) -> None:
        file, link, further = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt"))
        (tmp_path / "there").mkdir()
        file = tmp_path / "there" / "a.txt"
        file.write_bytes(b"old")
        link.symlink_to("there/a.txt")
        further.symlink_to(link)
        write_file(further, b"new")
        assert (further.is_symlink(), link.is_symlink(), file.is_symlink()) == (True, True, False)
        assert file.read_bytes() == b"new"

    def test_a_link_to_nowhere_is_followed(self, tmp_path: Path) -> None:
        link, further = tmp_path / "b.txt", tmp_path / "c.txt"
        link.symlink_to("a.txt")
        further.symlink_to(link)
        write_file(further, b"new")
        assert (further.is_symlink(), link.is_symlink()) == (True, True)
        assert (tmp_path / "a.txt").read_bytes() == b"new"

    def test_a_link_to_itself_is_refused(self, tmp_path: Path) -> None:
        link = tmp_path / "a.txt"
        link.symlink_to(link)
        assert "cannot be written" in refused(link)
        assert link.is_symlink()

    def test_a_link_into_no_folder_is_refused(self, tmp_path: Path) -> None:
        link = tmp_path / "a.txt"
        link.symlink_to(tmp_path / "no" / "b.txt")
        assert "No such file or directory" in refused(link)

    def test_a_link_to_a_device_stays_one(self, tmp_path: Path) -> None:
        link = tmp_path / "a.txt"
        null = device(tmp_path, "null")
        link.symlink_to(null)
        write_file(link, b"new")
        assert (link.is_symlink(), is_device(null)) == (True, True)


@posix
class TestWhatIsNoPlainFile:
    def test_a_device_stays_one(self, tmp_path: Path) -> None:
        null = device(tmp_path, "null")
        write_file(null, b"new")
        assert is_device(null)

    def test_a_full_device_is_a_sentence(self, tmp_path: Path) -> None:
        full = device(tmp_path, "full")
        assert refused(full) == f"{path_text(full)} cannot be written: No space left on device."
        assert is_device(full)

    def test_a_pipe_is_written_through(self, tmp_path: Path) -> None:
        pipe, read = tmp_path / "pipe", []
        os.mkfifo(pipe)
        reader = Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        write_file(pipe, b"new" * 100_000)
        reader.join()
        assert read == [b"new" * 100_000]
        assert stat.S_ISFIFO(pipe.stat().st_mode)

    def test_a_window_does_not_wait_for_a_reader(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        assert "cannot be written" in refused(tmp_path / "pipe", waits=False)

    @pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
    def test_standard_output_is_written_in_its_turn(self, tmp_path: Path, name: str) -> None:
        if not Path(name).exists():
            pytest.skip("there is no such name here")
        command = [sys.executable, "-c", WRITING, name]
        written = b"before\nthe deck\nafter\n"
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)  # noqa: S603
        assert ran.stdout == written
        file = tmp_path / "out.txt"
        file.write_bytes(b"before\n")
        with file.open("ab") as output:
            subprocess.run(command, cwd=ROOT, stdout=output, check=True)  # noqa: S603
        assert file.read_bytes() == b"before\n" + written


class TestRefused:
    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("no/a.txt", "No such file or directory"),
            ("file/a.txt", "Not a directory"),
            ("x" * 300, "File name too long"),
            ("x/" * 3000, "File name too long"),
            ("a\0b", "no file can have such a name"),
            ("", "is a folder"),
        ],
    )
    def test_a_path_that_cannot_be_is_a_sentence(
        self, tmp_path: Path, name: str, reason: str
    ) -> None:
        (tmp_path / "file").write_bytes(b"mine")
        sentence = refused(tmp_path / name)
        assert (reason in sentence, len(sentence) < 300, sentence.isprintable()) == (
            True,
            True,
            True,
        )
        assert os.listdir(tmp_path) == ["file"]  # noqa: PTH208

    def test_a_folder_that_takes_nothing(self) -> None:
        if not Path("/proc/self").exists():
            pytest.skip("needs /proc")
        assert "/proc/deck.txt cannot be written" in refused(Path("/proc/deck.txt"))

    def test_a_full_disk_leaves_nothing_behind(self, tmp_path: Path) -> None:
        with mounted(tmp_path / "disk", "64k") as folder:
            file = folder / "out.json"
            file.write_bytes(b"old")
            for size in (70_000, 1_000_000):
                assert "No space left on device" in refused(file, bytes(size))
                assert os.listdir(folder) == ["out.json"]  # noqa: PTH208
            assert file.read_bytes() == b"old"

    def test_a_disk_for_reading_only(self, tmp_path: Path) -> None:
        with mounted(tmp_path / "disk", "64k") as folder:
            (folder / "old.txt").write_bytes(b"old")
            with read_only(folder):
                for name in ("old.txt", "new.txt"):
                    assert "Read-only file system" in refused(folder / name)
            assert (folder / "old.txt").read_bytes() == b"old"

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
    def test_a_file_that_may_not_be_written_is_not_replaced(self, tmp_path: Path) -> None:
        file = tmp_path / "a.txt"
        file.write_bytes(b"old")
        file.chmod(0o444)
        assert "Permission denied" in refused(file)
        assert file.read_bytes() == b"old"


def test_a_name_fits_every_file_system() -> None:
    assert fitting("abc", 2) == "ab"
    assert len(fitting("雪" * 100, 100).encode()) <= 200
    assert fitting("雪" * 100, 100) == "雪" * 66


def test_a_folder_is_one_only_where_the_system_says_so(tmp_path: Path) -> None:
    assert is_folder(tmp_path)
    assert not any(map(is_folder, (tmp_path / "a", tmp_path / ("x" * 300), Path("a\0b"))))


def test_an_error_that_names_a_path_is_a_sentence_about_it() -> None:
    refusal = path_refusal(PermissionError(13, "Permission denied", "/etc/deck.txt"))
    assert refusal is not None
    assert refusal.sentence == "/etc/deck.txt cannot be used: Permission denied."
    assert path_refusal(OSError(28, "No space left on device")) is None
    assert path_refusal(OSError(9, "Bad file descriptor", 1)) is None
    assert path_refusal(ValueError("no")) is None


def test_a_path_is_shown_in_one_short_line() -> None:
    assert path_text("a\nb\0") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"
    assert len(path_text("x" * 5000)) < 200


@posix
def test_a_plain_file_is_found_behind_links_and_nothing_else_is_one(tmp_path: Path) -> None:
    link = tmp_path / "b.db"
    link.symlink_to("a.db")
    there = tmp_path.resolve() / "a.db"
    assert (plain_file(link), plain_file(there)) == (there, there)
    there.write_bytes(b"")
    assert plain_file(link) == there
    for other in (device(tmp_path, "null"), tmp_path, there / "c.db"):
        with pytest.raises(AppError):
            plain_file(other)
