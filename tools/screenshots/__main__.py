"""Makes the pictures: of all pages, or of those that are named."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtWidgets import QApplication

from desktop.app import Application, make_app
from desktop.runtime.settings import USUAL_TYPE_SIZE
from tools.screenshots import (
    build_scenes,
    card_scenes,
    components,
    decks_scenes,
    event_scenes,
    faces,
    games_scenes,
    hands_scenes,
    own_scenes,
    rules_scenes,
    share_scenes,
    window_scenes,
)
from tools.screenshots.album import FOLDER, SIZES, Album, PicturePlan

PAGES: dict[str, Callable[[Album], None]] = {
    "decks": decks_scenes.scenes,
    "build": build_scenes.scenes,
    "cards": card_scenes.scenes,
    "games": games_scenes.scenes,
    "hands": hands_scenes.scenes,
    "rules": rules_scenes.scenes,
    "events": event_scenes.scenes,
    "own": own_scenes.scenes,
    "share": share_scenes.scenes,
    "window": window_scenes.scenes,
}
# Not for the guide, and so only where it is named.
MORE_PAGES: dict[str, Callable[[Album], None]] = {
    "components": components.scenes,
    "faces": faces.scenes,
}
EVERY_SIZE = ((900, 600), *SIZES)
LARGE_TYPE = 130


def main(arguments: Sequence[str]) -> int:
    """Make the pictures of these pages, or of all; return the exit status."""
    known = PAGES | MORE_PAGES
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument(
        "pages", nargs="*", help=f"{', '.join(known)}; those of the guide where none is"
    )
    parser.add_argument(
        "--into",
        type=Path,
        help="a folder for pictures of every scene in every window size, palette and text size;"
        " without it, those of docs/screenshots are made",
    )
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.pages if name not in known]
    if unknown:
        parser.error(f"there is no page {unknown[0]}; there are: {', '.join(known)}")
    app = make_app()
    for plan in _plans(asked.into):
        plan.folder.mkdir(parents=True, exist_ok=True)
        for name in asked.pages or PAGES:
            _take_page(app, known[name], plan)
    return 0


def _plans(folder: Path | None) -> list[PicturePlan]:
    if folder is None:
        return [PicturePlan(FOLDER)]
    return [
        PicturePlan(folder, EVERY_SIZE, type_size, few_colours=False)
        for type_size in (USUAL_TYPE_SIZE, LARGE_TYPE)
    ]


def _take_page(app: QApplication, scenes: Callable[[Album], None], plan: PicturePlan) -> None:
    """Take the scenes of a page in a window and a home of its own."""
    with tempfile.TemporaryDirectory() as user:
        os.environ["HOME"] = user  # so that the pictures say "~" and no folder of the maker
        home = Path(user) / ".local" / "share" / "sevenplots"
        home.mkdir(parents=True)
        application = Application(app, home)
        choose_type_size = application.window.actions_.type_sizes.chosen.emit
        choose_type_size(plan.type_size)
        album = Album(application, home, plan)
        album.prepare()
        scenes(album)
        for each in application.session.decks:
            each.mark_saved()
        choose_type_size(USUAL_TYPE_SIZE)
        application.window.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
