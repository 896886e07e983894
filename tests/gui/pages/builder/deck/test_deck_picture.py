"""A deck saved as a picture: real files, with every card and its count in their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QRectF, QSizeF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import GROUPINGS
from desktop.pages.builder.deck.deck_picture import MOST_CARDS, PIXEL_RATIO, WIDTH, DeckPicture
from desktop.pages.builder.deck.pile_painter import PlacedCard
from desktop.pages.builder.page import BuilderPage
from desktop.session.loaded_cards import LoadedCards
from desktop.style.palette import LIGHT
from tests.gui.pixels import pixel_rows
from tests.gui.samples import WOLVES, deck_of, open_sample
from tests.gui.shell.test_deck_file_saver import save_dialog, save_in


def pixels(rect: QRectF, picture: DeckPicture) -> QRect:
    """Return where a rectangle of the layout is in the picture."""
    moved = rect.translated(picture.origin)
    ratio = PIXEL_RATIO
    left, top = moved.left() * ratio, moved.top() * ratio
    return QRectF(left, top, moved.width() * ratio, moved.height() * ratio).toRect()


def inks(image: QImage, rect: QRect) -> set[int]:
    return set().union(*pixel_rows(image.copy(rect))[::2])


def usual(image: QImage, rect: QRect) -> int:
    """Return the colour that most of a rectangle has."""
    return Counter(chain(*pixel_rows(image.copy(rect)))).most_common(1)[0][0]


def badge_rect(placed: PlacedCard, picture: DeckPicture) -> QRectF:
    """Return where the number of copies is: within the head of a card, at its right."""
    em, corner = picture.layout.sizes.card / 12.6, placed.rect.topRight()
    return QRectF(corner.x() - 1.9 * em, corner.y() + 0.65 * em, 1.4 * em, 1.4 * em)


def few_cards_of(deck: Deck) -> Deck:
    """Return a deck of every fourth card, of which there are plots, characters and others."""
    return replace(deck, slots=deck.slots[::4])


def save(app: Application, path: Path) -> None:
    """Save the deck on screen by the command and its dialog."""
    app.window.actions_["picture"].trigger()
    save_in(app, path)


def assert_painted(picture: DeckPicture, image: QImage, number: int, code: str = "") -> None:
    """Check that all these cards, with their counts, are where the layout has them."""
    layout = picture.layout
    assert image.width() == round(WIDTH * PIXEL_RATIO) == 1600, code
    height = round(round(picture.origin.y() + layout.height + 20) * PIXEL_RATIO)
    assert image.height() == height, code
    slots = [slot for each in picture.sections for slot in each.slots]
    assert len(layout.cards) == len(slots), code
    assert sum(copies for _, copies in slots) == number, code
    for placed in layout.cards:
        seen = pixels(placed.seen, picture)
        assert image.rect().contains(seen), (code, placed)
        assert len(inks(image, seen)) > 8, (code, placed)
        head = QRectF(placed.rect.topLeft(), QSizeF(layout.sizes.card, layout.sizes.head))
        assert usual(image, pixels(head, picture)) == LIGHT.panel.rgb(), (code, placed)
        _, copies = picture.sections[placed.pile].slots[placed.row]
        badge = image.copy(pixels(badge_rect(placed, picture), picture))
        assert (usual(badge, badge.rect()) == LIGHT.ink.rgb()) is (copies > 1), (code, placed)


@pytest.mark.usefixtures("typeface")
def test_every_card_and_count_is_painted_in_each_grouping(
    cards: LoadedCards, sample: Callable[[str], Deck]
) -> None:
    deck = few_cards_of(sample(WOLVES))
    for code, grouping in GROUPINGS.items():
        picture = DeckPicture(deck, cards.pack_name, grouping)
        assert_painted(picture, picture.image(), 17, code)


def test_the_file_is_the_picture_of_the_grouping_on_screen(
    app: Application, page: BuilderPage, cards: LoadedCards, qtbot: QtBot, tmp_path: Path
) -> None:
    app.session.edit(few_cards_of(deck_of(app)))
    for code in ("type", "cost"):
        page.deck.group(code)
        file = tmp_path / f"Wolves of Winter {code}.png"
        with qtbot.waitSignal(app.window.deck_controller.file_saver.saved):
            save(app, file)
        qtbot.waitUntil(lambda: app.tasks.idle)
        assert app.window.toast.words.text() == f"Saved in {file}"
        image = QImage(str(file))
        assert file.read_bytes().startswith(b"\x89PNG"), code
        assert image.text("Title") == WOLVES, code
        picture = DeckPicture(deck_of(app), cards.pack_name, GROUPINGS[code])
        assert_painted(picture, image, 17, code)


@pytest.mark.usefixtures("typeface")
def test_three_copies_are_written_in_another_way_than_two(
    cards: LoadedCards, sample: Callable[[str], Deck]
) -> None:
    picture = DeckPicture(sample(WOLVES), cards.pack_name)
    image = picture.image()
    assert_painted(picture, image, 68)
    counts: dict[int, QImage] = {}
    for placed in picture.layout.cards:
        _, copies = picture.sections[placed.pile].slots[placed.row]
        place = pixels(badge_rect(placed, picture), picture)
        counts.setdefault(copies, image.copy(place))
    assert sorted(counts) == [1, 2, 3]
    assert counts[1] != counts[2] != counts[3] != counts[1]


@pytest.mark.usefixtures("typeface")
def test_a_picture_says_what_the_deck_is(cards: LoadedCards, sample: Callable[[str], Deck]) -> None:
    picture = DeckPicture(sample(WOLVES), cards.pack_name)
    assert picture.words() == "House Stark · Fealty · 60 cards · 7 plots"
    head = QRect(0, 0, 1600, round(picture.origin.y() * PIXEL_RATIO))
    assert len(inks(picture.image(), head)) > 10


@pytest.mark.usefixtures("typeface")
def test_decks_of_any_size_have_a_picture(cards: LoadedCards) -> None:
    pool = list(cards.pools[Edition.SECOND])
    for size in (0, 1, 60):
        slots = tuple((card, 1) for card in pool[:size])
        deck = Deck(name="", edition=Edition.SECOND, slots=slots)
        image = DeckPicture(deck, cards.pack_name).image()
        assert image.width() == 1600, size
        assert 100 < image.height() < 4000, size


def test_a_deck_that_is_too_large_is_refused_in_a_sentence(
    cards: LoadedCards, app: Application, tmp_path: Path
) -> None:
    slots = dict.fromkeys(list(cards.pools[Edition.SECOND])[: MOST_CARDS + 1], 1)
    app.session.open([Reading(Deck.of("Too large", Edition.SECOND, Faction.STARK, slots), ())])
    save(app, tmp_path / "deck.png")
    assert "too large for a picture" in app.window.banner.words.text()
    assert list(tmp_path.glob("*.png")) == []


def test_the_dialog_proposes_the_name_of_the_deck(app: Application, page: BuilderPage) -> None:
    app.window.actions_["picture"].trigger()
    dialog = save_dialog(app)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert [Path(each).name for each in dialog.selectedFiles()] == [f"{WOLVES}.png"]
    dialog.reject()


def test_where_it_cannot_be_written_a_sentence_says_so(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    open_sample(app)
    app.session.edit(few_cards_of(deck_of(app)))
    path = tmp_path / "missing" / "deck.png"
    with qtbot.waitSignal(app.window.deck_controller.file_saver.failed):
        app.window.actions_["picture"].trigger()
        dialog = save_dialog(app)
        dialog.fileSelected.emit(str(path))
        dialog.close()
    qtbot.waitUntil(app.window.banner.isVisible)
    assert "deck.png cannot be written" in app.window.banner.words.text()
    assert not path.parent.exists()


def test_the_picture_is_of_the_deck_as_it_was_chosen(
    app: Application, qtbot: QtBot, tmp_path: Path, open_text: Callable[[str], None]
) -> None:
    open_text("2x Osha (WotN)\n1x A Noble Cause (Core)")
    file = tmp_path / "deck.png"
    with qtbot.waitSignal(app.window.deck_controller.file_saver.saved):
        save(app, file)
        app.session.close_deck(0)
    assert not QImage(str(file)).isNull()
    assert list(tmp_path.glob(".deck*")) == []
