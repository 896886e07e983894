"""Makes the pictures: of all pages, or of those that are named."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from desktop.app import Application, make_app
from tools.screenshots import (
    build_scenes,
    card_scenes,
    decks_scenes,
    games_scenes,
    hands_scenes,
    rules_scenes,
    share_scenes,
    window_scenes,
)
from tools.screenshots.album import FOLDER, Album

PAGES = {
    "decks": decks_scenes.scenes,
    "build": build_scenes.scenes,
    "cards": card_scenes.scenes,
    "games": games_scenes.scenes,
    "hands": hands_scenes.scenes,
    "rules": rules_scenes.scenes,
    "share": share_scenes.scenes,
    "window": window_scenes.scenes,
}


def main(names: list[str]) -> int:
    """Make the pictures of these pages, or of all; return the exit status."""
    unknown = [name for name in names if name not in PAGES]
    if unknown:
        print(f"There is no page {unknown[0]}. There are: {', '.join(PAGES)}.", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    app = make_app()
    for name in names or PAGES:
        with tempfile.TemporaryDirectory() as user:
            os.environ["HOME"] = user  # so that the pictures say "~" and no folder of the maker
            home = Path(user) / ".local" / "share" / "sevenplots"
            home.mkdir(parents=True)
            application = Application(app, home)
            album = Album(application, home)
            album.prepare()
            PAGES[name](album)
            for each in application.session.decks:
                each.mark_saved()
            application.window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
