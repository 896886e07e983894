"""How long the gallery of all cards occupies the window's thread while it is scrolled."""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from benchmarks.window import AGAINST, events, opened, table_repaint, wait

MOST_VIEWS = 40


def walk(app, views: int = 1) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Scroll down the gallery by some views at a time, and wait for the thumbnails of each."""
    app.window.build.pool.search.setText("pool:all")
    pool = app.window.build.pool.views
    pool.button.setChecked(True)
    events()
    bar = pool.gallery.verticalScrollBar()
    for value in range(0, last_place(bar) + 1, views * bar.pageStep()):
        bar.setValue(value)
        events()
        wait(lambda: pool.gallery.thumbnails.idle)
    bar.setValue(0)


def last_place(bar) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001 - it is imported late
    """Return where the scrolling ends: the whole gallery would take minutes."""
    last: int = min(bar.maximum(), MOST_VIEWS * bar.pageStep())
    return last


@lru_cache(maxsize=1)
def _scrolled(folder: Path) -> Trial:
    """Return what scrolls by a third of a view, to the end and again from the top."""
    app = opened(folder / "gallery")
    walk(app)
    view = app.window.build.pool.views.gallery
    bar = view.verticalScrollBar()
    places = cycle(range(0, last_place(bar) + 1, bar.pageStep() // 3))

    def step() -> None:
        bar.setValue(next(places))
        events()

    return Trial(step, table_repaint(view.width(), view.height()))


def scroll(home: Path) -> Trial:
    """Scroll through the first views of all cards, all of which were shown before."""
    return _scrolled(home.parent)


BENCHMARKS = (
    Benchmark("gallery.scroll", Unit.MILLISECONDS, AGAINST, scroll, percentile=95),
    Benchmark("gallery.longest", Unit.MILLISECONDS, AGAINST, scroll, percentile=100),
)
