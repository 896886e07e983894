"""The peak memory of a process: hands, rounds, a large event, cards shown."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit

ROOT = Path(__file__).parents[1]
AGAINST = "all cards loaded, and numpy"

_START = "import resource, sys\n"
_BEFORE = """
import numpy
from benchmarks import goldfish
"""
_HANDS = """
from goldfish.exact import exact_hands
from goldfish.setup_kernel import SetupKernel
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.draw_deck import opening
decks = sorted(goldfish._samples(), key=lambda deck: len(deck.slots))
for deck in decks[-2:]:
    exact_hands(SetupKernel(opening(deck)), KeepPolicy(PolicyKind.OPTIMAL))
"""
_ADVICE = """
goldfish.advised("The Old Ways (Core)")
"""
_ROUNDS = """
trial = goldfish.rounds(None)
trial.run()
"""
_EVENT = """
from benchmarks import events
from events.standings import standings
log, state = events.played({}, events.ROUNDS)
standings(state)
events.next_round(state, 1)
"""
_BARE = "goldfish._samples()\n"
_CARDS = """
import tempfile
from pathlib import Path
from desktop.app import make_app
from desktop.session.loaded_cards import load_cards
from desktop.widgets.cards.card_view import CardView
app = make_app()
with tempfile.TemporaryDirectory() as home:
    cards = load_cards(Path(home), lambda done, total: None)
view = CardView()
view.resize(320, 800)
view.show()
for row in cards.rows[:{}]:
    view.show_card(row.card, cards)
    app.processEvents()
"""
_WINDOW = """
import tempfile
from pathlib import Path
from benchmarks import gallery, window
with tempfile.TemporaryDirectory() as home:
    app = window.opened(Path(home))
    {}
    app.tasks.stop()
"""
_LIBRARY = """app.open_library()
    window.wait(lambda: app.window.library_worker.loaded)
    app.import_pages()
    window.wait(lambda: app.tasks.idle)
    """
_PROXIES = """
import tempfile
from pathlib import Path
from benchmarks import proxies
with tempfile.TemporaryDirectory() as home:
    trial = proxies.pictures(Path(home))
    {}
"""
# Linux reports kilobytes, in getrusage with those of the parent process, macOS bytes.
_TOLD = """
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if sys.platform == "linux":
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


def peak(program: str, before: str = _BEFORE) -> Callable[[], object]:
    """Return a function that runs a program in its own process and returns its megabytes."""

    def run() -> str:
        command = [sys.executable, "-c", _START + before + program + _TOLD]
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
        done = subprocess.run(  # noqa: S603
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    return run


def hands(_: Path) -> Trial:
    """Go through every hand of the two largest sample decks, with the best policy."""
    return Trial(peak(_HANDS), peak(_BARE))


def advice(_: Path) -> Trial:
    """Rate changes of the sample deck with the largest tables."""
    return Trial(peak(_ADVICE), peak(_BARE))


def rounds(_: Path) -> Trial:
    """Play the first rounds of the reference deck."""
    return Trial(peak(_ROUNDS), peak(_BARE))


def event(_: Path) -> Trial:
    """Play eight rounds of 512 players, and pair one more."""
    return Trial(peak(_EVENT.format(512)), peak(_EVENT.format(4 * 3)))


def cards(_: Path) -> Trial:
    """Look at a hundred cards, one after the other."""
    return Trial(peak(_CARDS.format(100)), peak(_CARDS.format(1)))


def gallery(_: Path) -> Trial:
    """Go through the gallery of all cards, making the thumbnails of every sixth view.

    Nothing is imported that the window does not import.
    """
    walk = _WINDOW.format("gallery.walk(app, 6)")
    return Trial(peak(walk, before=""), peak(_WINDOW.format(""), before=""))


def gallery_library(_: Path) -> Trial:
    """Go through the gallery with the library open and the pages imported, as a player does."""
    walk = _WINDOW.format(f"{_LIBRARY}gallery.walk(app, 6)")
    return Trial(peak(walk, before=""), peak(_WINDOW.format(_LIBRARY), before=""))


def proxies(_: Path) -> Trial:
    """Make the proxies of a deck with pictures."""
    run, bare = _PROXIES.format("trial.run()"), _PROXIES.format("")
    return Trial(peak(run, before=""), peak(bare, before=""))


BENCHMARKS = (
    Benchmark("memory.hands", Unit.MEGABYTES, AGAINST, hands),
    Benchmark("memory.advice", Unit.MEGABYTES, AGAINST, advice),
    Benchmark("memory.rounds", Unit.MEGABYTES, AGAINST, rounds),
    Benchmark("memory.event", Unit.MEGABYTES, "an event of 12 players", event),
    Benchmark("memory.proxies", Unit.MEGABYTES, "its cards and pictures alone", proxies),
    Benchmark("memory.cards", Unit.MEGABYTES, "a card view with one card", cards),
    Benchmark("memory.gallery", Unit.MEGABYTES, "the window with the table", gallery),
    Benchmark("memory.gallery_library", Unit.MEGABYTES, "the same with the table", gallery_library),
)
