"""A card drawn from its facts alone: no scan, no publisher's symbols."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop import icons
from desktop.cards import LoadedCards
from desktop.colours import colours_of
from desktop.typeface import Size, space
from desktop.widgets import glyphs
from desktop.widgets.card_facts import Figure, facts_of, figures_of, kind_of
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label


class CardView(QScrollArea):
    """Shows one card; before there is one, says how to choose it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Card")
        hint = label("Choose a card in a list to see its facts.", faint=True, wraps=True)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        hint.setMargin(space(self, 4))
        self.setWidget(hint)

    def show_card(
        self, card: Card, cards: LoadedCards, notes: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Show a card; `notes` are facts about it that do not stand on it, with their labels."""
        self.setWidget(CardSheet(card, [*facts_of(card, cards), *notes]))
        facts = "; ".join(f"{name}: {value}" for name, value in facts_of(card, cards))
        self.setAccessibleName(f"Card: {card.name}")
        self.setAccessibleDescription(f"{kind_of(card)}. {facts}")


class CardSheet(QWidget):
    """The sheet of one card, with its faction's colour along the left edge."""

    def __init__(self, card: Card, facts: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._card = card
        gap = space(self, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap * 2, gap * 2, gap * 2, gap * 2)
        layout.setSpacing(gap * 2)
        layout.addLayout(self._head(gap))
        if figures := figures_of(card):
            layout.addLayout(self._figures(figures, gap))
        if card.traits:
            traits = ". ".join(card.traits) + "."
            layout.addWidget(label(traits, weight=QFont.Weight.Medium, wraps=True))
        if card.text:
            text = label(card.text, wraps=True)
            text.setTextFormat(Qt.TextFormat.RichText)
            layout.addWidget(text)
        layout.addLayout(self._facts(facts, gap))
        layout.addStretch(1)

    def _head(self, gap: int) -> QLayout:
        row = QHBoxLayout()
        row.setSpacing(gap)
        sign = GlyphLabel(space(self, 7), self)
        sign.show_glyphs(glyphs.of_factions(self._card))
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(gap // 2)
        name = label(self._card.name, Size.LARGE, weight=QFont.Weight.DemiBold, wraps=True)
        words.addWidget(name)
        words.addWidget(label(kind_of(self._card), faint=True, wraps=True))
        row.addLayout(words, 1)
        kind = GlyphLabel(space(self, 5), self)
        word = self._card.type.value.capitalize()
        kind.show_glyphs([Glyph(icons.of_type(self._card.type), None, word)])
        row.addWidget(kind, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _figures(self, figures: Sequence[Figure], gap: int) -> QLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(gap * 3)
        grid.setVerticalSpacing(0)
        for column, figure in enumerate(figures):
            grid.addWidget(label(figure.caption, Size.SMALL, faint=True), 0, column)
            value: QLabel | GlyphLabel
            if figure.glyphs:
                value = GlyphLabel(space(self, 5), self)
                value.show_glyphs(figure.glyphs)
                value.setToolTip(figure.value)
            else:
                value = label(figure.value, Size.LARGE, weight=QFont.Weight.Medium)
            grid.addWidget(value, 1, column, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(len(figures), 1)
        return grid

    def _facts(self, facts: Sequence[tuple[str, str]], gap: int) -> QLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(gap * 2)
        form.setVerticalSpacing(gap)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for name, value in facts:
            caption = label(name, faint=True)
            caption.setAlignment(Qt.AlignmentFlag.AlignTop)
            caption.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            form.addRow(caption, label(value, wraps=True))
        return form

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(0, 0, space(self, 1), self.height(), colours.of_card(self._card))
        painter.end()
