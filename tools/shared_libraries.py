"""The system libraries that are not in a bundle for Linux, and their Debian packages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.system_libraries import PACKAGES

# Beside those that Qt's platform plugins need.
MORE = {
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libcups.so.2": "libcups2",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-glx.so.0": "libxcb-glx0",
}
OF_LIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so\.\d+")
# A plugin that finds its libraries missing is left out, and the program works without it.
OPTIONAL = ("printsupport", "wayland", "libqwayland", "Wayland", "WlShell")


def shared_libraries(folder: Path) -> Iterator[Path]:
    """Yield the programs and shared libraries of a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def depends(bundle: Path) -> tuple[list[str], list[str]]:
    """Return the packages that a bundle needs, and those that its optional parts need.

    ValueError for a needed library of an unknown package.
    """
    here = {path.name for path in bundle.rglob("*")}
    needed: set[str] = set()
    better: set[str] = set()
    glibc = (2, 0)
    for path in shared_libraries(bundle):
        read = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True)
        for version in re.findall(r"\bGLIBC_(\d+)\.(\d+)", read.stdout):
            glibc = max(glibc, (int(version[0]), int(version[1])))
        names = set(re.findall(r"NEEDED\s+(\S+)", read.stdout)) - here
        packages = {_package(each) for each in names if not OF_LIBC.fullmatch(each)}
        is_optional = any(word in str(path.relative_to(bundle)) for word in OPTIONAL)
        (better if is_optional else needed).update(packages)
    libc = f"libc6 (>= {glibc[0]}.{glibc[1]})"
    return [libc, *sorted(needed)], sorted(better - needed)


def _package(soname: str) -> str:
    package = PACKAGES.get(soname) or MORE.get(soname)
    if package is None:
        raise ValueError(f"Of no package known here: {soname}")
    return package
