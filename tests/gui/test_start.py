from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_window_starts_paints_and_leaves(tmp_path: Path) -> None:
    environment = {**os.environ, "SEVENPLOTS_SMOKE": "1", "QT_QPA_PLATFORM": "offscreen"}
    program = "import sys; from desktop.app import run; sys.exit(run([], None))"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**environment, "SEVENPLOTS_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "cards.db").is_file()


def test_what_the_first_window_does_not_need_is_not_imported() -> None:
    program = (
        "import sys, desktop.app; print('sqlmodel' in sys.modules, 'sqlalchemy' in sys.modules)"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["False", "False"]
