"""The cards that the player gave a star."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from library.library import Library


def test_cards_are_starred_and_not_any_more(library: Library) -> None:
    stars = library.starred_cards
    stars.star(["01141", "core_5", "01141"])
    stars.star(["01141", "02102"])
    assert stars.codes() == {"01141", "core_5", "02102"}
    changes = library.changes()
    stars.star([])
    assert library.changes() == changes
    stars.star(["core_5", "99999"], starred=False)
    assert stars.codes() == {"01141", "02102"}


def test_stars_are_part_of_a_backup(tmp_path: Path) -> None:
    with Library(tmp_path / "home" / "decks.db", clock=lambda: datetime.now(UTC)) as library:
        library.starred_cards.star(["01141"])
        library.back_up(tmp_path / "copy.db")
        library.starred_cards.star(["01141"], starred=False)
        library.starred_cards.star(["02102"])
        library.restore(tmp_path / "copy.db")
        assert library.starred_cards.codes() == {"01141"}
