"""Files written whole, through links, with their rights; their names, folders, cache and log."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePath
from tempfile import TemporaryFile
from threading import Thread

import platformdirs
import pytest
from platformdirs import windows
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from core import paths
from core.errors import AppError
from core.file_cache import FileCache
from core.files import (
    file_name,
    file_names,
    fitting,
    is_folder,
    path_refusal,
    path_text,
    plain_file,
    write_file,
)
from core.log_file import MAX_BYTES, LogFile, without_home
from core.text_format import day_words
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

    def test_an_open_file_is_copied_from_its_beginning(self, tmp_path: Path) -> None:
        with TemporaryFile() as source:
            source.write(b"new")
            write_file(tmp_path / "a.txt", source)
        assert (tmp_path / "a.txt").read_bytes() == b"new"

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


def test_file_names_suit_every_system() -> None:
    assert file_name('a/b: "c"?', ".txt") == "a b c.txt"
    assert file_name("CON", ".txt") == "CON deck.txt"
    assert file_name("...", ".txt") == "deck.txt"
    assert file_names(["x", "X", "y"], ".txt") == ["x.txt", "X (2).txt", "y.txt"]


@pytest.mark.parametrize("device", ["con", "PRN", "Aux", "nul", "COM1", "lpt9", "COM¹", "CONIN$"])
def test_no_file_has_the_name_of_a_device_of_windows(device: str) -> None:
    assert file_name(device, ".txt") == f"{device} deck.txt"
    assert file_name(f"{device}.v2", ".o8d") == f"{device} deck.v2.o8d"
    assert file_name(f"{device}x", ".txt") == f"{device}x.txt"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Wolves", "WOLVES"), ("\N{LATIN SMALL LETTER E WITH ACUTE}", "e\N{COMBINING ACUTE ACCENT}")],
)
def test_names_that_a_file_system_takes_for_one_differ(one: str, other: str) -> None:
    assert file_names([one, other], ".txt") == [f"{one}.txt", f"{other} (2).txt"]


def test_many_files_stay_within_the_bound(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "made", (".jpg",), 50)
    for number in range(20):
        file = cache.store(f"{number}.jpg", b"x" * 10)
        os.utime(file, (1000 + number,) * 2)
        assert cache.size() <= 50
    assert sorted(int(each.stem) for each in cache.folder.iterdir()) == [15, 16, 17, 18, 19]


def test_what_lay_there_before_counts(tmp_path: Path) -> None:
    FileCache(tmp_path, (".jpg",), 50).store("old.jpg", b"x" * 45)
    os.utime(tmp_path / "old.jpg", (1000, 1000))
    FileCache(tmp_path, (".jpg",), 50).store("new.jpg", b"x" * 10)
    assert [each.name for each in tmp_path.iterdir()] == ["new.jpg"]


README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        (Unix, "~/.local/share/sevenplots"),
        (MacOS, "~/Library/Application Support/sevenplots"),
        (Windows, "%LOCALAPPDATA%/sevenplots"),
    ],
)
def test_the_folder_is_that_of_the_readme(
    system: type[PlatformDirsABC], folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("SEVENPLOTS_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    monkeypatch.setattr(
        platformdirs,
        "user_data_path",
        lambda name, **options: system(name, **options).user_data_path,
    )
    # What Windows itself answers elsewhere stands in its variables.
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)
    wanted = folder.replace("~", str(tmp_path)).replace("%LOCALAPPDATA%", str(tmp_path / "Local"))
    assert paths.home() == Path(wanted)
    shown = PurePath(folder).as_posix()
    assert f"`{shown}`" in README or f"`{shown.replace('/', chr(92))}`" in README


def test_the_variable_and_the_option_go_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEVENPLOTS_HOME", str(tmp_path / "named"))
    assert paths.home() == tmp_path / "named"
    assert paths.home(tmp_path / "chosen") == tmp_path / "chosen"


LOG = logging.getLogger("sevenplots")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[LogFile]:
    installed = LogFile(tmp_path)
    installed.install()
    yield installed
    installed.uninstall()


def written(log: LogFile) -> str:
    assert log.path is not None
    return log.path.read_text("utf-8")


def test_the_file_is_made_with_the_first_record(log: LogFile, tmp_path: Path) -> None:
    assert not list(tmp_path.iterdir())
    LOG.info("The window is there.")
    assert log.path == tmp_path / "logs" / "sevenplots.log"
    assert "INFO sevenplots: The window is there." in written(log)


def test_the_log_is_rotated_when_it_is_full_and_the_oldest_goes(log: LogFile) -> None:
    LOG.info("The very first line.")
    for number in range(5):
        LOG.info(f"{number}" * (MAX_BYTES - 1000))
    assert log.path is not None
    files = sorted(log.path.parent.iterdir())
    assert [each.name for each in files] == [f"sevenplots.log{end}" for end in ("", ".1", ".2")]
    assert all(each.stat().st_size <= MAX_BYTES for each in files)
    assert not any("The very first" in each.read_text("utf-8") for each in files)


def test_modules_log_to_children(log: LogFile) -> None:
    logging.getLogger("sevenplots.sync").warning("It took %d seconds.", 7)
    assert "WARNING sevenplots.sync: It took 7 seconds." in written(log)


@pytest.mark.parametrize("where", ["a file", "a folder in its place"])
def test_a_folder_that_cannot_be_written_to_is_no_error(
    log: LogFile, tmp_path: Path, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if where == "a file":
        (tmp_path / "logs").write_text("not a folder")
    else:
        (tmp_path / "logs" / "sevenplots.log").mkdir(parents=True)
    LOG.error("Nobody reads this.")
    LOG.error("Nor this.")
    assert log.path is None
    assert capsys.readouterr() == ("", "")


def test_the_home_folder_and_the_users_own_folder_are_left_out(
    log: LogFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    monkeypatch.setenv("USERPROFILE", str(tmp_path.parent))
    LOG.error("Reading %s failed, and so did %s.", tmp_path / "a.db", tmp_path.parent / "b.db")
    LOG.error("A crash", exc_info=FileNotFoundError(2, "No such file", str(tmp_path / "c.db")))
    text = written(log).replace("\\", "/")
    assert "Reading HOME/a.db failed, and so did ~/b.db." in text
    assert "'HOME/c.db'" in text or "'HOME//c.db'" in text
    assert str(tmp_path.parent) not in written(log)
    assert without_home("/elsewhere") == "/elsewhere"


def test_nothing_is_logged_after_the_end_and_nothing_printed_without_a_log(
    log: LogFile, capsys: pytest.CaptureFixture[str]
) -> None:
    LOG.info("One.")
    log.uninstall()
    LOG.info("Two.")
    assert "Two." not in written(log)


def test_days_in_words() -> None:
    now = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)
    assert day_words(datetime(2026, 11, 20, 8, 5, tzinfo=UTC), now) == "Today 08:05"
    assert day_words(datetime(2026, 11, 19, 23, 59, tzinfo=UTC), now) == "Yesterday"
    assert day_words(datetime(2026, 3, 2, tzinfo=UTC), now) == "2 Mar 2026"
