"""What releases are made of: wheel, notes, workflows, bundles, licences and system libraries."""

from __future__ import annotations

import json
import re
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from configparser import ConfigParser
from datetime import date
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name
from PySide6.QtGui import QImage

from core.program_version import PROGRAM_VERSION
from desktop.shell.deck_controller import FILTER
from tools import (
    app_icons,
    bundle_packages,
    compare_bundles,
    release_notes,
    shared_libraries,
    system_libraries,
    wheel_contents,
)
from tools.licences import OTHERS, entry, needed_distributions
from tools.system_libraries import Machine

ROOT = Path(__file__).parents[3]
LINUX = ROOT / "release" / "linux"
APP = "org.sevenplots.SevenPlots"
CHANGELOG = """# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-01

### Added
- A thing.

## [0.1.0]
"""


def test_every_file_of_the_packages_is_installed() -> None:
    """What git knows of a package is a module, or data that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    for name in wheel_contents.wanted_in_wheel(wheel_contents.tracked_files()):
        package, _, inside = name.partition("/")
        patterns = [each.replace("**/", "*") for each in data.get(package, ())]
        known = name.endswith(".py") or any(fnmatch(inside, each) for each in patterns)
        assert known, name


def test_a_wheel_with_a_file_too_many_or_too_few_is_told(tmp_path: Path) -> None:
    wheel = tmp_path / "sevenplots-0.2.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("sevenplots.py", "tests/test_it.py"):
            archive.writestr(name, "")
        for name in wheel_contents.METADATA:
            archive.writestr(f"sevenplots-0.2.0.dist-info/{name}", "")
    problems = wheel_contents.wheel_problems(wheel, ["sevenplots.py", "cli/main.py", "Makefile"])
    assert problems == ["missing: cli/main.py", "too much: tests/test_it.py"]


def test_the_notes_of_a_version_are_its_section() -> None:
    day, text = release_notes.section(CHANGELOG, "0.2.0")
    assert (day, text) == (date(2026, 12, 1), "### Added\n- A thing.")
    assert release_notes.problems("v0.2.0", CHANGELOG, "0.2.0", date(2026, 11, 20)) == []


@pytest.mark.parametrize(
    ("tag", "version", "data", "words"),
    [
        ("v0.3.0", "0.3.0", date(2026, 11, 20), "no section [0.3.0]"),
        ("v0.2.0", "0.2.1", date(2026, 11, 20), "the program's version 0.2.1"),
        ("v0.1.0", "0.1.0", date(2026, 11, 20), "has no day"),
        ("v0.1.0", "0.1.0", date(2026, 11, 20), "is empty"),
        ("v0.2.0", "0.2.0", date(2026, 6, 20), "too old for 2026-12-01"),
    ],
)
def test_a_release_that_does_not_agree_is_refused(
    tag: str, version: str, data: date, words: str
) -> None:
    assert words in " ".join(release_notes.problems(tag, CHANGELOG, version, data))


@pytest.mark.parametrize("name", ["test.yml", "release.yml"])
def test_each_step_of_a_workflow_can_be_run_here(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / name).read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    commands = [line.strip() for line in re.findall(r"\brun: (.+)", text)]
    assert commands
    for command in commands:
        program, what, *_ = command.split()
        if program == "make":
            assert what in targets, command
        else:
            script = what if program == "python" else program
            assert (ROOT / script).is_file(), command


def test_the_menu_entry_and_its_file_types_agree() -> None:
    entry = ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[assignment, method-assign] # as ConfigParser documents it
    entry.read(LINUX / f"{APP}.desktop", "utf-8")
    types = entry["Desktop Entry"]["MimeType"].rstrip(";").split(";")
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    mime = ET.parse(LINUX / f"{APP}.mime.xml").getroot()  # noqa: S314 - our own file
    assert [each.get("type") for each in mime] == types
    globs = [str(each.get("pattern")) for each in mime.iter(f"{space}glob")]
    assert all(each in FILTER for each in globs)
    about = ET.parse(LINUX / f"{APP}.metainfo.xml").getroot()  # noqa: S314 - our own file
    assert [each.text for each in about.iter("mediatype")] == types
    assert (about.findtext("id"), about.findtext("project_license")) == (APP, "MIT")


def test_bundles_are_compared_by_files_and_contents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, text in ((one, "a"), (other, "b")):
        folder.mkdir()
        (folder / "same").write_text("same")
        (folder / "differs").write_text(text)
        (folder / text).write_text("")
    assert compare_bundles.main([str(one), str(one)]) == 0
    assert compare_bundles.main([str(one), str(other)]) == 1
    printed = capsys.readouterr().out
    for line in ("only in the first: a", "only in the second: b", "differs: differs"):
        assert line in printed
    found = compare_bundles.differences(
        compare_bundles.contents(one), compare_bundles.contents(other), {"dif*": "a reason"}
    )
    assert len(list(found)) == 2


def test_a_tar_is_the_same_whenever_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    bundle = tmp_path / "sevenplots"
    bundle.mkdir()
    (bundle / "sevenplots").write_text("program")
    (bundle / "sevenplots").chmod(0o700)
    (bundle / "text").write_text("text")
    (bundle / "text").chmod(0o600)
    one = bundle_packages.packed_tar(bundle, tmp_path / "one.tar.gz")
    (bundle / "text").touch()
    other = bundle_packages.packed_tar(bundle, tmp_path / "other.tar.gz")
    assert one.read_bytes() == other.read_bytes()
    with tarfile.open(one) as archive:
        modes = {each.name: each.mode for each in archive.getmembers()}
    assert modes == {"sevenplots": 0o755, "sevenplots/sevenplots": 0o755, "sevenplots/text": 0o644}


def test_a_library_of_no_known_package_is_refused() -> None:
    package = shared_libraries._package  # noqa: SLF001 - what it refuses is the point
    assert package("libxcb-cursor.so.0") == "libxcb-cursor0"
    with pytest.raises(ValueError, match=r"libstrange\.so\.1"):
        package("libstrange.so.1")


def test_the_version_fits_a_tag() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROGRAM_VERSION)


def test_the_icons_of_windows_and_macos_are_whole(tmp_path: Path) -> None:
    for file in app_icons.write_icons(tmp_path):
        data = file.read_bytes()
        if file.suffix == ".icns":
            assert (data[:4], int.from_bytes(data[4:8], "big")) == (b"icns", len(data))
            data = data[data.index(b"\x89PNG") :]
        image = QImage.fromData(data)
        assert image.width() == image.height() == app_icons.SIZES[file.name]
        colours = {image.pixel(x, image.height() // 2) for x in range(0, image.width(), 8)}
        assert len(colours) > 2, file.name


FOLDER = files("resources") / "licences"
ENTRIES = json.loads((FOLDER / "libraries.json").read_text("utf-8"))


def test_every_library_that_is_needed_is_in_the_list_and_no_other() -> None:
    others = {str(each["name"]) for each in OTHERS}
    listed = {canonicalize_name(each["name"]) for each in ENTRIES if each["name"] not in others}
    assert listed == {canonicalize_name(each.name) for each in needed_distributions()}
    assert others <= {each["name"] for each in ENTRIES}


def test_every_entry_has_the_text_of_its_licence() -> None:
    for each in ENTRIES:
        texts = [
            FOLDER.joinpath(*name.split("/")).read_text("utf-8") for name in each.get("files", ())
        ]
        assert len("".join([each.get("text", ""), *texts])) > 600, each["name"]
        assert each["licence"], each["name"]


def test_the_licences_are_those_that_are_installed() -> None:
    listed = {each["name"]: each["licence"] for each in ENTRIES}
    found = {each.name: entry(each)["licence"] for each in needed_distributions()}
    assert {name: listed[name] for name in found} == found


def test_qt_is_used_under_the_lgpl_alone() -> None:
    of_qt = [each for each in ENTRIES if each["name"] in {"Qt", "PySide6_Essentials", "shiboken6"}]
    assert len(of_qt) == 3
    for each in of_qt:
        assert each["licence"] == "LGPL-3.0-only"
        assert each["files"] == ["LGPL-3.txt", "GPL-3.txt"]


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
