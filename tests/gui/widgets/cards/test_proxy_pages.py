"""Proxies on paper: the size of a card, turned plots, pictures, marks, bleed, and no half work."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile

import pypdf
import pytest
from pypdf.generic import ContentStream
from PySide6.QtGui import QColor, QFontDatabase, QImage
from pytest_httpserver import HTTPServer

from carddb.card import Card
from carddb.images import ImageCache, images_folder
from core.errors import AppError, CancelledError
from decks.deck import Slots
from decks.proxies import MOST_CARDS, Faces, PrintedProxies, ProxyOptions, whole_deck
from desktop.pdf.paper_painter import PageSize, page_picture
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.proxy_pages import ProxyPages, places_along, write_proxies
from tests.gui.pixels import pixel_rows
from tests.gui.samples import card_of
from tests.gui.widgets.cards.test_card_pictures import png

pytestmark = pytest.mark.usefixtures("qapp")
MM = 72 / 25.4
ARYA, STORM_OF_SWORDS = "01141", "01005"
Store = Callable[..., Card]


@pytest.fixture
def store(httpserver: HTTPServer, cards: LoadedCards, tmp_path: Path) -> Store:
    """Return a function that puts the picture of a card into the cache, of a width and height."""

    def stored(code: str, width: int = 300, height: int = 419) -> Card:
        card = replace(card_of(cards, code), image_url=httpserver.url_for(f"/{code}.png"))
        httpserver.expect_request(f"/{code}.png").respond_with_data(png(width, height))
        ImageCache(images_folder(tmp_path)).image(card, allowed=True)
        return card

    return stored


def made(
    slots: Slots, cards: LoadedCards, options: ProxyOptions, home: Path | None = None
) -> tuple[PrintedProxies, pypdf.PdfReader]:
    """Return printed proxies, and the PDF as another program reads it."""
    with TemporaryFile() as file:
        printed = write_proxies(file, slots, cards.pack_name, options, home, lambda *_: None)
        file.seek(0)
        return printed, pypdf.PdfReader(io.BytesIO(file.read()), strict=True)


@dataclass(frozen=True)
class PlacedImage:
    """Where an image is on a page, in millimeters from the top left; `turned` by 90 degrees."""

    left: float
    top: float
    width: float
    height: float
    turned: bool
    pixels: tuple[int, int]


def images(page: pypdf.PageObject) -> list[PlacedImage]:
    """Return the large images of a page."""
    found, stack, matrix = [], [], (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"q":
            stack.append(matrix)
        elif operator == b"Q":
            matrix = stack.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = map(float, operands)
            m = matrix
            matrix = (
                *(a * m[0] + b * m[2], a * m[1] + b * m[3]),
                *(c * m[0] + d * m[2], c * m[1] + d * m[3]),
                *(e * m[0] + f * m[2] + m[4], e * m[1] + f * m[3] + m[5]),
            )
        elif operator == b"Do":
            image = page["/Resources"]["/XObject"][operands[0]]  # type: ignore[index]
            a, b, c, d, e, f = (each / MM for each in matrix)
            xs, ys = (e, e + a, e + c), (f, f + b, f + d)
            placed = PlacedImage(
                left=min(xs),
                top=float(page.mediabox.height) / MM - max(ys),
                width=max(xs) - min(xs),
                height=max(ys) - min(ys),
                turned=abs(b) > abs(a),
                pixels=(image["/Width"], image["/Height"]),
            )
            found += [placed] if placed.width > 50 else []
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_card_is_63_by_88_mm_and_nine_are_on_a_page(
    store: Store, cards: LoadedCards, tmp_path: Path, paper: str
) -> None:
    arya, plot = store(ARYA), store(STORM_OF_SWORDS, 419, 300)
    options = ProxyOptions(Faces.PICTURES, paper)
    printed, reader = made(((arya, 9), (plot, 1)), cards, options, tmp_path)
    assert (printed.pages, printed.cards, printed.drawn) == (2, 10, 0)
    placed = [images(page) for page in reader.pages]
    assert [len(each) for each in placed] == [9, 1]
    for each in [*placed[0], *placed[1]]:
        assert (each.width, each.height) == pytest.approx((63, 88), abs=0.2)
    lefts, tops = (
        sorted({round(getattr(each, name), 1) for each in placed[0]}) for name in ("left", "top")
    )
    assert lefts == pytest.approx([lefts[0], lefts[0] + 63, lefts[0] + 126], abs=0.2)
    assert tops == pytest.approx([tops[0], tops[0] + 88, tops[0] + 176], abs=0.2)
    size = reader.pages[0].mediabox
    assert 2 * lefts[0] + 189 == pytest.approx(float(size.width) / MM, abs=0.5)
    assert 2 * tops[0] + 264 == pytest.approx(float(size.height) / MM, abs=0.5)


def test_pictures_have_300_dpi_and_those_of_plots_are_turned(
    store: Store, cards: LoadedCards, tmp_path: Path
) -> None:
    slots = ((store(ARYA, 150, 210), 1), (store(STORM_OF_SWORDS, 1240, 890), 1))
    _, reader = made(slots, cards, ProxyOptions(Faces.PICTURES), tmp_path)
    plot, arya = images(reader.pages[0])
    assert (plot.turned, plot.pixels) == (True, (1039, 744))
    assert (arya.turned, arya.pixels) == (False, (744, 1039))


def first_page(slots: Slots, cards: LoadedCards, options: ProxyOptions) -> QImage:
    """Return the first page as a picture of 10 pixels per millimeter."""
    paint = ProxyPages(slots, cards.pack_name, options, None, lambda *_: None).on
    page = PageSize(options.paper)
    return page_picture(page, 254, lambda p: paint(p)[0](), QImage.Format.Format_RGB32)


@pytest.mark.parametrize("faces", [Faces.DRAWN, Faces.TEXT])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_drawn_cards_and_text_have_the_size_of_a_card(
    cards: LoadedCards, faces: Faces, paper: str
) -> None:
    slots = ((card_of(cards, ARYA), 8), (card_of(cards, STORM_OF_SWORDS), 1))
    options = ProxyOptions(faces, paper)
    page = first_page(slots, cards, options)
    width, height = ink(page)
    assert (width / 30, height / 30) == pytest.approx((63, 88), abs=0.2)


def ink(page: QImage) -> tuple[int, int]:
    """Return the width and height of what is not white on a page, in pixels."""
    x, y = page.width() // 4, page.height() // 2
    columns = [page.pixelColor(at, y) != QColor("white") for at in range(page.width())]
    rows = [page.pixelColor(x, at) != QColor("white") for at in range(page.height())]
    spans = [len(each) - each.index(True) - each[::-1].index(True) for each in (columns, rows)]
    return spans[0], spans[1]


@pytest.mark.parametrize("faces", [Faces.DRAWN, Faces.TEXT])
def test_plots_are_turned(cards: LoadedCards, faces: Faces) -> None:
    slots = ((card_of(cards, ARYA), 1), (card_of(cards, STORM_OF_SWORDS), 1))
    _, reader = made(slots, cards, ProxyOptions(faces))
    upright = reader.pages[0].extract_text(orientations=(0,))
    turned = reader.pages[0].extract_text(orientations=(90, 270))
    assert "Arya" in upright
    assert "Storm" not in upright
    assert "Storm" in turned
    assert "Arya" not in turned


def test_the_whole_text_is_on_a_face_of_text(cards: LoadedCards) -> None:
    text = "[power] <b>Action:</b> Kneel this card to draw 1 card. " * 8 + "The last word."
    arya = replace(card_of(cards, ARYA), text=text)
    _, reader = made(((arya, 1),), cards, ProxyOptions(Faces.TEXT))
    words = " ".join(reader.pages[0].extract_text().split())
    for part in ("Arya Stark", "Cost", "STR 2", "Icons", "Lady.", "power Action:", "last word."):
        assert part in words


def test_cards_without_a_picture_are_drawn_and_named(
    store: Store, cards: LoadedCards, tmp_path: Path
) -> None:
    ward, plot = card_of(cards, "02102"), card_of(cards, STORM_OF_SWORDS)
    slots = ((store(ARYA), 2), (ward, 3), (plot, 1))
    printed, reader = made(slots, cards, ProxyOptions(Faces.PICTURES), tmp_path)
    assert printed.drawn == 4
    assert printed.note() == (
        "Drawn, because their pictures were not fetched: A Storm of Swords, Ward."
    )
    assert len(images(reader.pages[0])) == 2


def test_a_damaged_picture_is_drawn(store: Store, cards: LoadedCards, tmp_path: Path) -> None:
    arya = store(ARYA)
    (file,) = images_folder(tmp_path).glob("*.png")
    file.write_bytes(file.read_bytes()[:40])
    assert made(((arya, 1),), cards, ProxyOptions(Faces.PICTURES), tmp_path)[0].drawn == 1


def test_bleed_goes_on_around_the_card_and_pushes_cards_apart(
    store: Store, cards: LoadedCards, tmp_path: Path
) -> None:
    options = ProxyOptions(Faces.PICTURES, bleed=2)
    _, reader = made(((store(ARYA), 2),), cards, options, tmp_path)
    under, first, _, second = images(reader.pages[0])
    assert (under.width, under.height) == pytest.approx((67, 92), abs=0.2)
    assert (first.width, first.height) == pytest.approx((63, 88), abs=0.2)
    assert second.left - first.left == pytest.approx(67, abs=0.2)


def test_a_drawn_plot_has_bleed_only_where_its_field_meets_the_edge(cards: LoadedCards) -> None:
    slots = ((card_of(cards, STORM_OF_SWORDS), 1),)
    page = first_page(slots, cards, ProxyOptions(Faces.DRAWN, bleed=3))
    across, down = places_along(210, 63, 3), places_along(297, 88, 3)
    # The plot is turned: its left side is at the top, its right side at the bottom.
    columns = [round(10 * across.starts[0]) + at for at in range(630)]
    for y, has_bleed in ((down.starts[0] - 1, False), (down.starts[0] + 89, True)):
        seen = {page.pixelColor(x, round(10 * y)).name() for x in columns}
        assert (seen != {"#ffffff"}) == has_bleed


@pytest.mark.parametrize(("paper", "side"), [(210, 63), (297, 88), (215.9, 63), (279.4, 88)])
@pytest.mark.parametrize("bleed", [0, 1, 3])
def test_three_cards_with_their_bleed_are_within_the_paper(
    paper: float, side: float, bleed: float
) -> None:
    places = places_along(paper, side, bleed)
    gaps = [b - a - side for a, b in zip(places.starts, places.starts[1:], strict=False)]
    assert gaps == pytest.approx([2 * places.bleed] * 2)
    assert places.bleed == pytest.approx(bleed, abs=0.5)
    assert places.starts[0] - places.bleed >= -1e-9
    assert places.cuts[-1] + places.bleed <= paper + 1e-9


def test_marks_are_outside_the_cards_at_every_cut(cards: LoadedCards) -> None:
    slots = ((card_of(cards, ARYA), 9),)
    plain, marked = (first_page(slots, cards, ProxyOptions(marks=marks)) for marks in (False, True))
    changed = [
        (x, y)
        for y, rows in enumerate(zip(pixel_rows(plain), pixel_rows(marked), strict=True))
        if rows[0] != rows[1]
        for x, (one, other) in enumerate(zip(*rows, strict=True))
        if one != other
    ]
    across, down = places_along(210, 63, 0), places_along(297, 88, 0)
    assert changed
    for x, y in changed:
        inside = across.cuts[0] < x / 10 < across.cuts[-1] and down.cuts[0] < y / 10 < down.cuts[-1]
        assert not inside
    above = [x / 10 for x, y in changed if y / 10 < down.cuts[0] - 0.5]
    assert all(any(abs(x - cut) < 0.3 for cut in across.cuts) for x in above)
    assert all(any(abs(x - cut) < 0.3 for x in above) for cut in across.cuts)


def test_a_cancelled_work_ends_at_the_next_card(cards: LoadedCards) -> None:
    seen: list[int] = []

    def progress(done: int, total: int) -> None:
        assert total == 12
        seen.append(done)
        if done == 10:
            raise CancelledError("The work was stopped.")

    slots = ((card_of(cards, ARYA), 12),)
    with TemporaryFile() as file, pytest.raises(CancelledError):
        write_proxies(file, slots, cards.pack_name, ProxyOptions(), None, progress)
    assert seen == list(range(11))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_is_a_sentence(cards: LoadedCards) -> None:
    slots = ((card_of(cards, ARYA), 1),)
    with Path("/dev/full").open("wb") as full, pytest.raises(AppError, match="No space left"):
        write_proxies(full, slots, cards.pack_name, ProxyOptions(), None, lambda *_: None)


def test_no_cards_and_too_many_are_refused(cards: LoadedCards) -> None:
    arya = card_of(cards, ARYA)
    for slots, words in (((), "no cards"), (((arya, MOST_CARDS + 1),), "too many")):
        with pytest.raises(AppError, match=words):
            made(slots, cards, ProxyOptions())


def test_a_deck_is_printed_with_its_plots_and_agendas(cards: LoadedCards) -> None:
    deck = cards.samples[0].deck
    printed, reader = made(whole_deck(deck), cards, ProxyOptions())
    wanted = deck.draw_count + deck.plot_count + len(deck.agendas)
    assert (printed.cards, printed.drawn) == (wanted, wanted)
    assert len(reader.pages) == printed.pages == -(-wanted // 9)


def test_chinese_names_without_a_typeface_are_refused_instead_of_printed_as_boxes(
    cards: LoadedCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    arya = replace(card_of(cards, ARYA), name="艾莉亚·史塔克", english="Arya Stark")
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: [])
    with pytest.raises(AppError, match="No typeface with Chinese signs"):
        made(((arya, 1),), cards, ProxyOptions())
    made(((card_of(cards, ARYA), 1),), cards, ProxyOptions())
