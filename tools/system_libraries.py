"""Names the system libraries that Qt needs and this machine lacks, and installs them on Debian."""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PLUGINS = {"xcb": "libqxcb.so", "offscreen": "libqoffscreen.so"}

# soname -> the Debian and Ubuntu package that holds it
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libGLdispatch.so.0": "libglvnd0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}

INSTALL = ("apt-get", "install", "--yes", "--no-install-recommends")
QUIETLY = ("-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=120")


@dataclass(frozen=True, slots=True)
class Machine:
    """How packages can be installed on this machine."""

    debian: bool
    root: bool


def this_machine() -> Machine:
    """Return the running system."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        release = {}
    names = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    debian = "debian" in names and shutil.which("apt-get") is not None
    return Machine(debian=debian, root=os.geteuid() == 0)


def not_found(ldd_output: str) -> list[str]:
    """Return the sonames that `ldd` could not find, each once, in its order."""
    return list(dict.fromkeys(re.findall(r"^\s*(\S+) => not found$", ldd_output, re.MULTILINE)))


def packages_for(sonames: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the Debian packages that hold these libraries, and the sonames of no known one."""
    sonames = list(sonames)
    packages = sorted({PACKAGES[soname] for soname in sonames if soname in PACKAGES})
    return packages, [soname for soname in sonames if soname not in PACKAGES]


def command_for_user(packages: Sequence[str]) -> str:
    """Return the line that installs the packages, as a user without root rights types it."""
    return " ".join(("sudo", *INSTALL, *packages))


def in_words(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def plugin_file(qt_platform: str) -> Path | None:
    """Return Qt's platform plugin in this environment, or None where PySide6 is not installed."""
    found = importlib.util.find_spec("PySide6")
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(next(iter(found.submodule_search_locations)))
    file = folder / "Qt" / "plugins" / "platforms" / PLUGINS[qt_platform]
    return file if file.exists() else None


def missing_for(qt_platform: str) -> list[str]:
    """Return the libraries that the loader does not find for the platform plugin."""
    file = plugin_file(qt_platform)
    if file is None or shutil.which("ldd") is None:
        return []
    listed = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False)
    return not_found(listed.stdout)


def lists_are_empty(folder: Path = Path("/var/lib/apt/lists")) -> bool:
    """Return whether apt knows no packages yet."""
    return not any(folder.glob("*_Packages*"))


def apt_get(*arguments: str) -> str:
    """Run apt-get without questions; return what went wrong, empty where nothing did."""
    done = subprocess.run(
        ["apt-get", *QUIETLY, *arguments],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    errors = [line for line in done.stderr.splitlines() if line.startswith("E: ")]
    return "\n".join(errors[:3] or done.stderr.splitlines()[-3:]) or "E: apt-get failed"


def install(packages: Sequence[str]) -> str:
    """Install Debian packages as root, with fresh lists where need be; return what went wrong."""
    print(f"Installing {in_words(packages)} with apt-get (once).", flush=True)
    fresh = lists_are_empty()
    if fresh:
        apt_get("update")
    wrong = apt_get(*INSTALL[1:], *packages)
    if wrong and not fresh:
        apt_get("update")
        wrong = apt_get(*INSTALL[1:], *packages)
    return wrong


def settle_packages(packages: Sequence[str], machine: Machine) -> int:
    """Install packages as root, or print the command that does; return the exit status."""
    if machine.debian and machine.root:
        wrong = install(packages)
        if wrong:
            print(f"apt-get could not install them:\n{wrong}")
        return 1 if wrong else 0
    if machine.debian:
        print(f"This installs what is missing:\n  {command_for_user(packages)}")
    else:
        print(f"Please install {in_words(packages)} with your system's package manager.")
    return 1


def settle_libraries(qt_platform: str, machine: Machine) -> int:
    """Install the libraries that the platform plugin lacks; return the exit status."""
    missing = missing_for(qt_platform)
    if not missing:
        return 0
    if not machine.debian:
        print(f"Qt needs libraries that this system lacks: {in_words(missing)}.")
        return 0
    if not machine.root:
        print("Qt needs libraries that this system lacks.")
    packages, unknown = packages_for(missing)
    if unknown:
        print(f"Qt needs libraries of no package known here: {in_words(unknown)}.")
    if not packages or settle_packages(packages, machine):
        return 1
    still = missing_for(qt_platform)
    if still:
        print(f"Qt still does not find {in_words(still)}.")
    return 1 if still else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; do nothing on macOS and Windows."""
    parser = argparse.ArgumentParser(description=__doc__)
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--for", dest="qt_platform", choices=PLUGINS, help="Qt's platform plugin")
    wanted.add_argument("--package", help="a Debian package to install, libraries or not")
    options = parser.parse_args(arguments)
    if not sys.platform.startswith("linux"):
        return 0
    if options.package:
        return settle_packages([options.package], this_machine())
    return settle_libraries(options.qt_platform, this_machine())


if __name__ == "__main__":
    sys.exit(main())
