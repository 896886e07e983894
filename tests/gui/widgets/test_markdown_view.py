"""Markdown of anybody is shown without HTML and without loading anything."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from desktop.widgets.markdown_view import LONGEST, MarkdownView

HOSTILE = """# Plan

- **draw** first

![spy](http://127.0.0.1:1/spy.png) <img src="file:///etc/hostname"> <script>x</script>
[link](http://127.0.0.1:1/)
"""


def test_it_shows_words_and_loads_nothing(qtbot: QtBot) -> None:
    view = MarkdownView("Notes")
    qtbot.addWidget(view)
    view.show_markdown(HOSTILE)
    text = view.toPlainText()
    assert text.startswith("Plan\ndraw first")
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
