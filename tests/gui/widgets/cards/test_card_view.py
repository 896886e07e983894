from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.card import Card, Erratum
from carddb.terms import CardType, Edition, Faction, Icon, PlotStats, Printed
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import PaletteChoice
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import load_typeface
from desktop.style.palette import DARK, LIGHT, Colours
from desktop.widgets.cards.card_facts import facts_of, figures_of, kind_line
from desktop.widgets.cards.card_list_status import history, listings
from desktop.widgets.cards.card_sheet import CardSheet
from desktop.widgets.cards.card_text import facts_sentence, plain_text, rich_text
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.drawn_card import ASPECT, DrawnCard, paint_card
from desktop.widgets.cards.gold_text import gold_text
from desktop.widgets.cards.printing_differences import differences
from desktop.widgets.cards.printing_swap import with_printing
from desktop.widgets.wrap_button import WrapButton
from tests.builders import card, deck
from tests.gui.samples import copies, deck_of, open_sample, select, steps
from tests.gui.test_accessibility import assert_all_named
from validators.list_in_force import in_force
from validators.places import ROOKERY

ARYA_CORE, ARYA_WOTN = "01141", "03007"


def found(cards: LoadedCards, code: str) -> Card:
    one = cards.card(code)
    assert one is not None
    return one


def test_figures_are_what_the_type_has() -> None:
    knight = card(cost=3, strength=Printed.X, icons=(Icon.POWER,))
    assert [(each.caption, each.value) for each in figures_of(knight)] == [
        ("Cost", "3"),
        ("STR", "X"),
        ("Icons", "power"),
    ]
    plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, 1, 6))
    assert [each.value for each in figures_of(plot)] == ["5", "0", "1", "6"]
    old_plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, Printed.X, None))
    assert [each.caption for each in figures_of(old_plot)] == ["Gold", "Initiative", "Claim"]
    assert figures_of(card("Fealty", CardType.AGENDA)) == ()


def test_the_line_of_kind_says_faction_type_and_marks() -> None:
    hero = card(factions=(Faction.STARK, Faction.TYRELL), unique=True, loyal=True)
    assert kind_line(hero) == "Stark / Tyrell · Character · Unique · Loyal"
    assert kind_line(card()) == "Neutral · Character"


def test_facts_leave_out_what_does_not_apply(cards: LoadedCards) -> None:
    facts = dict(facts_of(found(cards, "01141"), cards))
    assert facts["Pack"] == "Core Set, no. 141"
    assert "Crests" not in facts
    limited = card(pack="Core", deck_limit=1, errata=(Erratum("FAQ", "1.2"),))
    assert dict(facts_of(found(cards, "core_1"), cards))["Edition"] == "First edition"
    assert limited.deck_limit == 1


