"""Cards that were looked at are forgotten: weighed in a process that nothing else makes grow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.long_run import times
from tests.running import run_python

STATM = Path("/proc/self/statm")
WARM, WALKED = 20, times(70, 600)
# Letters and glyphs that are drawn for the first time take a few; a drawing of each, twice as much.
MOST_MB = times(12, 25)
WALK = f"""
import json
from pathlib import Path
from resource import getpagesize

from PySide6.QtWidgets import QWidget

from carddb import catalogue
from desktop.app import make_app
from desktop.session.loaded_cards import LoadedCards, pool_rows
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.large_card import LargeCard
from desktop.widgets.cards.card_view import CardView

app = make_app()
pools = catalogue.pools()
cards = LoadedCards(pools, {{}}, pool_rows(pools), (), shipped=catalogue.as_of())
window = QWidget()
window.resize(360, 500)
view = CardView(window)
view.resize(320, 500)
window.show()
large = LargeCard(window)
large.open_over(view)

def megabytes():
    return int(Path("{STATM}").read_text().split()[1]) * getpagesize() / 2**20

weighed = []
for number, row in enumerate(cards.rows[:: len(cards.rows) // {WALKED}]):
    view.show_card(row.card, cards)
    large.show_card(row.card, cards, CardDeckInfo())
    app.processEvents()
    weighed.append(megabytes())
print(json.dumps(weighed))
"""


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells there what a process weighs")
def test_hundreds_of_cards_that_were_looked_at_are_not_kept() -> None:
    weighed = json.loads(run_python("-c", WALK).stdout)
    assert len(weighed) >= WALKED
    assert weighed[-1] - weighed[WARM] < MOST_MB
