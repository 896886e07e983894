"""A rule below the deck and in its own window; texts that open nothing and hold no HTML."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.session.deck_session import DeckSession
from desktop.widgets.markdown_view import LONGEST, MarkdownView
from desktop.widgets.rule_view import RuleSplitter, RuleView, RuleWindow
from rulebook.rule_book import rule_book
from tests.gui import hostile_texts
from tests.gui.samples import present
from tests.running import ROOT

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def splitter(qtbot: QtBot) -> RuleSplitter:
    """Show a splitter with a field in it."""
    made = RuleSplitter(DeckSession(date(2026, 1, 1)))
    qtbot.addWidget(made)
    made.addWidget(QPlainTextEdit(made))
    made.resize(300, 500)
    made.show()
    return made


def test_a_rule_opens_below_and_escape_gives_the_focus_back(splitter: RuleSplitter) -> None:
    field = present(splitter.widget(0))
    field.setFocus()
    splitter.show_rule("keyword.ambush")
    panel = present(splitter.panel)
    assert panel.isVisible()
    assert panel.view.toPlainText().startswith("Ambush")
    assert splitter.focusWidget() is panel.view
    assert panel.back.isHidden()
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.isHidden()
    assert splitter.focusWidget() is field


def test_without_room_for_both_the_rule_takes_the_place_of_the_other(
    splitter: RuleSplitter,
) -> None:
    field = present(splitter.widget(0))
    field.setMinimumHeight(300)
    splitter.resize(300, 320)
    least = splitter.minimumSizeHint()
    splitter.show_rule("keyword.ambush")
    assert splitter.panel is not None
    assert splitter.minimumSizeHint().height() <= least.height()
    assert (field.isVisible(), splitter.panel.isVisible()) == (False, True)
    splitter.resize(300, 700)
    assert (field.isVisible(), splitter.panel.isVisible()) == (True, True)
    splitter.resize(300, 320)
    assert field.isHidden()
    splitter.uncover()
    assert (field.isVisible(), splitter.panel.isVisible()) == (True, False)


def test_links_lead_on_and_back_and_to_the_rules_page(splitter: RuleSplitter) -> None:
    pages: list[str] = []
    splitter.page_requested.connect(pages.append)
    splitter.show_rule("keyword.ambush")
    panel = present(splitter.panel)
    panel.view.rule_requested.emit("keyword.limited")
    assert panel.view.toPlainText().startswith("Limited")
    QTest.keyClick(panel.view, Qt.Key.Key_Return, CTRL)
    assert panel.back.isVisible()
    QTest.keyClick(panel.view, Qt.Key.Key_Left, ALT)
    assert panel.view.toPlainText().startswith("Ambush")
    assert panel.back.isHidden()
    panel.page.click()
    assert pages == ["keyword.limited", "keyword.ambush"]


def test_a_window_shows_a_rule_and_leads_to_the_page(qtbot: QtBot) -> None:
    below = QLineEdit()
    qtbot.addWidget(below)
    window = RuleWindow(below)
    assert not window.isModal()
    window.show_rule("regulation.bye")
    assert window.panel.view.toPlainText().startswith("Bye")
    with qtbot.waitSignal(window.page_requested) as asked:
        window.panel.page.click()
    assert asked.args == ["regulation.bye"]
    assert window.isHidden()


BOOK = rule_book()


def test_the_view_shows_title_words_cards_and_source(qtbot: QtBot) -> None:
    view = RuleView()
    qtbot.addWidget(view)
    view.card_name = "Card {}".format
    view.show_entry(BOOK.entry("ruling.duplicate-of-limited"))
    text = view.toPlainText()
    for words in ("Duplicates and Limited", "Card 02064", "Source: FAQ 2.3", "since 2019-09-20"):
        assert words in text
    assert view.accessibleName() == "Rule: Duplicates and Limited"


def test_links_are_followed_with_the_keyboard(qtbot: QtBot) -> None:
    view = RuleView()
    qtbot.addWidget(view)
    view.show_entry(BOOK.entry("keyword.ambush"))
    view.show()
    view.setFocus()
    followed: list[str] = []
    view.rule_requested.connect(followed.append)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert followed == ["term.player-action"]


def test_a_card_is_requested_by_its_code(qtbot: QtBot) -> None:
    view = RuleView()
    qtbot.addWidget(view)
    codes: list[str] = []
    view.card_requested.connect(codes.append)
    view.anchorClicked.emit(QUrl("card:02064"))
    assert codes == ["02064"]


HOSTILE = """# Plan

