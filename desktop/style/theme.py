"""Applies a palette to the application and follows the system's choice of light or dark."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop.runtime.settings import PaletteChoice
from desktop.style.fonts import own_fonts
from desktop.style.palette import DARK, LIGHT, Colours, palette_of

# Colours come from the palette, lengths from the font.
_CONTROLS = """
QPushButton {
    background: $panel; color: $ink; border: 1px solid $edge; border-radius: ${round}px;
    padding: ${more}px ${s}px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:open { background: $selection; }
QPushButton:default, QPushButton:focus { border-color: $accent; }
QPushButton:focus, QPushButton:checked { background: $selection; }
QPushButton:disabled { background: transparent; color: $faint; border-color: $frame; }
QPushButton::menu-indicator, QToolButton::menu-indicator {
    image: url(control:down-$shade.svg); width: ${arrow}px; height: ${arrow}px;
    subcontrol-origin: padding; subcontrol-position: center right; right: ${xxs}px; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }
QDialogButtonBox QPushButton { min-width: ${wide}px; }
QPushButton#small { padding: ${xs}px ${near}px; }
QPushButton#small:checked { border-color: $accent; }
QPushButton#chip {
    background: $selection; border-color: $frame; border-radius: ${xs}px;
    padding: ${xxs}px ${s}px; }
QPushButton#chip:hover { background: $hover; }
QPushButton#chip:focus { border-color: $accent; }
QToolButton {
    background: transparent; color: $ink; border: 1px solid $edge; border-radius: ${round}px;
    padding: ${xxs}px ${xs}px; }
