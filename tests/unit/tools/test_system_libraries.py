"""Tests of naming and installing the system libraries that Qt needs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import system_libraries
from tools.system_libraries import Machine

# What ldd said of libqxcb.so on a Debian 12 without a window system; shortened in the middle.
LDD = """\
\tlinux-vdso.so.1 (0x00007fe51065e000)
\tlibQt6XcbQpa.so.6 => /srv/PySide6/Qt/plugins/platforms/../../lib/libQt6XcbQpa.so.6 (0x00007fe5)
\tlibGL.so.1 => not found
\tlibxcb-cursor.so.0 => /lib/x86_64-linux-gnu/libxcb-cursor.so.0 (0x00007fe51052d000)
\tlibxcb-icccm.so.4 => not found
\tlibxcb-keysyms.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007fe50e81e000)
\tlibxcb-icccm.so.4 => not found
\tlibxcb-keysyms.so.1 => not found
\tlibglib-2.0.so.0 => not found
\tlibgthread-2.0.so.0 => not found
\t/lib64/ld-linux-x86-64.so.2 (0x00007fe510660000)
"""

# What ldd says where Qt was built for a newer C library: no library is missing.
OLD_LIBC = """\
libQt6Gui.so.6: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by it)
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007fe50e81e000)
"""


def test_each_library_that_is_not_found_is_named_once() -> None:
    assert system_libraries.not_found(LDD) == [
        "libGL.so.1",
        "libxcb-icccm.so.4",
        "libxcb-keysyms.so.1",
        "libglib-2.0.so.0",
        "libgthread-2.0.so.0",
    ]


def test_a_version_that_is_not_found_is_no_missing_library() -> None:
    assert system_libraries.not_found(OLD_LIBC) == []


def test_two_libraries_of_a_package_ask_for_it_once() -> None:
    packages, unknown = system_libraries.packages_for(system_libraries.not_found(LDD))
    assert packages == ["libgl1", "libglib2.0-0", "libxcb-icccm4", "libxcb-keysyms1"]
    assert unknown == []


def test_a_library_of_no_known_package_is_told_apart() -> None:
    assert system_libraries.packages_for(["libGL.so.1", "libnew.so.9"]) == (
        ["libgl1"],
        ["libnew.so.9"],
    )


def test_without_root_the_exact_command_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    machine = Machine(debian=True, root=False)
    assert system_libraries.settle_packages(["libegl1", "libgl1"], machine) == 1
    assert capsys.readouterr().out.splitlines()[-1] == (
        "  sudo apt-get install --yes --no-install-recommends libegl1 libgl1"
    )


def test_elsewhere_than_on_debian_no_apt_get_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    machine = Machine(debian=False, root=True)
    assert system_libraries.settle_packages(["python3.11-venv"], machine) == 1
    out = capsys.readouterr().out
    assert "python3.11-venv" in out
    assert "apt-get" not in out


@pytest.mark.parametrize(
    ("names", "words"),
    [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_names_are_listed_as_a_sentence_does(names: list[str], words: str) -> None:
    assert system_libraries.in_words(names) == words


def test_apt_without_lists_is_recognised(tmp_path: Path) -> None:
    assert system_libraries.lists_are_empty(tmp_path)
    assert system_libraries.lists_are_empty(tmp_path / "none")
    (tmp_path / "deb.debian.org_debian_dists_bookworm_main_Packages.lz4").touch()
    assert not system_libraries.lists_are_empty(tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the loader of Linux")
def test_the_plugin_that_these_tests_run_on_misses_nothing() -> None:
    assert system_libraries.plugin_file("offscreen") is not None
    assert system_libraries.missing_for("offscreen") == []
    assert system_libraries.main(["--for", "offscreen"]) == 0


def test_an_unknown_platform_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        system_libraries.main(["--for", "beos"])
    assert "xcb" in capsys.readouterr().err