def painted(face: DrawnCard, colours: Colours = LIGHT, width: int = 290) -> tuple[QImage, bool]:
    image = QImage(width, round(width * ASPECT), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    legible = paint_card(painter, QRectF(0, 0, image.width(), image.height()), face, colours)
    painter.end()
    return image, legible


def inks(image: QImage) -> int:
    """Return how many colours are on a grid of the picture."""
    step = 3
    return len(
        {
            image.pixel(x, y)
            for x in range(0, image.width(), step)
            for y in range(0, image.height(), step)
        }
    )


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_cards_of_every_type_of_both_editions_are_drawn(
    cards: LoadedCards, colours: Colours, qapp: QApplication
) -> None:
    seen = set()
    for number, row in enumerate(cards.rows):
        kind = (row.card.edition, row.card.type)
        if number % 9 == 0 or kind not in seen:
            seen.add(kind)
            image, legible = painted(DrawnCard(row.card, row.pack), colours)
            assert legible, row.card.name
            assert inks(image) > 10
    assert len(seen) == 14


def test_two_cards_are_drawn_unlike(cards: LoadedCards, qapp: QApplication) -> None:
    one, _ = painted(DrawnCard(found(cards, ARYA_CORE), "Core Set"))
    other, _ = painted(DrawnCard(found(cards, ARYA_WOTN), "Wolves of the North"))
    assert one != other
    assert painted(DrawnCard(found(cards, ARYA_CORE), "Core Set"))[0] == one


def test_a_long_text_is_drawn_smaller_and_said_to_be_so(
    cards: LoadedCards, qapp: QApplication
) -> None:
    load_typeface(qapp)
    bran = replace(found(cards, "22016"), text="Words and words of a long text. " * 18)
    assert not painted(DrawnCard(bran, "A pack"))[1]
    assert painted(DrawnCard(bran, "A pack"), width=700)[1]


def test_the_text_of_a_card_is_only_ever_text() -> None:
    text = (
        "<b>Reaction:</b> After [stark] wins a [power] <script>x</script>\n<img src=http://x>[odd]"
    )
    assert plain_text(text) == (
        "Reaction: After Stark wins a power <script>x</script>\n<img src=http://x>[odd]"
    )
    html = rich_text(text)
    assert html.startswith("<b>Reaction:</b> After Stark wins a power &lt;script&gt;")
    assert "<br>&lt;img src=http://x&gt;[odd]" in html
    assert rich_text("<i>Lord</ b> and <b>open") == "<i>Lord and <b>open</b></i>"


def test_a_card_as_sentences(cards: LoadedCards) -> None:
    said = facts_sentence(found(cards, "11016"), "The Shadow City")
    assert said.splitlines()[:3] == [
        "Ser Gerris Drinkwater. Martell · Character · Unique · Loyal.",
        "Cost 6, STR 5, Icons military, intrigue, shadow cost s5.",
        "Knight.",
    ]
    assert said.endswith("The Shadow City 16, illustrated by Paolo Puggioni.")
    corsair = facts_sentence(found(cards, "asots_17"), "Reach of the Kraken")
    assert "shadow cost s1" in corsair
    assert "Crests: shadow." in corsair
    assert "Naval: military." in corsair


def test_what_gold_is_about_is_told_in_our_own_words(cards: LoadedCards) -> None:
    def said(code: str) -> list[str]:
        return [gold_text(effect) for effect in found(cards, code).gold_effects]

    assert said("01039") == [
        "Marshaling action: kneel and sacrifice: the next character this phase costs 3 less."
    ]
    assert said("01004") == ["The first Lord or Lady character each round costs 2 less."]
    assert said("26113") == ["It costs 1 less in ambush for each Commander character in play."]
    assert said("04034") == [""]
    for row in cards.rows:
        for effect in row.card.gold_effects:
            words = gold_text(effect)
            assert not words or (words.endswith(".") and "  " not in words)


def test_in_what_a_printing_differs(cards: LoadedCards) -> None:
    core, wotn = found(cards, ARYA_CORE), found(cards, ARYA_WOTN)
    assert differences(core, wotn) == "Cost 4, STR 3, +intrigue, no Stealth"
    assert differences(found(cards, "02034"), found(cards, "17134")) == "Limit 3, +Prized 1"
    assert differences(core, replace(core, code="1", text=None)) == "The same facts"
    assert differences(core, replace(core, code="1", reprint_of=core.code)) == "Reprint"
    told = replace(core, text="One"), replace(core, code="1", text="Another")
    assert differences(*told) == "Another text"


def test_the_lists_that_a_card_is_on(cards: LoadedCards) -> None:
    pool = cards.pools[Edition.SECOND]
    current = in_force(pool, None)
    drowned = found(cards, "06011")
    first, *others = listings(drowned, pool, current)
    assert (first.name, first.in_force, first.lines) == (
        "Standard v2.1",
        True,
        ("Joust and melee: banned",),
    )
    assert "Joust: not beside Drowned God Fanatic (SoKL)" in [
        words for each in others for words in each.lines
    ]
    assert history(drowned, pool) == (
        "Joust: restricted 2019-09 to 2020-07, banned since 2020-10",
        "Melee: restricted 2019-09 to 2020-10, banned since 2020-10",
    )
    heads = listings(found(cards, "01013"), pool, current)[0]
    assert heads.lines[0].startswith("Joust: in a pod, of which a deck may hold one card, with")
    assert listings(found(cards, "01088"), pool, current) == ()


def test_of_the_one_list_of_the_first_edition_no_history_is_told(cards: LoadedCards) -> None:
    pool = cards.pools[Edition.FIRST]
    path = found(cards, "soo_19")
    assert [each.lines for each in listings(path, pool, in_force(pool, None))] == [
        ("Joust and melee: restricted",)
    ]
    assert history(path, pool) == ()


def test_another_printing_takes_every_place(cards: LoadedCards) -> None:
    core, wotn = found(cards, ARYA_CORE), found(cards, ARYA_WOTN)
    agenda, other = found(cards, "13118"), found(cards, "17152")
    before = deck((core, 2), (wotn, 1), agenda, rookery=((core, 1),))
    after = with_printing(with_printing(before, core, wotn), agenda, other)
    assert dict(after.slots) == {wotn: 3}
    assert ROOKERY.copies(after, wotn) == 1
    assert after.agendas == (other,)
    assert with_printing(after, core, wotn) == after


def words_of(view: CardView) -> str:
    assert view.sheet is not None
    return f"{view.sheet.face.description()}\n{view.sheet.notes.toPlainText()}"


def test_the_view_shows_every_card_there_is(cards: LoadedCards, qtbot: QtBot) -> None:
    view = CardView()
    qtbot.addWidget(view)
    for row in cards.rows[::40]:
        view.show_card(row.card, cards)
        words = words_of(view)
        assert row.card.name in words
        assert row.pack in words
        assert view.accessibleName() == f"Card: {row.card.name}"


def chosen(app: Application, code: str) -> tuple[BuilderPage, CardSheet]:
    """Show a card in the card view beside a deck; return page and sheet."""
    assert app.session.cards is not None
    page = app.window.build
    page.tabs.setCurrentWidget(page.card_view)
    page.card_view.printing_chosen.emit(found(app.session.cards, code))
    assert page.card_view.sheet is not None
    return page, page.card_view.sheet


def test_the_card_view_says_how_many_copies_the_deck_holds(app: Application) -> None:
    page = open_sample(app)
    select(page, "Arya Stark")
    page.tabs.setCurrentWidget(page.card_view)
    sheet = page.card_view.sheet
    assert sheet is not None
    assert sheet.copies.text() == "3 of 3 in the deck"
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    assert sheet.copies.text() == "1 of 3 in the deck"


def test_printings_are_switched_between_with_the_arrows(app: Application) -> None:
    open_sample(app)
    page, sheet = chosen(app, ARYA_CORE)
    rows = sheet.printings.printings
    assert [each.pack for each in rows] == [
        "Core Set",
        "Wolves of the North",
        "The Faith Militant",
        "Long May He Reign",
    ]
    assert rows[0].released == "2015-10-08"
    assert rows[1].copies == 3
    sheet.printings.setFocus()
    QTest.keyClick(sheet.printings, Qt.Key.Key_Down)
    assert "Wolves of the North 7" in sheet.face.description()
    assert sheet.printings.currentIndex().row() == 1
    assert sheet.printings.hasFocus()
    place = sheet.printings.visualRect(sheet.printings.model().index(0, 0)).center()
    QTest.mouseClick(sheet.printings.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "Core Set 141" in sheet.face.description()
    assert page.card_view.accessibleName() == "Card: Arya Stark"


def test_a_title_with_one_printing_has_no_list_of_printings(app: Application) -> None:
    _, sheet = chosen(app, "11016")
    assert not sheet.printings.isVisible()
    assert "Released" in sheet.notes.toPlainText()


def test_a_printing_is_used_in_the_deck_as_one_step(app: Application) -> None:
    open_sample(app)
    _, sheet = chosen(app, ARYA_CORE)
    buttons = [each for each in sheet.findChildren(WrapButton) if each.isVisible()]
    assert [each.text() for each in buttons] == [
        "Use this printing in the deck instead of 3 from Wolves of the North"
    ]
    buttons[0].click()
    assert {each.pack: n for each, n in deck_of(app).slots if each.name == "Arya Stark"} == {
        "Core": 3
    }
    assert steps(app) == ["Swap 3 Arya Stark to the Core Set printing"]
    assert [each for each in sheet.findChildren(WrapButton) if each.isVisible()] == []
    assert sheet.copies.text() == "3 of 3 in the deck"
    app.session.steps.undo()
    assert copies(app, "Arya Stark") == 3
    assert [each.isVisible() for each in sheet.findChildren(WrapButton)][-1]


def test_lists_rulings_and_errata_stand_in_the_notes(app: Application) -> None:
    _, sheet = chosen(app, "06011")
    said = sheet.notes.toPlainText()
    assert "Standard v2.1, 2026-07-01" in said
    assert "History: Joust: restricted 2019-09 to 2020-07" in said
    _, sheet = chosen(app, "08039")
    assert "Only 4 gold are then left for setup." in sheet.notes.toPlainText()
    _, sheet = chosen(app, "cad_20")
    assert "Its text was changed: Fantasy Flight Games, FAQ." in sheet.notes.toPlainText()


def test_the_text_is_in_the_notes_where_the_face_is_too_small_for_it(
    cards: LoadedCards, qtbot: QtBot
) -> None:
    view = CardView()
    qtbot.addWidget(view)
    view.resize(300, 700)
    view.show()
    short = replace(found(cards, "11016"), text="A short text.")
    view.show_card(short, cards)
    assert view.sheet is not None
    assert "A short text." in view.sheet.face.description()
    assert "A short text." not in view.sheet.notes.toPlainText()
    view.show_card(replace(short, text="A very long text indeed. " * 30), cards)
    assert "A very long text indeed." in view.sheet.notes.toPlainText()


@pytest.mark.parametrize("width", [290, 480])
def test_nothing_is_wider_than_the_view(cards: LoadedCards, qtbot: QtBot, width: int) -> None:
    view = CardView()
    qtbot.addWidget(view)
    view.resize(width, 600)
    view.show()
    for code in ("01141", "06011", "06099", "kr_79", "26080"):
        view.show_card(found(cards, code), cards)
        QApplication.processEvents()
        assert view.sheet is not None
        assert view.sheet.width() == view.viewport().width()
        assert view.sheet.notes.geometry().right() <= view.viewport().width()
        assert view.sheet.notes.height() >= view.sheet.notes.document().size().height()


def test_the_notes_can_be_selected_and_the_card_copied(app: Application) -> None:
    _, sheet = chosen(app, "08039")
    sheet.notes.moveCursor(QTextCursor.MoveOperation.Start)
    sheet.notes.selectAll()
    sheet.notes.copy()
    assert "Only 4 gold are then left" in QApplication.clipboard().text()
    sheet.face.setFocus()
    QTest.keyClick(sheet.face, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("The House With the Red Door. Neutral")


def test_the_card_is_drawn_in_the_palette_of_the_window(app: Application, qtbot: QtBot) -> None:
    _, sheet = chosen(app, ARYA_CORE)
    app.theme.choose(PaletteChoice.LIGHT)
    light = sheet.face.grab().toImage()
    app.theme.choose(PaletteChoice.DARK)
    dark = sheet.face.grab().toImage()
    app.theme.choose(PaletteChoice.LIGHT)
    middle = light.width() // 2, light.height() - 20
    assert light.pixelColor(*middle).lightness() > 200
    assert dark.pixelColor(*middle).lightness() < 80


def test_every_part_of_the_card_view_has_a_name_and_takes_the_focus(app: Application) -> None:
    open_sample(app)
    page, sheet = chosen(app, ARYA_CORE)
    assert_all_named(app.window)
    page.show_tab(0)
    assert sheet.face.hasFocus()
    reached = set()
    for _ in range(8):
        current = QApplication.focusWidget()
        if current is not None:
            reached.add(current)
            QTest.keyClick(current, Qt.Key.Key_Tab)
    assert {sheet.face, sheet.large_button, sheet.printings, sheet.notes} <= reached
