from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.local_names import Language
from carddb.terms import Edition
from desktop.app import Application
from desktop.dialogs.preferences_dialog import PreferencesDialog
from desktop.dialogs.simple_dialogs import NewDeckDialog
from desktop.runtime.settings import MotionChoice, PaletteChoice, RowSize, Settings
from desktop.runtime.tasks import TaskRunner
from desktop.shell.main_window import EVENTS
from desktop.style.fonts import shown_language
from desktop.style.motion import motion_ms
from desktop.style.palette import DARK, colours_of
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.floating_dialog import Scrim
from tests.gui.samples import deck_of

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return the settings of a home folder."""
    return Settings(tmp_path / "home")


@pytest.fixture
def dialog(
    settings: Settings, tasks: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> PreferencesDialog:
    """Show the dialog alone."""
    shown = PreferencesDialog(settings, tmp_path / "home", tasks)
    qtbot.addWidget(shown)
    with qtbot.waitActive(shown):
        shown.show()
    return shown


@pytest.fixture
def of_window(app: Application) -> PreferencesDialog:
    """Open the dialog from the foot of the rail."""
    QTest.mouseClick(app.window.rail.preferences, Qt.MouseButton.LeftButton)
    (found,) = app.window.findChildren(PreferencesDialog)
    assert found.isVisible()
    return found


def choose(combo: ComboBox, words: str) -> None:
    """Choose an entry as the user does."""
    combo.setCurrentText(words)
    combo.activated.emit(combo.currentIndex())


def again(settings: Settings) -> Settings:
    """Return what another start would read."""
    settings.save()
    return Settings(Path(settings.path).parent)


def test_palette_and_text_size_are_put_on_at_once_and_kept(
    app: Application, qapp: QApplication, qtbot: QtBot
) -> None:
    QTest.keyClick(app.window, Qt.Key.Key_Comma, CONTROL)
    (dialog,) = app.window.findChildren(PreferencesDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.mouseClick(dialog.palettes.parts[PaletteChoice.DARK], Qt.MouseButton.LeftButton)
    assert colours_of(dialog.palette()) is DARK
    assert again(app.settings).palette is PaletteChoice.DARK
    checked = [each.data() for each in app.window.actions_.palettes.actions() if each.isChecked()]
    assert checked == ["dark"]
    QTest.keyClick(dialog.palettes.parts[PaletteChoice.DARK], Qt.Key.Key_Left)
    assert app.settings.palette is PaletteChoice.LIGHT
    before = qapp.font()
    try:
        QTest.mouseClick(dialog.type_sizes.parts[130], Qt.MouseButton.LeftButton)
        assert qapp.font().pointSizeF() == pytest.approx(before.pointSizeF() * 1.3)
        assert again(app.settings).type_size == 130
        QTest.mouseClick(dialog.type_sizes.parts[100], Qt.MouseButton.LeftButton)
    finally:
        qapp.setFont(before)


def test_nothing_is_fetched_unless_the_user_says_so(
    dialog: PreferencesDialog, settings: Settings
) -> None:
    for box in (dialog.pictures, dialog.look_at_start):
        assert not box.isChecked()
        assert "ThronesDB" in box.accessibleDescription()
        QTest.keyClick(box, Qt.Key.Key_Space)
    saved = again(settings)
    assert (saved.pictures, saved.look_at_start) == (True, True)
    QTest.keyClick(dialog.pictures, Qt.Key.Key_Space)
    assert not again(settings).pictures


def test_new_decks_begin_with_the_edition_and_format_that_were_chosen(
    of_window: PreferencesDialog, app: Application
) -> None:
    choose(of_window.format, "Rookery")
    choose(of_window.edition, "First edition")
    found = [of_window.format.itemText(n) for n in range(of_window.format.count())]
    assert found == ["Joust", "Melee", "Civil War"]
    choose(of_window.format, "Melee")
    saved = again(app.settings)
    assert saved.edition is Edition.FIRST
    assert (saved.format_of(Edition.FIRST), saved.format_of(Edition.SECOND)) == ("melee", "rookery")
    of_window.reject()
    app.window.actions_["new"].trigger()
    (new,) = app.window.findChildren(NewDeckDialog)
    assert new.form["edition"].chosen is Edition.FIRST
    QTest.mouseClick(new.accept_button, Qt.MouseButton.LeftButton)
    assert (deck_of(app).edition, deck_of(app).format) == (Edition.FIRST, "melee")


def test_the_library_is_shown_and_its_folder_opened(
    dialog: PreferencesDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dialog.location.text() == str(tmp_path / "home" / "decks.db")
    opened: list[QUrl] = []

    def refuse(url: QUrl) -> bool:
        opened.append(url)
        return False

    monkeypatch.setattr(QDesktopServices, "openUrl", refuse)
    QTest.mouseClick(dialog.open_folder, Qt.MouseButton.LeftButton)
    assert [Path(each.toLocalFile()) for each in opened] == [tmp_path / "home"]
    assert dialog.message.text() == f"The folder could not be opened. It is {tmp_path / 'home'}."


def test_the_library_is_backed_up_now(
    dialog: PreferencesDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    QTest.mouseClick(dialog.back_up, Qt.MouseButton.LeftButton)
    assert not dialog.back_up.isEnabled()
    qtbot.waitUntil(dialog.back_up.isEnabled)
    (copy,) = (tmp_path / "home" / "backups").glob("decks-*.db")
    assert dialog.message.text() == f"0 decks are backed up in {copy}."


def test_a_backup_that_cannot_be_made_is_said(
    dialog: PreferencesDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "backups").write_text("not a folder")
    QTest.mouseClick(dialog.back_up, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.back_up.isEnabled)
    assert dialog.message.text().startswith("Nothing was backed up. ")


def test_the_name_in_the_log_of_events_is_saved(
    dialog: PreferencesDialog, settings: Settings
) -> None:
    assert dialog.organizer.text() == settings.organizer
    dialog.organizer.selectAll()
    QTest.keyClicks(dialog.organizer, "Lena ")
    assert again(settings).organizer == "Lena"


def test_card_names_in_another_language_are_shown_at_once(
    app: Application, of_window: PreferencesDialog
) -> None:
    model = app.window.build.pool.model

    def names() -> set[str]:
        return {row.card.name for row in model.rows}

    choose(of_window.language, "Deutsch")
    assert "Zeit der Krähen" in names()
    assert Settings(app.settings.path.parent).language is Language.GERMAN
    choose(of_window.language, "English")
    assert "A Feast for Crows" in names()
    assert not any(row.card.english for row in model.rows)


@pytest.mark.parametrize("families", [[], ["Noto Sans CJK SC"]])
def test_chinese_names_are_shown_where_a_typeface_has_their_signs(
    families: list[str],
    settings: Settings,
    tasks: TaskRunner,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: families)
    dialog = PreferencesDialog(settings, tmp_path / "home", tasks)
    qtbot.addWidget(dialog)
    shown = [dialog.language.itemText(row) for row in range(dialog.language.count())]
    assert ("中文" in shown) is bool(families)
    explained = "No typeface" in dialog.language.accessibleDescription()
    assert explained is not bool(families)
    names = shown_language(Language.CHINESE)
    assert names is (Language.CHINESE if families else None)
    assert shown_language(Language.GERMAN) is Language.GERMAN


def test_rows_become_taller_at_once_and_at_the_next_start(
    of_window: PreferencesDialog, app: Application
) -> None:
    rows = app.window.build.pool.table.verticalHeader()
    before = rows.defaultSectionSize()
    try:
        QTest.mouseClick(of_window.rows.parts[RowSize.ROOMY], Qt.MouseButton.LeftButton)
        assert rows.defaultSectionSize() > before
        assert again(app.settings).rows is RowSize.ROOMY
        QTest.mouseClick(of_window.rows.parts[RowSize.DENSE], Qt.MouseButton.LeftButton)
        assert rows.defaultSectionSize() < before
    finally:
        QTest.mouseClick(of_window.rows.parts[RowSize.NORMAL], Qt.MouseButton.LeftButton)
    assert rows.defaultSectionSize() == before


def test_nothing_moves_where_the_user_wants_that(
    of_window: PreferencesDialog, app: Application
) -> None:
    assert 0 < motion_ms() <= 120
    try:
        choose(of_window.motion, "None")
        assert motion_ms() == 0
        assert again(app.settings).motion is MotionChoice.NONE
    finally:
        choose(of_window.motion, "As the system asks")
    assert motion_ms() > 0


def test_events_leave_the_rail_but_keep_their_shortcut(
    of_window: PreferencesDialog, app: Application, qtbot: QtBot
) -> None:
    button = app.window.rail.pages.button(EVENTS)
    QTest.mouseClick(of_window.events, Qt.MouseButton.LeftButton)
    assert not button.isVisible()
    assert not again(app.settings).show_events
    of_window.reject()
    with qtbot.waitActive(app.window):
        app.window.activateWindow()
    QTest.keyClick(app.window, Qt.Key.Key_4, CONTROL)
    assert app.window.pages.currentIndex() == EVENTS


def test_a_preference_is_found_by_its_words(dialog: PreferencesDialog) -> None:
    def sections() -> list[str]:
        items = [dialog.sections.item(row) for row in range(dialog.sections.count())]
        return [each.text() for each in items if not each.isHidden()]

    everything = sections()
    QTest.keyClicks(dialog.search, "edition")
    assert sections() == ["New decks"]
    assert dialog.edition.isVisible()
    dialog.search.clear()
    assert sections() == everything
    QTest.keyClicks(dialog.search, "nonsense")
    assert sections() == []
    assert dialog.none.isVisible()


def test_a_dialog_dims_the_window_while_it_is_open(
    of_window: PreferencesDialog, app: Application
) -> None:
    (scrim,) = app.window.findChildren(Scrim)
    assert scrim.geometry() == app.window.rect()
    of_window.reject()
    assert not scrim.isVisible()
