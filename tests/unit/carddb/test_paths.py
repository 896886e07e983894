"""The folder of the program's files on each system."""

from __future__ import annotations

from pathlib import Path, PurePath

import platformdirs
import pytest
from platformdirs import windows
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from core import paths

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        (Unix, "~/.local/share/sevenplots"),
        (MacOS, "~/Library/Application Support/sevenplots"),
        (Windows, "%LOCALAPPDATA%/sevenplots"),
    ],
)
def test_the_folder_is_that_of_the_readme(
    system: type[PlatformDirsABC], folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("SEVENPLOTS_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    monkeypatch.setattr(
        platformdirs,
        "user_data_path",
        lambda name, **options: system(name, **options).user_data_path,
    )
    # What Windows itself answers elsewhere stands in its variables.
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)
    wanted = folder.replace("~", str(tmp_path)).replace("%LOCALAPPDATA%", str(tmp_path / "Local"))
    assert paths.home() == Path(wanted)
    shown = PurePath(folder).as_posix()
    assert f"`{shown}`" in README or f"`{shown.replace('/', chr(92))}`" in README


def test_the_variable_and_the_option_go_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEVENPLOTS_HOME", str(tmp_path / "named"))
    assert paths.home() == tmp_path / "named"
    assert paths.home(tmp_path / "chosen") == tmp_path / "chosen"
