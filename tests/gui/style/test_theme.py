from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import chain

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.runtime.settings import PaletteChoice
from desktop.style import icons
from desktop.style.fonts import tabular
from desktop.style.palette import DARK, LIGHT, Colours, blend, colours_of, contrast, palette_of
from desktop.style.theme import HOVER, PRESSED, Theme, style_sheet
from desktop.widgets.combo_boxes import FactionComboBox
from tests.gui.fits import settle
from tests.gui.pixels import inks_of
from tests.gui.samples import open_sample


def painted(widget: QWidget, x: int, y: int) -> str:
    QApplication.processEvents()
    return widget.grab().toImage().pixelColor(x, y).name().upper()


@pytest.fixture
def theme(qapp: QApplication, typeface: QFont) -> Iterator[Theme]:
    """Put the light palette on, without a window."""
    qapp.setFont(typeface)
    made = Theme(qapp, PaletteChoice.LIGHT, qapp)
    yield made
    made.choose(PaletteChoice.LIGHT)
    made.deleteLater()


def test_a_palette_is_painted_and_selected_rows_follow_it(app: Application) -> None:
    window, table = app.window, app.window.build.pool.table
    table.selectRow(0)
    for choice, paper, panel, colours in (
        (PaletteChoice.DARK, "#191A1C", "#212327", DARK),
        (PaletteChoice.LIGHT, "#F6F4EF", "#FFFEFA", LIGHT),
    ):
        entries = window.actions_.palettes.actions()
        next(action for action in entries if action.data() == choice.value).trigger()
        assert painted(window.rail, 5, window.rail.height() - 5) == paper, choice
        viewport = window.build.card_view.viewport()
        assert painted(viewport, viewport.width() // 2, viewport.height() - 10) == paper, choice
        assert window.palette().base().color() == QColor(panel), choice
        assert app.settings.palette is choice
        rect = table.visualRect(table.model().index(0, NAME))
        background = painted(table.viewport(), rect.right() - 1, rect.top() + 1)
        assert QColor(background) == QColor(colours.selection.name()), choice
    assert DARK.selection.name() != LIGHT.selection.name()


def test_the_system_choice_follows_the_system_and_others_do_not(theme: Theme) -> None:
    hints = QApplication.styleHints()
    theme.choose(PaletteChoice.SYSTEM)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert colours_of(QApplication.palette()) is DARK
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert colours_of(QApplication.palette()) is LIGHT
    theme.choose(PaletteChoice.DARK)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert colours_of(QApplication.palette()) is DARK


def test_only_another_palette_styles_the_widgets_anew(app: Application) -> None:
    styled: list[QEvent.Type] = []

    class Watcher(QObject):
        @override
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            styled.append(event.type())
            return False

    app.theme.choose(PaletteChoice.LIGHT)
    watcher = Watcher(app)
    app.window.installEventFilter(watcher)
    app.theme.choose(PaletteChoice.LIGHT)
    assert QEvent.Type.StyleChange not in styled
    app.theme.choose(PaletteChoice.DARK)
    assert QEvent.Type.StyleChange in styled


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_everything_that_is_read_has_contrast(colours: Colours) -> None:
    inks = (colours.ink, colours.faint, colours.legal, colours.illegal, colours.note)
    for ink in chain(inks, colours.factions.values()):
        assert contrast(ink, colours.panel) >= 4.5, ink.name()
        assert contrast(ink, colours.selection) >= 3, ink.name()
    for background in (colours.paper, colours.panel):
        assert contrast(colours.accent, background) >= 3
        # The borders of what can be used, and of what lies over something else.
        assert contrast(colours.edge, background) >= 3
    for background in (colours.paper, colours.selection, colours.hover):
        for ink in (colours.ink, colours.faint):
            assert contrast(ink, background) >= 4.5, (ink.name(), background.name())
    palette = palette_of(colours)
    chosen = contrast(palette.highlightedText().color(), palette.highlight().color())
    assert chosen >= 4.5
    assert colours_of(palette) is colours


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_state_of_a_widget_has_contrast(colours: Colours) -> None:
    grounds = (
        *(colours.raised, colours.hover_paper, colours.pressed, colours.track, colours.shield),
        *(colours.gold, colours.initiative, colours.claim, colours.reserve),
    )
    for ground in grounds:
        assert contrast(colours.ink, ground) >= 4.5, ground.name()
    for ground in (colours.accent, colours.accent_hover, *colours.factions.values()):
        assert contrast(colours.on_accent, ground) >= 4.5, ground.name()
    for ink, soft in (
        (colours.legal_ink, colours.legal_soft),
        (colours.note_ink, colours.note_soft),
        (colours.illegal, colours.illegal_soft),
    ):
        assert contrast(ink, soft) >= 4.5, ink.name()
    for ground in (colours.paper, colours.panel, colours.raised, colours.hover):
        assert contrast(colours.accent_ink, ground) >= 4.5, ground.name()
        for graphic in (colours.accent, *colours.factions.values()):
            assert contrast(graphic, ground) >= 3, (graphic.name(), ground.name())
    for ground in (colours.raised, colours.track):
        assert contrast(colours.faint, ground) >= 4.5, ground.name()
    assert contrast(colours.edge, colours.raised) >= 3


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_under_the_mouse_or_pressed_has_contrast(colours: Colours) -> None:
    assert contrast(colours.ring, colours.accent) >= 3
    for ground in (colours.paper, colours.panel, colours.raised):
        for veil in HOVER, PRESSED:
            used = blend(ground, colours.ink, veil)
            for ink in (colours.ink, colours.accent_ink):
                assert contrast(ink, used) >= 4.5, (ink.name(), used.name())
    for ground in (colours.track, colours.thumb):
        assert contrast(blend(colours.track, colours.ink, 0.76), ground) >= 4.5, ground.name()


@pytest.mark.usefixtures("theme")
def test_the_bundled_typeface_has_tabular_figures_for_numbers_alone() -> None:
    widget = QWidget()
    font = widget.font()
    assert font.family() == "Inter"
    words, numbers = widget.fontMetrics(), QFontMetrics(tabular(font))
    assert numbers.horizontalAdvance("1111") == numbers.horizontalAdvance("8888")
    assert numbers.horizontalAdvance("0") <= words.horizontalAdvance("0") + 1
    assert words.horizontalAdvance("-") < numbers.horizontalAdvance("-")


def test_small_glyphs_are_kept_and_of_large_ones_only_the_last_few(qapp: QApplication) -> None:
    def key(side: int) -> int:
        return icons.glyph("faction/stark", side, 1.0, LIGHT.ink).cacheKey()

    small, large = key(16), key(300)
    assert key(300) == large
    for side in range(301, 340):
        key(side)
    assert key(300) != large
    assert key(16) == small


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
@pytest.mark.parametrize("state", [Qt.CheckState.Checked, Qt.CheckState.PartiallyChecked])
def test_boxes_are_marked_in_the_accent(
    theme: Theme, choice: PaletteChoice, state: Qt.CheckState
) -> None:
    theme.choose(choice)
    box, tags = QCheckBox(), QListWidget()
    box.setCheckState(state)
    QListWidgetItem(tags).setCheckState(state)
    for widget in (box, tags):
        image = widget.grab().toImage()
        inks = inks_of(image)
        assert {theme.colours.accent.rgb(), theme.colours.on_accent.rgb()} <= inks


def test_buttons_of_dialogs_have_no_icons(qtbot: QtBot) -> None:
    hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
    # As some desktops want it.
    wanted = "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 1; }"
    for sheet, icons_there in ((wanted, 1), (wanted + style_sheet(LIGHT, 16), 0)):
        box = QDialogButtonBox()
        qtbot.addWidget(box)
        box.setStyleSheet(sheet)
        box.ensurePolished()
        assert box.style().styleHint(hint, None, box) == icons_there


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_picture_of_the_style_is_there(qapp: QApplication, colours: Colours) -> None:
    names = set(re.findall(r"url\((\w+):([\w-]+\.svg)\)", style_sheet(colours, 16)))
    assert len(names) > 8
    folder = files("resources") / "icons"
    assert [name for name in names if not (folder / "/".join(name)).is_file()] == []


@pytest.mark.usefixtures("theme")
def test_the_sign_of_the_order_covers_no_heading(qtbot: QtBot) -> None:
    table = QTableWidget(1, 1)
    qtbot.addWidget(table)
    table.setHorizontalHeaderLabels(["Cost"])
    header = table.horizontalHeader()
    header.resizeSection(0, header.fontMetrics().horizontalAdvance("Cost") + 10)
    plain = header.grab().toImage()
    table.setSortingEnabled(True)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    sorted_ = header.grab().toImage()
    assert sorted_ != plain
    top = header.height() - header.fontMetrics().height() - 4
    below = QRect(0, top, header.width(), header.height() - top)
    assert sorted_.copy(below) == plain.copy(below)


def test_a_chosen_row_of_a_combo_box_keeps_its_glyph_readable(app: Application) -> None:
    box = FactionComboBox(app.window)
    view = box.view()
    view.ensurePolished()
    chosen = view.palette().color(QPalette.ColorRole.Highlight)
    for faction in app.theme.colours.factions.values():
        assert contrast(faction, chosen) >= 3


class StyleCounter(QObject):
    """Counts how often each widget is styled."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.counts: Counter[int] = Counter()
        app.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.StyleChange:
            self.counts[id(watched)] += 1
        return False


def test_a_palette_or_a_text_size_styles_no_widget_again_and_again(
    app: Application, qapp: QApplication
) -> None:
    """Each widget is styled for itself, not again for all that it lies in."""
    open_sample(app)
    changes: tuple[Callable[[], None], ...] = (
        lambda: app.theme.choose(PaletteChoice.DARK),
        lambda: app.window.actions_.type_sizes.chosen.emit(130),
        lambda: app.theme.choose(PaletteChoice.LIGHT),
        lambda: app.window.actions_.type_sizes.chosen.emit(100),
    )
    for change in changes:
        counter = StyleCounter(qapp)
        change()
        qapp.removeEventFilter(counter)
        QApplication.processEvents()
        assert counter.counts.total() < 3 * len(qapp.allWidgets())


def test_all_is_in_its_place_before_another_text_size_is_painted(app: Application) -> None:
    bar = open_sample(app).tabs.tabBar()
    settle()
    parts = [each for each in app.window.findChildren(QWidget) if each.isVisible()]
    heights = []
    for size in (130, 100):
        app.window.actions_.type_sizes.chosen.emit(size)
        placed = [each.geometry() for each in parts]
        settle()
        moved = zip(parts, placed, strict=True)
        assert [each for each, before in moved if each.geometry() != before] == []
        heights.append(bar.fontMetrics().height())
    # The titles of narrow tabs are small, and yet grow.
    assert heights[0] > heights[1]