- **draw** first

![spy](http://127.0.0.1:1/spy.png) <img src="file:///etc/hostname"> <script>x</script>
[link](http://127.0.0.1:1/)
"""


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a file with a picture."""
    path = tmp_path / "by-text.png"
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    assert image.save(str(path))
    return path


def test_it_shows_words_and_loads_nothing(qtbot: QtBot) -> None:
    view = MarkdownView("Notes")
    qtbot.addWidget(view)
    view.show_markdown(HOSTILE)
    text = view.toPlainText()
    assert text.startswith("Plan\ndraw first\nspy ")
    assert "<script>" in text  # as words
    for address in ("http://127.0.0.1:1/spy.png", "file:///etc/hostname"):
        for kind in (
            QTextDocument.ResourceType.ImageResource,
            QTextDocument.ResourceType.HtmlResource,
        ):
            assert view.document().resource(kind.value, QUrl(address)) is None
    assert not view.openLinks()


def test_what_is_very_long_is_shown_as_it_is(qtbot: QtBot) -> None:
    view = MarkdownView("Notes")
    qtbot.addWidget(view)
    view.show_markdown("> " * LONGEST)
    assert view.toPlainText().startswith("> > ")


def test_no_text_opens_a_file_or_a_host_that_it_names(tmp_path: Path, picture: Path) -> None:
    trace, pipe = tmp_path / "trace", tmp_path / "by-text-pipe"
    strace = shutil.which("strace")
    if strace is None or subprocess.run((strace, "-o", trace, "true"), check=False).returncode:  # noqa: S603
        pytest.skip("strace is not installed, or may trace nothing here")
    os.mkfifo(pipe)
    command = (
        *(strace, "-f", "-s", "300", "-e", "trace=%file,%network", "-o", str(trace)),
        *(sys.executable, "-m", hostile_texts.__name__, str(picture), str(pipe)),
    )
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.returncode) == ("shown\n", 0), done.stderr
    calls = [
        each for each in trace.read_text("utf-8", "replace").splitlines() if "exec" not in each
    ]
    assert any("guide.md" in each for each in calls)
    assert not [each for each in calls if "by-text" in each or "named" in each]
    assert not [each for each in calls if "AF_INET" in each]


def test_a_note_reads_neither_a_picture_nor_a_pipe(
    tmp_path: Path, picture: Path, qtbot: QtBot
) -> None:
    pipe = tmp_path / "by-text-pipe"
    os.mkfifo(pipe)
    names = (*hostile_texts.NAMED, str(picture), str(pipe), hostile_texts.HOST)
    view = MarkdownView("Notes")
    qtbot.addWidget(view)
    # Whoever reads the pipe gets the picture: a view that opens it does not wait for ever.
    loop = 'while :; do cat "$0" >"$1"; done'
    with subprocess.Popen(("/bin/sh", "-c", loop, picture, pipe)) as writer:  # noqa: S603
        view.show_markdown(hostile_texts.markdown_of(names))
        view.resize(400, 400)
        view.grab()
        writer.kill()
    image = QTextDocument.ResourceType.ImageResource.value
    assert [view.document().resource(image, QUrl(name)) for name in names] == [None] * len(names)
    assert "<img" not in view.document().toHtml()
    assert view.toPlainText().startswith("a b c d\n")
