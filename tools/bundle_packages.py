"""Packs a bundle: a tar and a Debian package on Linux, a zip elsewhere, with their SHA-256 sums.

Usage: python -m tools.bundle_packages FOLDER     (the bundle's folder, dist/bundle/sevenplots)
"""

from __future__ import annotations

import gzip
import os
import platform
import re
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from core.program_version import PROGRAM_VERSION
from tools.release_files import BUILD, DIST, ROOT, digests, run, source_date
from tools.shared_libraries import depends

RELEASE = ROOT / "release"
APP = "org.sevenplots.SevenPlots"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def pack(bundle: Path) -> list[Path]:
    """Pack a bundle in the formats of its system; return the files."""
    folder = DIST / "release"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"sevenplots-{PROGRAM_VERSION}-{sys.platform}-{platform.machine().lower()}"
    if sys.platform == "linux":
        made = [packed_tar(bundle, folder / f"{name}.tar.gz"), debian_package(bundle, folder)]
    elif sys.platform == "darwin":
        made = [packed_app(bundle.parent / "Seven Plots.app", folder / f"{name}.zip")]
    else:
        made = [packed_zip(bundle, folder / f"{name}.zip")]
    (folder / f"SHA256SUMS-{sys.platform}").write_text(digests(made), "utf-8")
    return made


def files_of(folder: Path) -> Iterator[Path]:
    """Yield everything in a folder, in the same order on every system."""
    yield from sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix())


def packed_tar(bundle: Path, target: Path) -> Path:
    """Write a tar that does not depend on who makes it and when."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = source_date()
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 6, file, mtime=source_date()) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in (bundle, *files_of(bundle)):
            name = (Path(bundle.name) / path.relative_to(bundle)).as_posix()
            archive.add(path, name, recursive=False, filter=plain)
    return target


def packed_zip(bundle: Path, target: Path) -> Path:
    """Write a zip with the time of the commit."""
    moment = datetime.fromtimestamp(source_date(), UTC).timetuple()[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files_of(bundle):
            if path.is_file():
                name = (Path(bundle.name) / path.relative_to(bundle)).as_posix()
                archive.writestr(zipfile.ZipInfo(name, moment), path.read_bytes(), 8)
    return target


def packed_app(app: Path, target: Path) -> Path:
    """Write a zip of a macOS application, with its links and its signature."""
    run(["ditto", "-c", "-k", "--keepParent", app, target])
    return target


def debian_package(bundle: Path, folder: Path) -> Path:
    """Write a Debian package: the bundle, a menu entry, icon, file types and metadata."""
    architecture = ARCHITECTURES[platform.machine()]
    tree = BUILD / "debian"
    shutil.rmtree(tree, ignore_errors=True)
    inside = tree / "usr" / "lib" / "sevenplots"
    shutil.copytree(bundle, inside, symlinks=True)
    command = tree / "usr" / "bin" / "sevenplots"
    command.parent.mkdir(parents=True)
    command.symlink_to("../lib/sevenplots/sevenplots")
    _add_shared_files(tree / "usr" / "share")
    _settle_modes(tree)
    size = sum(path.stat().st_size for path in tree.rglob("*") if not path.is_symlink()) // 1024
    needed, better = depends(bundle)
    fields = {
        "VERSION": PROGRAM_VERSION,
        "ARCHITECTURE": architecture,
        "SIZE": str(size),
        "DEPENDS": ", ".join(needed),
        "RECOMMENDS": ", ".join(better),
    }
    _write(tree / "DEBIAN" / "control", _filled(RELEASE / "debian" / "control", fields))
    target = folder / f"sevenplots_{PROGRAM_VERSION}_{architecture}.deb"
    run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", tree, target])
    return target


def _add_shared_files(share: Path) -> None:
    linux, debian = RELEASE / "linux", RELEASE / "debian"
    day = datetime.fromtimestamp(source_date(), UTC)
    filled = {
        "VERSION": PROGRAM_VERSION,
        "DATE": f"{day:%Y-%m-%d}",
        "TIME": f"{day:%a, %d %b %Y %H:%M:%S} +0000",
    }
    texts = {
        f"applications/{APP}.desktop": linux / f"{APP}.desktop",
        f"mime/packages/{APP}.xml": linux / f"{APP}.mime.xml",
        f"metainfo/{APP}.metainfo.xml": linux / f"{APP}.metainfo.xml",
        f"icons/hicolor/scalable/apps/{APP}.svg": ROOT / "resources" / "icons" / "app.svg",
        "lintian/overrides/sevenplots": debian / "lintian-overrides",
        "doc/sevenplots/copyright": debian / "copyright",
    }
    for name, source in texts.items():
        _write(share / name, _filled(source, filled))
    for name, source in {
        "doc/sevenplots/changelog.gz": debian / "changelog",
        "man/man1/sevenplots.1.gz": debian / "sevenplots.1",
    }.items():
        target = share / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.compress(_filled(source, filled).encode(), 9, mtime=0))


def _filled(template: Path, fields: dict[str, str]) -> str:
    """Return a text with its @FIELDS@ filled in."""
    return re.sub(r"@([A-Z]+)@", lambda match: fields[match[1]], template.read_text("utf-8"))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _settle_modes(tree: Path) -> None:
    """Make all files readable for everybody, and give them the time of the commit."""
    program = tree / "usr" / "lib" / "sevenplots" / "sevenplots"
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path == program
            path.chmod(0o755 if executable else 0o644)
        os.utime(path, (source_date(), source_date()), follow_symlinks=False)


if __name__ == "__main__":
    print(*pack(Path(sys.argv[1]).resolve()), sep="\n")
