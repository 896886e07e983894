"""What releases are made of: contents of the wheel, notes, workflows, bundles that are compared."""

from __future__ import annotations

import re
import tarfile
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from configparser import ConfigParser
from datetime import date
from fnmatch import fnmatch
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from core.program_version import PROGRAM_VERSION
from desktop.shell.deck_controller import FILTER
from tools import (
    app_icons,
    bundle_packages,
    compare_bundles,
    release_notes,
    shared_libraries,
    wheel_contents,
)

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
