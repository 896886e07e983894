"""The bracket on paper: rounds side by side, a large one in parts that its last page joins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop.pdf.paper_page import content_frame, note_blocks, paint_head
from desktop.pdf.paper_painter import BLACK, GREY, PaperPainter, Style
from events.bracket_tree import TreeGame, TreePlace, TreeRound
from events.paper_contents import BracketPaper

_MOST_PLACES = 32
_TITLE, _NUMBER, _SEED = Style(8, bold=True), Style(5.5), Style(6.5, figures=True)
_GAP, _TITLES = 14.0, 18.0
_MOST_ROW, _MOST_WIDTH, _SEED_WIDTH = 17.0, 220.0, 13.0
_MOST_LETTERS = 200


class BracketPages:
    """The pages of a bracket, at most 32 places in the first round of each."""

    def __init__(self, paper: BracketPaper, painter: PaperPainter) -> None:
        self._paper, self._painter = paper, painter
        self._pages = list(bracket_parts(paper.rounds))
        self._notes = list(note_blocks(paper.notes, painter))

    def __len__(self) -> int:
        return len(self._pages)

    def paint(self, number: int) -> None:
        """Draw a page, counted from 0; notes stand on the last."""
        paint_head(self._paper.head, self._painter)
        frame = content_frame(self._painter.frame)
        notes = self._notes if number == len(self) - 1 else []
        bottom = frame.bottom - sum(note.height for note in notes)
        rounds = self._pages[number]
        width = min((frame.width - _GAP * (len(rounds) - 1)) / len(rounds), _MOST_WIDTH)
        centres: list[float] = []
        for at, played in enumerate(rounds):
            x = frame.left + at * (width + _GAP)
            title = self._painter.elided(played.title, _TITLE, width)
            self._painter.text(x, frame.top + 8, title, _TITLE)
            before = centres
            centres = _centres(before, len(played.games), frame.top + _TITLES, bottom)
            row = self._row_height(rounds[0], bottom - frame.top - _TITLES)
            for game, centre in zip(played.games, centres, strict=True):
                self._paint_game(game, x, centre, width, row)
            self._paint_joints(before, centres, x)
        y = bottom
        for note in notes:
            note.paint(y)
            y += note.height

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
        text = (place.name or place.text)[:_MOST_LETTERS]
        if painter.width(text, style) > right - left:
            style = replace(style, size=style.size * 0.85)
        colour = BLACK if place.name and not place.lost else GREY
        painter.text(left, baseline, painter.elided(text, style, right - left), style, colour)

    def _paint_joints(self, before: Sequence[float], centres: Sequence[float], x: float) -> None:
        """Draw the lines from the games before to those that follow from them."""
        if not before:
            return
        middle, each = x - _GAP / 2, len(before) // len(centres)
        for at, centre in enumerate(centres):
            group = before[at * each : (at + 1) * each]
            for one in group:
                self._painter.rule(x - _GAP, one, _GAP / 2, 0.5)
            self._painter.upright(middle, group[0], group[-1] - group[0], 0.5)
            self._painter.rule(middle, centre, _GAP / 2, 0.5)


def bracket_parts(rounds: Sequence[TreeRound]) -> Iterator[tuple[TreeRound, ...]]:
    """Yield the rounds of each page: whole, or parts of equal size and then what joins them."""
    places = len(rounds[0].games[0].places)
    on_page = places ** _depth(places)
    games = on_page // places
    if len(rounds[0].games) <= games:
        yield tuple(rounds)
        return
    parts = len(rounds[0].games) // games
    within = [played for played in rounds if len(played.games) >= parts]
    for at in range(parts):
        yield tuple(_part(played, at, parts) for played in within)
    yield from bracket_parts([played for played in rounds if len(played.games) <= parts])


def _depth(places: int) -> int:
    """Return how many rounds a page has."""
    depth = 1
    while places ** (depth + 1) <= _MOST_PLACES:
        depth += 1
    return depth


def _part(played: TreeRound, at: int, parts: int) -> TreeRound:
    each = len(played.games) // parts
    return replace(played, games=played.games[at * each : (at + 1) * each])


def _centres(before: Sequence[float], games: int, top: float, bottom: float) -> list[float]:
    """Return the middle of each game: evenly, or between the games that it follows from."""
    if not before:
        each = (bottom - top) / games
        return [top + (at + 0.5) * each for at in range(games)]
    each = len(before) // games
    groups = [before[at * each : (at + 1) * each] for at in range(games)]
    return [(group[0] + group[-1]) / 2 for group in groups]
