"""The Rules page: a question and its answer, the round, and what changed."""

from __future__ import annotations

from desktop.pages.rules.page import RulesPage
from desktop.shell.main_window import RULES
from tools.screenshots.album import SIZES, Album, wait_until


def scenes(album: Album) -> None:
    """Take both scenes of the Rules page."""
    album.window.show_page(RULES)
    page = album.shown(RulesPage)
    page.field.setText("two limited in setup")
    wait_until(lambda: not page.found.pending)
    album.take("rules", SIZES[:1])
    page.compare.click()
    page.round.picture.buttons[4].click()
    page.round.steps[1].click()
    album.take("round", SIZES[:1])
