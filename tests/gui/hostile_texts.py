"""Shows texts that name files and hosts in every kind of text view, as a program of its own.

Its arguments are an existing picture and a FIFO that nobody writes to.
"""

from __future__ import annotations

import signal
import sys
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from carddb.terms import Edition
from core.errors import AppError
from decks.categories import with_note
from decks.deck import Deck
from desktop.dialogs.help_dialogs import GuideDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.layouts import label, tip
from desktop.widgets.markdown_view import LocalTextView, MarkdownView
from desktop.widgets.message_bar import Banner
from desktop.widgets.rule_view import RuleView
from rulebook.entry import WordSpan
from rulebook.rule_book import rule_book
from tests.builders import card as made_card
from tests.builders import pool

# Names that stand nowhere else, so that a trace with one of them shows that it was opened.
NAMED = ("/named/by-text.png", "by-text-missing", "//named-host/share/by-text.png")
HOST = "http://127.0.0.1:9/by-text.png"


def markdown_of(names: tuple[str, ...]) -> str:
    """Return Markdown with every name as an image, a file and a link."""
    return "\n\n".join(
        f"![a]({name}) ![b](file://{name}) [![c]({name})]({name}) ![d][ref]\n\n[ref]: {name}"
        for name in names
    )


def html_of(names: tuple[str, ...]) -> str:
    """Return HTML with every name as an image, a background and a style sheet."""
    return "".join(
        f"<link rel='stylesheet' href='{name}'><style>@import url('{name}');</style>"
        f"<p style='background-image: url({name})'><img src='{name}'>"
        f"<img src='file://{name}'>x</p><table background='{name}'><tr><td>x</table>"
        for name in names
    )


def views_of(names: tuple[str, ...]) -> list[QWidget]:
    """Return every kind of view with a text that has these names."""
    markdown, html = markdown_of(names), html_of(names)
    notes, guide, raw, rule = MarkdownView("Notes"), GuideDialog(), LocalTextView("x"), RuleView()
    notes.show_markdown(markdown)
    guide.text.setMarkdown(markdown)
    raw.setHtml(html)
    entry = rule_book().entry("keyword.stealth")
    rule.show_entry(replace(entry, title=html, spans=(WordSpan(html),), source=html))
    card = made_card(html, text=html)
    pools = {Edition.FIRST: pool(edition=Edition.FIRST), Edition.SECOND: pool(card)}
    cards = LoadedCards(pools, {}, (), (), shipped=date(2026, 7, 1))
    deck = with_note(Deck(name=html, edition=Edition.SECOND), card, html)
    details = CardView(notes)
    details.show_card(card, cards, CardDeckInfo(deck))
    banner, message = Banner(), label(html, wraps=True)
    banner.show_error(AppError(html, hint=html))
    return [notes, guide, raw, rule, details, banner, message]


def main() -> None:
    """Show every view and a tool tip, and paint them."""
    signal.alarm(60)  # ends a program that waits for the FIFO
    app = QApplication(sys.argv[:1])
    names = (*NAMED, *(f"//localhost{each}" for each in sys.argv[1:]), *sys.argv[1:], HOST)
    for view in views_of(names):
        view.resize(600, 400)
        view.show()
        QToolTip.showText(QPoint(1, 1), tip(html_of(names)), view)
        app.processEvents()
        view.grab()
    print("shown")  # noqa: T201 - tells the test


if __name__ == "__main__":
    main()
