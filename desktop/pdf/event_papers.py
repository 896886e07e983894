"""Writes the papers of an event as a PDF, with or without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from core.errors import AppError
from decks.qr_code import qr_rows
from desktop.pdf.paper_painter import (
    BLACK,
    GREY,
    HAIR,
    Frame,
    Pages,
    PageSize,
    PaperPainter,
    Part,
    Style,
    pdf_of,
    without_display,
)
from events.bracket import TreeGame, TreePlace, TreeRound
from events.papers import (
    BracketPaper,
    EventPaper,
    LinkCard,
    LinkPaper,
    PaperColumn,
    PaperHead,
    PaperNote,
    PaperRow,
    PaperTable,
    ResultSlip,
    SlipPaper,
)

_COLUMNS = 2
_TABLE, _NAME, _SMALL = Style(15, bold=True), Style(11, bold=True), Style(7.5)
_INSET = 18.0
_BOX = 9.0
_BLANK = 30.0
_HEAD = 34.0
_SLIP_FOOT = 30.0
_MOST_SLIP_LETTERS = 200
Cut = TypeVar("Cut")


def cut_pages(
    parts: Sequence[Cut],
    rows: int,
    across: int,
    paint: Callable[[Cut, Frame], None],
    painter: PaperPainter,
) -> Pages:
    """Return pages in two columns with lines to cut along; `paint` draws a part in its frame.

    If `across` is 1, `paint` may use the second column, too.
    """
    size = painter.page.qt.sizePoints()
    width, height = size.width() / _COLUMNS, size.height() / rows

    def paint_page(start: int) -> None:
        for at, part in enumerate(parts[start : start + across * rows]):
            row, column = divmod(at, across)
            paint(part, Frame(column * width, row * height, width, (row + 1) * height))
        for row in range(1, rows):
            painter.rule(0, row * height, _COLUMNS * width, 0.4, HAIR)
        painter.upright(width, 0, rows * height, 0.4, HAIR)

    return [partial(paint_page, start) for start in range(0, len(parts), across * rows)]


class SlipPages:
    """The pages of slips: eight of two players, six of more; half as many with links beside."""

    def __init__(self, paper: SlipPaper, painter: PaperPainter) -> None:
        self._paper, self._painter = paper, painter
        rows = 4 if max(len(slip.players) for slip in paper.slips) == 2 else 3
        across = 1 if any(slip.links for slip in paper.slips) else _COLUMNS
        self.pages = cut_pages(paper.slips, rows, across, self._paint, painter)

    def _paint(self, slip: ResultSlip, frame: Frame) -> None:
        """Paint a slip, and a strip for each player beside it, with lines to cut along."""
        if slip.players:
            self._paint_slip(slip, frame)
        for at, card in enumerate(slip.links):
            height = (frame.bottom - frame.top) / len(slip.links)
            top = frame.top + at * height
            if at:
                self._painter.rule(frame.right, top, frame.width, 0.4, HAIR)
            strip = Frame(frame.right, top, frame.width, top + height)
            paint_link(card, self._paper.head.event, strip, self._painter)

    def _paint_slip(self, slip: ResultSlip, frame: Frame) -> None:
        painter, head, y = self._painter, self._paper.head, frame.top
        left, width = frame.left + _INSET, frame.width - 2 * _INSET
        painter.text(left, y + 30, f"Table {slip.table}", _TABLE)
        room = width - painter.width(f"Table {slip.table}", _TABLE) - 10
        for at, text in enumerate((head.moment, head.event)):
            line = painter.elided(text, _SMALL, room)
            painter.text_before(left + width, y + 21 + at * 10, line, _SMALL, GREY)
        each = (frame.bottom - y - _HEAD - _SLIP_FOOT - 6) / len(slip.players)
        for at, name in enumerate(slip.players):
            self._paint_player(name, left, y + _HEAD + 4 + at * each, width)
        sign = frame.bottom - 15
        half = width / 2 - 6
        for at in range(2):
            start = left + at * (half + 12)
            painter.rule(start, sign - 8, half, 0.5)
            painter.text(start, sign, "Signatures" if at == 0 else "", Style(6.5), GREY)

    def _paint_player(self, name: str, left: float, y: float, width: float) -> None:
        painter, paper = self._painter, self._paper
        lines = painter.wrap(name[:_MOST_SLIP_LETTERS], _NAME, width, 2 if paper.boxes else 1)
        for line in lines:
            y += 13
            painter.text(left, y, line, _NAME)
        x, baseline = left, y + 18
        for label in paper.boxes:
            painter.box(x, baseline - 8, _BOX, _BOX, 0.6)
            painter.text(x + _BOX + 3, baseline, label, _SMALL)
            x += _BOX + 3 + painter.width(label, _SMALL) + 9
        for label in paper.blanks:
            painter.text(x, baseline, label, _SMALL, GREY)
            x += painter.width(label, _SMALL) + 3
            painter.rule(x, baseline + 1.5, _BLANK, 0.5)
            x += _BLANK + 6


# Twelve personal links on a page.
_LINK_ROWS = 6
_CODE = Style(13, bold=True, figures=True)
_QR, _QR_INSET = 84.0, 12.0


def paint_link(card: LinkCard, event: str, frame: Frame, painter: PaperPainter) -> None:
    """Paint the QR code of a link, and beside it name, event, code and where to type that."""
    height = frame.bottom - frame.top
    size = min(_QR, height - _QR_INSET)
    top, left = frame.top + (height - size) / 2, frame.left + _INSET + size + 14
    _paint_code(card.address, frame.left + _INSET, top, size, painter)
    width = frame.right - _INSET - left
    baseline = top + 8
    for line in painter.wrap(card.name[:_MOST_SLIP_LETTERS], _NAME, width, 2 if size == _QR else 1):
        painter.text(left, baseline, line, _NAME)
        baseline += 13
    painter.text(left, baseline, painter.elided(event, _SMALL, width), _SMALL, GREY)
    foot = top + size
    painter.text(left, foot - 20, card.code, _CODE)
    for at, text in enumerate(("Scan it, or type the code at", card.sign_in)):
        line = painter.elided(text, _SMALL, width)
        painter.text(left, foot - 9 + at * 9, line, _SMALL, GREY)


def _paint_code(address: str, x: float, y: float, size: float, painter: PaperPainter) -> None:
    rows = qr_rows(address)
    module = size / max(len(rows), 1)
    for at, cells in enumerate(rows):
        for column, is_dark in enumerate(cells):
            if is_dark:
                painter.block(x + column * module, y + at * module, module, module)


HEAD_HEIGHT = 44.0
_TITLE, _MOMENT = Style(15, bold=True), Style(11, bold=True)
_EVENT = Style(8.5)
_NOTE_HEADING, _NOTE = Style(8, bold=True), Style(8)
_NOTE_LEADING = 10.5


@dataclass(frozen=True, slots=True)
class PageBlock:
    """Something that stays whole on a page: its height, and what draws it at a height."""

    height: float
    paint: Callable[[float], None]


def content_frame(frame: Frame) -> Frame:
    """Return the part of a page below its head."""
    return Frame(frame.left, frame.top + HEAD_HEIGHT, frame.width, frame.bottom)


def framed_pages(head: PaperHead, pages: Pages, painter: PaperPainter) -> Pages:
    """Return pages that are drawn with their head, and with their number at the foot."""

    def paint(number: int) -> None:
        _paint_head(head, painter)
        pages[number]()
        painter.foot("Seven Plots", number + 1, len(pages))

    return [partial(paint, number) for number in range(len(pages))]


def _paint_head(head: PaperHead, painter: PaperPainter) -> None:
    frame = painter.frame
    moment = painter.elided(head.moment, _MOMENT, frame.width * 0.6)
    painter.text(frame.left, frame.top + 14, head.title, _TITLE)
    painter.text_before(frame.right, frame.top + 14, moment, _MOMENT)
    event = painter.elided(head.event, _EVENT, frame.width - painter.width(head.day, _EVENT) - 12)
    painter.text(frame.left, frame.top + 28, event, _EVENT, GREY)
    painter.text_before(frame.right, frame.top + 28, head.day, _EVENT, GREY)
    painter.rule(frame.left, frame.top + 34, frame.width, 1.25)


def note_blocks(notes: Sequence[PaperNote], painter: PaperPainter) -> Iterator[PageBlock]:
    """Yield notes as blocks: a heading stays with its first sentence."""
    left, width = painter.frame.left, painter.frame.width
    for note in notes:
        for at, sentence in enumerate(note.lines):
            heading = note.heading if at == 0 else ""
            lines = painter.wrap(sentence[:2000], _NOTE, width, 8)
            above = 12.0 if at == 0 else 0.0
            height = above + (_NOTE_LEADING + 1 if heading else 0) + len(lines) * _NOTE_LEADING + 2

            def paint(
                y: float, above: float = above, heading: str = heading, lines: list[str] = lines
            ) -> None:
                y += above
                if heading:
                    y += _NOTE_LEADING + 1
                    painter.text(left, y - 3, heading, _NOTE_HEADING)
                for line in lines:
                    y += _NOTE_LEADING
                    painter.text(left, y - 2.5, line, _NOTE, GREY)

            yield PageBlock(height, paint)


def on_filled_pages(blocks: Sequence[PageBlock], height: float) -> list[list[PageBlock]]:
    """Return the blocks of each page, in order; one page where there are none."""
    pages: list[list[PageBlock]] = [[]]
    used = 0.0
    for block in blocks:
        if pages[-1] and used + block.height > height:
            pages.append([])
            used = 0.0
        pages[-1].append(block)
        used += block.height
    return pages


def _paint_blocks(blocks: Sequence[PageBlock], y: float) -> None:
    for block in blocks:
        block.paint(y)
        y += block.height


_SIZE, _LEADING, _DETAIL_LEADING = 10.0, 13.0, 9.5
_PADDING, _GAP = 4.0, 11.0
_LABELS_HEIGHT = 15.0
_MOST_NATURAL = 110.0
_MOST_LINES, _MOST_DETAIL_LINES = 4, 12
# About 17 mm, which phones read from a hand's breadth.
_CELL_QR = 48.0
# A cell that is longer is cut before it is measured, letter by letter.
_MOST_LETTERS = 400


class TablePages:
    """The pages of a table, laid out for a size of paper."""

    def __init__(self, table: PaperTable, painter: PaperPainter) -> None:
        self._table, self._painter = table, painter
        self._frame = content_frame(painter.frame)
        self._places = self._column_places()
        blocks = [self._row_block(row) for row in table.rows]
        blocks += note_blocks(table.notes, painter)
        height = self._frame.bottom - self._frame.top - _LABELS_HEIGHT
        pages = [partial(self._paint_page, each) for each in on_filled_pages(blocks, height)]
        self.pages = framed_pages(table.head, pages, painter)

    def _paint_page(self, blocks: Sequence[PageBlock]) -> None:
        y = self._frame.top + _LABELS_HEIGHT
        if self._table.rows:
            self._paint_labels(y - 5)
        _paint_blocks(blocks, y)

    def _column_places(self) -> list[tuple[float, float]]:
        columns = self._table.columns
        widths = [
            0.0 if column.wide else self._natural_width(at) for at, column in enumerate(columns)
        ]
        wide = sum(column.wide for column in columns)
        rest = self._frame.width - sum(widths) - _GAP * (len(columns) - 1)
        places, x = [], self._frame.left
        for column, width in zip(columns, widths, strict=True):
            taken = max(rest / wide, 0.0) if column.wide else width
            places.append((x, taken))
            x += taken + _GAP
        return places

    def _natural_width(self, at: int) -> float:
        column = self._table.columns[at]
        if column.qr:
            return _CELL_QR
        cells = {row.cells[at][:_MOST_LETTERS] for row in self._table.rows}
        widths = [self._painter.width(cell, _style(column, cell)) for cell in cells]
        return min(max([self._painter.width(column.label, _SMALL), *widths]), _MOST_NATURAL)

    def _row_block(self, row: PaperRow) -> PageBlock:
        painter, left, width = self._painter, self._frame.left, self._frame.width
        columns = self._table.columns
        cells = [
            []
            if column.qr
            else painter.wrap(cell[:_MOST_LETTERS], _style(column, cell), place[1], _MOST_LINES)
            for cell, column, place in zip(row.cells, columns, self._places, strict=True)
        ]
        inset = self._places[1][0] if len(self._places) > 1 else left
        details = painter.wrap(row.detail, _SMALL, left + width - inset, _MOST_DETAIL_LINES)
        lines = max([1, *map(len, cells)])
        height = 2 * _PADDING + lines * _LEADING - 2
        height += len(details) * _DETAIL_LEADING + (2 if details else 0)
        if any(column.qr for column in columns):
            height = max(height, _CELL_QR + 3 * _PADDING)

        def paint(y: float) -> None:
            for number, cell in enumerate(cells):
                if columns[number].qr and row.cells[number]:
                    x, top = self._places[number][0], y + 1.5 * _PADDING
                    _paint_code(row.cells[number], x, top, _CELL_QR, painter)
                self._paint_cell(number, row.cells[number], cell, y + _PADDING)
            below = y + _PADDING + lines * _LEADING
            for line in details:
                below += _DETAIL_LEADING
                painter.text(inset, below - 2.5, line, _SMALL, GREY)
            if not row.joined:
                painter.rule(left, y + height, width, 0.3, HAIR)

        return PageBlock(height, paint)

    def _paint_cell(self, at: int, text: str, lines: list[str], y: float) -> None:
        column, (x, width) = self._table.columns[at], self._places[at]
        for line in lines:
            y += _LEADING
            if column.numeric:
                self._painter.text_before(x + width, y - 4, line, _style(column, text))
            else:
                self._painter.text(x, y - 4, line, _style(column, text))

    def _paint_labels(self, baseline: float) -> None:
        for column, (x, width) in zip(self._table.columns, self._places, strict=True):
            if column.numeric:
                self._painter.text_before(x + width, baseline, column.label, _SMALL, GREY)
            else:
                self._painter.text(x, baseline, column.label, _SMALL, GREY)
        self._painter.rule(self._frame.left, baseline + 5, self._frame.width, 0.6)


def _style(column: PaperColumn, cell: str) -> Style:
    figures = column.numeric and cell.replace(".", "").isdecimal() and cell.isascii()
    return Style(_SIZE, bold=column.bold, figures=figures)


_MOST_PLACES = 32
_ROUND_TITLE, _NUMBER, _SEED = Style(8, bold=True), Style(5.5), Style(6.5, figures=True)
_BRACKET_GAP, _TITLES = 14.0, 18.0
_MOST_ROW, _MOST_WIDTH, _SEED_WIDTH = 17.0, 220.0, 13.0
_MOST_BRACKET_LETTERS = 200


class BracketPages:
    """The pages of a bracket, at most 32 places in the first round of each."""

    def __init__(self, paper: BracketPaper, painter: PaperPainter) -> None:
        self._painter = painter
        *parts, last = bracket_parts(paper.rounds)
        notes = list(note_blocks(paper.notes, painter))
        pages = [partial(self._paint_page, each, []) for each in parts]
        pages.append(partial(self._paint_page, last, notes))
        self.pages = framed_pages(paper.head, pages, painter)

    def _paint_page(self, rounds: Sequence[TreeRound], notes: Sequence[PageBlock]) -> None:
        frame = content_frame(self._painter.frame)
        bottom = frame.bottom - sum(note.height for note in notes)
        width = min((frame.width - _BRACKET_GAP * (len(rounds) - 1)) / len(rounds), _MOST_WIDTH)
        row = self._row_height(rounds[0], bottom - frame.top - _TITLES)
        centres: list[float] = []
        for at, played in enumerate(rounds):
            x = frame.left + at * (width + _BRACKET_GAP)
            title = self._painter.elided(played.title, _ROUND_TITLE, width)
            self._painter.text(x, frame.top + 8, title, _ROUND_TITLE)
            before = centres
            centres = _centres(before, len(played.games), frame.top + _TITLES, bottom)
            for game, centre in zip(played.games, centres, strict=True):
                self._paint_game(game, x, centre, width, row)
            self._paint_joints(before, centres, x)
        _paint_blocks(notes, bottom)

    def _row_height(self, first: TreeRound, height: float) -> float:
        places = sum(len(game.places) for game in first.games)
        return min(_MOST_ROW, height / (places + 0.6 * len(first.games)))

    def _paint_game(
        self, game: TreeGame, x: float, centre: float, width: float, row: float
    ) -> None:
        painter = self._painter
        y = centre - len(game.places) * row / 2
        painter.text(x, y - 2, f"Game {game.number}", _NUMBER, GREY)
        painter.box(x, y, width, len(game.places) * row, 0.5)
        for at, place in enumerate(game.places):
            if at:
                painter.rule(x, y, width, 0.3)
            self._paint_place(place, x, y + row * 0.68, width, min(row * 0.58, 9.0))
            y += row

    def _paint_place(
        self, place: TreePlace, x: float, baseline: float, width: float, size: float
    ) -> None:
        painter, style = self._painter, Style(size, bold=place.won)
        left = x + 4
        if place.seed is not None:
            painter.text_before(x + _SEED_WIDTH, baseline, str(place.seed), _SEED, GREY)
            left = x + _SEED_WIDTH + 4
        right = x + width - 3
        if place.won:
            painter.text_before(right, baseline, "✓", style)
            right -= painter.width("✓", style) + 2
        text = (place.name or place.text)[:_MOST_BRACKET_LETTERS]
        if painter.width(text, style) > right - left:
            style = replace(style, size=style.size * 0.85)
        colour = BLACK if place.name and not place.lost else GREY
        painter.text(left, baseline, painter.elided(text, style, right - left), style, colour)

    def _paint_joints(self, before: Sequence[float], centres: Sequence[float], x: float) -> None:
        if not before:
            return
        middle, each = x - _BRACKET_GAP / 2, len(before) // len(centres)
        for at, centre in enumerate(centres):
            group = before[at * each : (at + 1) * each]
            for one in group:
                self._painter.rule(x - _BRACKET_GAP, one, _BRACKET_GAP / 2, 0.5)
            self._painter.upright(middle, group[0], group[-1] - group[0], 0.5)
            self._painter.rule(middle, centre, _BRACKET_GAP / 2, 0.5)


def bracket_parts(rounds: Sequence[TreeRound]) -> Iterator[tuple[TreeRound, ...]]:
    """Yield the rounds of each page: the whole bracket, or equal parts and then what joins them."""
    places = len(rounds[0].games[0].places)
    on_page = places ** _depth(places)
    games = on_page // places
    if len(rounds[0].games) <= games:
        yield tuple(rounds)
        return
    parts = len(rounds[0].games) // games
    within = [played for played in rounds if len(played.games) >= parts]
    for at in range(parts):
        yield tuple(_slice(played, at, parts) for played in within)
    yield from bracket_parts([played for played in rounds if len(played.games) <= parts])


def _depth(places: int) -> int:
    depth = 1
    while places ** (depth + 1) <= _MOST_PLACES:
        depth += 1
    return depth


def _slice(played: TreeRound, at: int, parts: int) -> TreeRound:
    each = len(played.games) // parts
    return replace(played, games=played.games[at * each : (at + 1) * each])


def _centres(before: Sequence[float], games: int, top: float, bottom: float) -> list[float]:
    """Return the middle of each game: evenly spread, or between the two games before it."""
    if not before:
        each = (bottom - top) / games
        return [top + (at + 0.5) * each for at in range(games)]
    each = len(before) // games
    groups = [before[at * each : (at + 1) * each] for at in range(games)]
    return [(group[0] + group[-1]) / 2 for group in groups]


def event_papers_pdf(papers: Sequence[EventPaper], page: PageSize = PageSize.A4) -> bytes:
    """Return a PDF of some papers, each beginning on a page of its own; ValueError for none."""
    if not papers:
        raise ValueError("there is no paper to print")
    title = f"{papers[0].head.title}: {papers[0].head.event}"
    return pdf_of(title, page, lambda painter: (_part(each, painter) for each in papers))


def write_event_papers(papers: Sequence[EventPaper], page: str = PageSize.A4) -> bytes:
    """Return a PDF of some papers on "a4" or "letter"; AppError for another size, or no paper.

    It needs neither a window nor a display.
    """
    if not papers:
        raise AppError("There is nothing to print.")
    return without_display(lambda size: event_papers_pdf(papers, size), page)


def _part(paper: EventPaper, painter: PaperPainter) -> Part:
    title = " · ".join(filter(None, (paper.head.title, paper.head.moment)))
    match paper:
        case SlipPaper():
            return title, SlipPages(paper, painter).pages
        case LinkPaper():

            def paint(card: LinkCard, frame: Frame) -> None:
                paint_link(card, paper.head.event, frame, painter)

            return title, cut_pages(paper.cards, _LINK_ROWS, _COLUMNS, paint, painter)
        case BracketPaper():
            return title, BracketPages(paper, painter).pages
    return title, TablePages(paper, painter).pages
