"""File systems with little room, made for real where this process may make one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Path]:
    """Give a folder on a file system of so many bytes ("3m"); skip the test where none can be."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() != 0 or mount is None or umount is None:
        pytest.skip("only root may mount")
    folder.mkdir()
    command = [mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run([umount, str(folder)], check=True)  # noqa: S603
