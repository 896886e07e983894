"""`sevenplots event serve`: a real server, that shows what is done meanwhile and ends quietly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.running import Run

ROOT = Path(__file__).parents[4]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_pages_are_served_until_ctrl_c(event: Run, home: Path) -> None:
    event("new", "Autumn")
    event("players", "Autumn", "--add", "<script>")
    command = [sys.executable, "-m", "sevenplots", "--home", str(home), "event", "serve", "Autumn"]
    command += ["--host", "127.0.0.1", "--port", "0", "--json"]
    with subprocess.Popen(  # noqa: S603
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONWARNINGS": "error"},
    ) as process:
        assert process.stdout is not None
        printed = "".join(iter(process.stdout.readline, "}\n")) + "}"
        address = json.loads(printed)["address"]
        assert "&lt;script&gt;" in page(address)
        event("players", "Autumn", "--add", "Bran")
        assert "Bran" in page(address)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "The pages are served no longer.\n")


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
        return text


def test_pages_as_files(event: Run, tmp_path: Path) -> None:
    event("new", "Autumn")
    ran = event("serve", "Autumn", "--folder", tmp_path / "pages", "--json")
    assert ran.status == 0
    assert all(Path(each).is_file() for each in ran.json["files"])
    refused = event("serve", "Autumn", "--host", "here")
    assert refused.status == 2
    assert "no address of a computer" in refused.err
