"""The season dialog: rules, who is the same player, and files."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.season import read_people
from desktop.pages.events.season_dialog import SeasonDialog
from tests.gui.test_accessibility import assert_all_named
from tests.gui.test_mnemonics import faults
from tests.unit.events.test_season import event


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> SeasonDialog:
    states = [event("AB", "A-B 5:0"), event("AC", "A-C 5:0", day=2)]
    window = QWidget()
    qtbot.addWidget(window)
    made = SeasonDialog(states, tmp_path, window)
    made.show()
    return made


def shown(dialog: SeasonDialog) -> list[tuple[str, str]]:
    model = dialog.model
    return [
        (str(model.index(at, 1).data()), str(model.index(at, 2).data()))
        for at in range(model.rowCount())
    ]


def test_answers_are_asked_once_and_saved(dialog: SeasonDialog, tmp_path: Path) -> None:
    assert_all_named(dialog)
    assert faults(dialog) == {}
    assert "kept apart until you say who is the same player: A." in dialog.words.text()
    assert len(shown(dialog)) == 4
    asked = dialog.ask_same_players()
    asked.accept()
    assert shown(dialog)[0] == ("A", "50")
    assert "kept apart" not in dialog.words.text()
    assert read_people(tmp_path).same == {"a"}
    asked = dialog.ask_same_players()
    asked.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    asked.accept()
    assert len(shown(dialog)) == 4
    assert read_people(tmp_path).apart == {"a"}


def test_points_and_best_change_the_season(
    dialog: SeasonDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.ask_same_players().accept()
    dialog.form.set(points="9, 3", best=1)
    assert shown(dialog) == [("A", "9"), ("B", "3"), ("C", "3")]
    dialog.form.set(points="nine")
    assert "are no points by place" in dialog.words.text()
    assert shown(dialog)[0] == ("A", "9")
    for kind in ("CSV", "PDF"):
        file = tmp_path / f"season.{kind}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, file=file: (str(file), ""))
        next(
            each for each in dialog.buttons.buttons() if kind in each.text().replace("&", "")
        ).click()
        assert dialog.words.text() == f"Saved in {file}"
    assert (tmp_path / "season.CSV").read_text().splitlines()[1].startswith("1,A,9,1,1,")
    text = PdfReader(tmp_path / "season.PDF").pages[0].extract_text()
    assert "Places in brackets do not count." in text


def test_a_damaged_file_of_answers_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "season.json").write_text("{")
    window = QWidget()
    qtbot.addWidget(window)
    dialog = SeasonDialog([event("AB", "A-B 5:0")], tmp_path, window)
    assert "Delete the file" in dialog.words.text()
