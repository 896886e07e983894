"""The contrast of what each widget paints in each of its states, measured in its pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.pages.hands.board.board_header import GoldLabel, Stepper
from desktop.runtime.settings import PaletteChoice
from desktop.style import icons
from desktop.style.palette import contrast
from desktop.style.theme import Theme
from desktop.widgets.buttons import push_button, tool_button
from desktop.widgets.chips import Chip
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.glyphs import Glyph, VerdictPill
from desktop.widgets.layouts import OneLine, WrapButton, column, label
from desktop.widgets.message_bar import MessageBar, Toast
from desktop.widgets.segments import Segments
from tests.gui.fits import settle, text_size
from tests.gui.samples import present

TEXT, GRAPHIC = 4.5, 3.0
# Large letters have stems that are painted in the ink itself, not blended with the ground.
LARGE = 400
Make = Callable[[QWidget], QWidget]


def toggled(made: QAbstractButton) -> QAbstractButton:
    made.setCheckable(True)
    made.setChecked(True)
    return made


def button_on(kind: str, page: QWidget) -> QAbstractButton:
    return toggled(push_button("Save", page, kind=kind))


def number_button(page: QWidget) -> QToolButton:
    made = tool_button("2", page)
    made.setObjectName("number")
    return made


def field(page: QWidget, text: str = "Wolves") -> QLineEdit:
    made = QLineEdit(page)
    made.setText(text)
    made.setPlaceholderText("Search cards")
    return made


def pill(errors: int, warnings: int) -> Make:
    def make(page: QWidget) -> VerdictPill:
        made = VerdictPill(page)
        made.show_verdict(errors, warnings)
        return made

    return make


def off(page: QWidget) -> QLineEdit:
    """Return a field that is off: what is in it is still read."""
    made = field(page)
    made.setEnabled(False)
    return made


def one_line(page: QWidget) -> OneLine:
    made = OneLine("Words", page)
    made.setMinimumWidth(LARGE)
    return made


def stepper(page: QWidget) -> Stepper:
    made = Stepper(page)
    made.show_step(["Plot", "Draw", "Marshal"], 1)
    made.setMinimumWidth(made.sizeHint().width())
    return made


def gold(page: QWidget) -> GoldLabel:
    made = GoldLabel(page)
    made.setText("8 gold")
    return made


def toast(page: QWidget) -> Toast:
    made = Toast(page)
    made.show_message("“Wolves” is in the bin", lambda: None)
    fade = present(made.graphicsEffect())
    fade.setEnabled(False)
    return made


def failure(page: QWidget) -> MessageBar:
    made = MessageBar(page)
    made.show_failure("The card data could not be read.", lambda: None)
    return made


def remark(page: QWidget) -> MessageBar:
    made = MessageBar(page)
    made.show_remark("Two headings were ignored.")
    return made


def tabs(page: QWidget) -> QTabBar:
    made = QTabBar(page)
    made.addTab("Card")
    made.addTab("Odds")
    return made


def combo(page: QWidget) -> QComboBox:
    made = QComboBox(page)
    made.addItem("Joust")
    return made


KINDS = ("", "primary", "soft", "link", "danger", "small", "chip")
WORDS: dict[str, Make] = {
    **{f"button {kind}": partial(push_button, "Save", kind=kind) for kind in KINDS},
    **{f"button {kind}, on": partial(button_on, kind) for kind in ("", "soft", "chip")},
    "tool button": lambda page: tool_button("List", page),
    "tool button, on": lambda page: toggled(tool_button("List", page)),
    "copies": number_button,
    "copies, on": lambda page: toggled(number_button(page)),
    "answer": lambda page: WrapButton("Replace it", page),
    "fix": lambda page: WrapButton("Replace it", page, icons.NOTE, "Fix"),
    "field": field,
    "field, off": off,
    "empty field": lambda page: field(page, ""),
    "number": QSpinBox,
    "choice": combo,
    "check box": lambda page: QCheckBox("On", page),
    "radio button": lambda page: QRadioButton("One", page),
    "segments": lambda page: Segments("Players", (("All 12", 0), ("In 7", 1)), 0, page),
    "tabs": tabs,
    "legal": pill(0, 0),
    "a warning": pill(0, 1),
    "a problem": pill(1, 0),
    "stepper": stepper,
    "gold": gold,
    "toast": toast,
    "failure": failure,
    "remark": remark,
    "label": lambda _: label("Words"),
    "faint label": lambda _: label("Words", faint=True),
    "one line": one_line,
}  # fmt: skip
GRAPHICS: dict[str, Make] = {
    "glyph": lambda page: GlyphButton(icons.UNDO, "Undo", page),
    "glyph, on": lambda page: toggled(GlyphButton(icons.UNDO, "Undo", page)),
    "chip": lambda page: Chip(Glyph("type/event", words="Events"), page),
    "chip, on": lambda page: toggled(Chip(Glyph("type/event", words="Events"), page)),
    "box, on": lambda page: toggled(QCheckBox(page)),
    "dot, on": lambda page: toggled(QRadioButton(page)),
}


def enter(widget: QWidget) -> None:
    for each in (widget, *widget.findChildren(QWidget)):
        each.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)


def press(widget: QWidget) -> None:
    for each in (widget, *widget.findChildren(QAbstractButton)):
        if isinstance(each, QAbstractButton):
            each.setDown(True)


STATES: dict[str, Callable[[QWidget], object]] = {
    "at rest": bool,
    "under the mouse": enter,
    "pressed": press,
    "with the focus": lambda widget: widget.setFocus(Qt.FocusReason.TabFocusReason),
}


@pytest.fixture
def theme(qapp: QApplication, typeface: QFont) -> Iterator[Theme]:
    """Put the light palette on in large letters, without a window."""
    qapp.setFont(typeface)
    with text_size(qapp, LARGE):
        made = Theme(qapp, PaletteChoice.LIGHT, qapp)
        yield made
        made.choose(PaletteChoice.LIGHT)
        made.deleteLater()


def strongest(image: QImage) -> float:
    """Return the contrast of the ground, the most frequent colour, with what is on it.

    Colours with few pixels are those of edges, where ink and ground are blended.
    """
    shown = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(shown.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    ground = QColor.fromRgb(int(colours[counts.argmax()]))
    inks = colours[counts >= max(6, pixels.size // 2000)]
    return max(contrast(QColor.fromRgb(int(each)), ground) for each in inks)


def measured(make: Make, act: Callable[[QWidget], object], qtbot: QtBot) -> float:
    """Return the contrast of a new widget in a state, as it is painted."""
    page = QWidget()
    qtbot.addWidget(page)
    widget = make(page)
    column(widget, parent=page)
    page.resize(page.sizeHint())
    page.show()
    settle()
    act(widget)
    settle()
    shown = page.grab(widget.geometry()).toImage()
    page.close()
    return strongest(shown)


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
@pytest.mark.parametrize("state", STATES)
def test_what_is_painted_has_contrast_in_every_state(
    theme: Theme, choice: PaletteChoice, state: str, qtbot: QtBot
) -> None:
    theme.choose(choice)
    found = {}
    for least, kinds in ((TEXT, WORDS), (GRAPHIC, GRAPHICS)):
        for name, make in kinds.items():
            ratio = measured(make, STATES[state], qtbot)
            if ratio < least:
                found[name] = round(ratio, 2)
    assert found == {}
