"""Texts of anybody are shown without opening what they name, Markdown without HTML."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument
from pytestqt.qtbot import QtBot

from desktop.widgets.markdown_view import LONGEST, MarkdownView
from tests.gui import hostile_texts
from tests.running import ROOT

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
