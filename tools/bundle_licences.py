"""Copies the licences of everything in a bundle into it; stops if one is missing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.release_files import ROOT, run

README = """\
Licences of what is in this folder
==================================

Seven Plots itself is under the MIT licence (Seven Plots.txt). libraries.txt has the libraries of
Python, each with its licence. system/ has those of the system libraries that lie beside them.

Qt and PySide6 are used under the GNU Lesser General Public License, version 3 (LGPL-3.txt, with
GPL-3.txt, which it builds on). They are the unchanged libraries of the packages PySide6_Essentials
and shiboken6 of PyPI, in the versions that libraries.txt names. They are linked dynamically, and
lie as files of their own in _internal/PySide6 and _internal/shiboken6: you may replace them by your
own builds of the same version, change them, and examine how the program works with them for that.
Their source is at https://download.qt.io/official_releases/QtForPython/ and
https://download.qt.io/official_releases/qt/; what Qt holds of others is listed at
https://doc.qt.io/qt-6/licenses-used-in-qt.html.
"""


def add_to(bundle: Path, python: Path) -> None:
    """Write the folder "licences" of a bundle, and the list that its About dialog shows."""
    inside = bundle / "_internal" / "resources" / "licences"
    run([python, "-m", "tools.licences", inside / "libraries.json"])
    folder = bundle / "licences"
    folder.mkdir()
    shutil.copy(ROOT / "LICENSE", folder / "Seven Plots.txt")
    (folder / "README.txt").write_text(README, "utf-8", newline="\n")
    for name in ("LGPL-3.txt", "GPL-3.txt", "Python.txt", "ICU.txt"):
        shutil.copy(inside / name, folder / name)
    shutil.copy(bundle / "_internal" / "resources" / "fonts" / "OFL.txt", folder / "Inter.txt")
    entries = json.loads((inside / "libraries.json").read_text("utf-8"))
    versions = _versions(python)
    parts = (
        f"{each['name']} {versions.get(each['name'], '')}\n{each['licence']}\n"
        f"{'-' * 76}\n{each.get('text') or 'See ' + ', '.join(each['files'])}\n"
        for each in entries
    )
    (folder / "libraries.txt").write_text("\n\n".join(parts), "utf-8", newline="\n")
    if sys.platform == "linux":
        _add_system_licences(bundle, python, folder / "system")


def _versions(python: Path) -> dict[str, str]:
    code = (
        "import importlib.metadata as m, json;"
        "print(json.dumps({d.name: d.version for d in m.distributions()}))"
    )
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def system_libraries(bundle: Path, python: Path) -> dict[str, Path]:
    """Return the system libraries in a bundle, each with the file that it is a copy of."""
    work = ROOT / "build" / "pyinstaller" / "sevenplots" / "COLLECT-00.toc"
    entries = re.findall(r"\('([^']+)',\s*'([^']+)',\s*'BINARY'\)", work.read_text("utf-8"))
    ours = (str(ROOT), *_prefixes(python))
    return {
        name: Path(source)
        for name, source in entries
        if not source.startswith(ours) and (bundle / "_internal" / name).exists()
    }


def _prefixes(python: Path) -> list[str]:
    code = "import sys; print(sys.prefix); print(sys.base_prefix)"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _add_system_licences(bundle: Path, python: Path, folder: Path) -> None:
    folder.mkdir()
    for name, source in system_libraries(bundle, python).items():
        package = _package_of(source)
        text = Path("/usr/share/doc") / package / "copyright"
        if not package or not text.is_file():
            sys.exit(f"The licence of {name} ({source}) is not known.")
        shutil.copy(text, folder / f"{package}.txt")


def _package_of(library: Path) -> str:
    """Return the Debian package of a library; with a merged /usr it has two paths."""
    real = library.resolve()
    for path in (library, real, Path(str(real).removeprefix("/usr"))):
        done = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    return ""
