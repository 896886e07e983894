"""File systems with little space or for reading only, and devices, where one may make them."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Path]:
    """Give a folder on a file system of some size ("3m"); skip the test if it cannot be made."""
    mount, umount = _commands()
    folder.mkdir()
    command = [mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run([umount, str(folder)], check=True)  # noqa: S603


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """Let nobody write on the file system of a folder that `mounted` gave, for a while."""
    mount, _ = _commands()

    def remount(how: str) -> None:
        command = [mount, "-o", f"remount,{how}", str(folder)]
        subprocess.run(command, capture_output=True, check=True)  # noqa: S603

    remount("ro")
    try:
        yield folder
    finally:
        remount("rw")


def device(folder: Path, name: str) -> Path:
    """Return a device like /dev/null; a copy where this process could replace the one of all."""
    real = Path("/dev") / name
    if os.geteuid() != 0:
        return real
    copy = folder / name
    try:
        os.mknod(copy, stat.S_IFCHR | 0o666, real.stat().st_rdev)
        copy.open("wb").close()
    except OSError:
        pytest.skip("no device can be made here")
    return copy


def is_device(path: Path) -> bool:
    """Whether a path is a device still."""
    return stat.S_ISCHR(path.stat().st_mode)


def _commands() -> tuple[str, str]:
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() != 0 or mount is None or umount is None:
        pytest.skip("only root may mount")
    return mount, umount
