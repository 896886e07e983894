"""A real browser without a screen: what a page comes to in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
LIGHT, DARK = "--blink-settings=preferredColorScheme=1", "--blink-settings=preferredColorScheme=0"
PHONE = "--window-size=360,640"


def chromium() -> str | None:
    """Return the program, or None where it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@dataclass(frozen=True, slots=True)
class Browser:
    """Opens one page at a time, with a folder of its own for everything that it stores."""

    program: str
    folder: Path

    def forbid_scripts(self) -> None:
        """Let no page run a script, as a user's settings can."""
        settings = {"profile": {"default_content_setting_values": {"javascript": 2}}}
        profile = self.folder / "Default"
        profile.mkdir(parents=True)
        (profile / "Preferences").write_text(json.dumps(settings))

    def dom(self, address: str, *options: str) -> str:
        """Return the document of a page as it is after its scripts ran."""
        return self._run("--dump-dom", *options, address)

    def screenshot(self, address: str, file: Path, *options: str) -> None:
        """Take a picture of a page."""
        self._run(f"--screenshot={file}", *options, address)

    def _run(self, *options: str) -> str:
        command = [
            self.program,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-extensions",
            "--disable-sync",
            "--disable-default-apps",
            "--no-first-run",
            "--hide-scrollbars",
            f"--user-data-dir={self.folder}",
            PHONE,
            *options,
        ]
        done = subprocess.run(  # noqa: S603
            command,
            env={**os.environ, "HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