QToolButton[autoRaise="true"] { border-color: transparent; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:open, QToolButton:checked { background: $selection; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $faint; border-color: transparent; }
QToolButton#number:hover { border-color: $accent; color: $accent; }
QToolButton#number:focus { border-color: $accent; }
QToolButton#number:checked { background: $ink; border-color: $ink; color: $panel; }
QToolButton#number:checked:focus, QToolButton#number:checked:hover { border-color: $accent; }
QLineEdit QToolButton, QLineEdit QToolButton:hover {
    background: transparent; border: none; padding: 0; }
QLineEdit, QAbstractSpinBox, QComboBox {
    background: $panel; color: $ink; border: 1px solid $edge; border-radius: ${round}px;
    padding: ${pad}px ${xs}px; selection-background-color: $accent; selection-color: $paper; }
QAbstractSpinBox { padding: ${less}px ${xs}px; }
QPlainTextEdit { background: $panel; border: 1px solid $edge; padding: ${xxs}px; }
QLineEdit:focus, QPlainTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QComboBox:on {
    border-color: $accent; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {
    background: $paper; color: $faint; border-color: $frame; }
QLineEdit { lineedit-clear-button-icon: url(control:clear-$shade.svg); }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {
    background: transparent; border: none; padding: 0; }
QLineEdit#title { background: transparent; border-color: transparent; padding: 0; }
QLineEdit#title:hover { border-bottom-color: $edge; }
QLineEdit#title:focus { background: $panel; border-color: $accent; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down, QDateEdit::drop-down {
    border: none; width: ${m}px; subcontrol-origin: padding; subcontrol-position: center right; }
QComboBox::down-arrow, QDateEdit::down-arrow {
    image: url(control:down-$shade.svg); width: ${arrow}px; height: ${arrow}px; }
QSpinBox { padding-right: ${m}px; }
QSpinBox::up-button, QSpinBox::down-button {
    subcontrol-origin: border; width: ${m}px; border: none; background: transparent; }
QSpinBox::up-button { subcontrol-position: top right; }
QSpinBox::down-button { subcontrol-position: bottom right; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover { background: $hover; }
QSpinBox::up-arrow { image: url(control:up-$shade.svg); }
QSpinBox::down-arrow { image: url(control:down-$shade.svg); }
QSpinBox::up-arrow, QSpinBox::down-arrow { width: ${small}px; height: ${small}px; }
QCheckBox, QRadioButton { spacing: ${s}px; padding: 1px 0; }
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator, QMenu::indicator {
    width: ${box}px; height: ${box}px; border: 1px solid $faint; background: $panel; }
QRadioButton::indicator { border-radius: ${half}px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { background: $hover; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked, QMenu::indicator:checked {
    image: url(check:on-$shade.svg); }
QRadioButton::indicator:checked { image: url(control:dot-$shade.svg); }
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate {
    image: url(check:part-$shade.svg); }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
QSlider::groove:horizontal { height: ${xxs}px; background: $edge; border-radius: 1px; }
QSlider::handle:horizontal {
    width: ${m}px; margin: -${xs}px 0; background: $panel; border: 1px solid $edge;
    border-radius: ${xs}px; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: $accent; }
QProgressBar {
    background: $line; color: $ink; border: none; border-radius: ${xxs}px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: ${xxs}px; }
"""
_WINDOWS = """
RuleButton { color: $accent; }
QToolTip { background: $panel; color: $ink; border: 1px solid $edge; padding: ${xs}px ${s}px; }
QMenu { background: $panel; color: $ink; border: 1px solid $edge; padding: ${xxs}px; }
QMenu::item { padding: ${pad}px ${m}px; border: 1px solid transparent; }
QMenu::item:selected { background: $selection; border-color: $frame; }
QMenu::item:disabled { color: $faint; }
QMenu::item:disabled:selected { background: transparent; }
QMenu::separator { height: 1px; background: $line; margin: ${xxs}px ${xs}px; }
QMenu::indicator { left: ${xs}px; }
QMenu::right-arrow {
    image: url(control:right-$shade.svg); width: ${arrow}px; height: ${arrow}px; right: ${xs}px; }
QMenuBar { background: $paper; color: $ink; }
QMenuBar::item { padding: ${xs}px ${s}px; background: transparent; }
QMenuBar::item:selected { background: $selection; }
QStatusBar { background: $paper; color: $faint; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
Popup, HoverPopup, MoveButtons { background: $paper; border: 1px solid $edge; }
Calendar { background: $paper; border: 1px solid $edge; }
QCalendarWidget QWidget#qt_calendar_navigationbar { background: $paper; }
QCalendarWidget QToolButton { border-color: transparent; padding: ${xs}px; }
QCalendarWidget QToolButton:focus { border-color: $accent; }
QToolButton#qt_calendar_prevmonth { qproperty-icon: url(control:left-$shade.svg); }
QToolButton#qt_calendar_nextmonth { qproperty-icon: url(control:right-$shade.svg); }
QCalendarWidget QAbstractItemView {
    border: none; selection-background-color: $accent; selection-color: $paper; }
"""
_VIEWS = """
QAbstractItemView {
    background: $panel; border: 1px solid $frame; outline: none;
    selection-background-color: $selection; selection-color: $ink; }
QAbstractItemView:focus { border: 1px solid $accent; }
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus { border: 1px solid $edge; }
QHeaderView { background: $paper; border: none; }
QHeaderView::section {
    background: $paper; color: $faint; border: none; border-bottom: 1px solid $frame;
    padding: ${s}px ${xs}px ${xs}px ${xs}px; }
QHeaderView::section:hover { color: $ink; }
QHeaderView::up-arrow { image: url(control:ascending-$shade.svg); }
QHeaderView::down-arrow { image: url(control:descending-$shade.svg); }
QHeaderView::up-arrow, QHeaderView::down-arrow {
    width: ${arrow}px; height: ${xs}px; subcontrol-origin: border;
    subcontrol-position: top center; top: ${xxs}px; }
QTabWidget::pane { border: 1px solid $frame; background: $panel; top: -1px; }
QTabBar { background: transparent; }
QTabBar::tab {
    background: transparent; color: $faint; padding: ${xs}px ${s}px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $ink; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { background: $selection; color: $ink; }
QTabBar::tab:hover { color: $ink; }
QTabBar::tear { width: 0; border: none; }
QTabBar QToolButton { background: $paper; border-color: $edge; padding: 0; }
QTabBar QToolButton::left-arrow { image: url(control:left-$shade.svg); }
QTabBar QToolButton::right-arrow { image: url(control:right-$shade.svg); }
QSplitter::handle { background: $paper; }
QSplitter::handle:horizontal { image: url(control:grip-$shade.svg); }
QSplitter::handle:vertical { image: url(control:grip-flat-$shade.svg); }
QSplitter::handle:hover { background: $line; }
QScrollArea, QScrollArea > QWidget > QWidget { background: $panel; border: none; }
QScrollArea#ground, QScrollArea#ground > QWidget > QWidget { background: $paper; border: none; }
QScrollArea:focus { border: 1px solid $accent; }
QAbstractScrollArea::corner { background: $panel; border: none; }
QScrollBar:vertical { background: $panel; width: ${m}px; margin: 0; }
QScrollBar:horizontal { background: $panel; height: ${m}px; margin: 0; }
QScrollBar::handle { background: $edge; border-radius: ${xs}px; margin: ${xxs}px; }
QScrollBar::handle:vertical { min-height: ${l}px; }
QScrollBar::handle:horizontal { min-width: ${l}px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
_TEMPLATE = Template(_CONTROLS + _WINDOWS + _VIEWS)
_COLOURS = ("paper", "panel", "ink", "faint", "line", "accent", "selection", "hover")


def style_sheet(colours: Colours, height: int) -> str:
    box = height * 7 // 8 - 2
    return _TEMPLATE.substitute(
        xxs=height // 8,
        xs=height // 4,
        s=height // 2,
        near=height * 3 // 8,
        m=height * 3 // 4,
        l=height * 2,
        pad=height * 3 // 16,
        more=height * 3 // 16 + 1,
        less=height * 3 // 16 - 1,  # a spin box adds a pixel around its field
        round=max(2, height // 6),
        arrow=height * 3 // 4,
        small=height // 2,
        box=box,
        half=box // 2,
        wide=height * 4,
        shade="dark" if colours is DARK else "light",
        edge=colours.edge.name(),
        frame=colours.frame.name(),
        **{name: getattr(colours, name).name() for name in _COLOURS},
    )


_STYLED = "sevenplots_styled"


class Theme(QObject):
    """The palette in use."""

    def __init__(
        self, app: QApplication, choice: PaletteChoice, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self.choice = choice
        self.colours: Colours = LIGHT
        # Another style would style every widget anew, even where it is of the same kind.
        if app.property(_STYLED) is None:
            app.setStyle(QStyleFactory.create("Fusion"))
            app.setProperty(_STYLED, True)  # noqa: FBT003 - Qt's own
        for folder in ("check", "control"):
            QDir.setSearchPaths(folder, [str(files("resources") / "icons" / folder)])
        app.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)
        self.choose(choice)

    def choose(self, choice: PaletteChoice) -> None:
        """Apply the palette of a choice."""
        self.choice = choice
        scheme = {
            PaletteChoice.LIGHT: Qt.ColorScheme.Light,
            PaletteChoice.DARK: Qt.ColorScheme.Dark,
        }.get(choice, Qt.ColorScheme.Unknown)
        hints = self._app.styleHints()
        # Title bar and system dialogs follow. Unknown resets it.
        hints.setColorScheme(scheme)
        self._apply(hints.colorScheme() if scheme is Qt.ColorScheme.Unknown else scheme)

    def follow_font(self) -> None:
        """Make the lengths of the style sheet those of the application's font."""
        sheet = style_sheet(self.colours, QFontMetrics(self._app.font()).height())
        # Qt would style every widget anew.
        if sheet == self._app.styleSheet():
            return
        fonts = own_fonts(self._app)
        # From one style sheet to another Qt would style a widget once for each that it lies in.
        self._app.setStyleSheet("")
        self._app.setStyleSheet(sheet)
        # Qt brings back the fonts that widgets had when they were first shown.
        for widget, font in fonts:
            if widget.font() != font:
                widget.setFont(font)

    def _apply(self, scheme: Qt.ColorScheme) -> None:
        self.colours = DARK if scheme is Qt.ColorScheme.Dark else LIGHT
        self._app.setPalette(palette_of(self.colours))
        self.follow_font()

    def _on_color_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        if self.choice is PaletteChoice.SYSTEM:
            self._apply(scheme)
