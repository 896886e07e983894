"""Lines of a deck that could not be read are reported by every command that counts the deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import Run

SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
COMMANDS = (
    ("odds", "--want", "01040"),
    ("hands", "--hands", "200"),
    ("goldfish", "--games", "50"),
    ("stats",),
)


@pytest.fixture
def deck(sevenplots: Run, tmp_path: Path) -> Path:
    """Return a deck list with a line that no card is meant by."""
    path = tmp_path / "deck.txt"
    sevenplots("export", DECK, "--to", "plain", "--output", path)
    path.write_text(path.read_text("utf-8") + "3x Qwertz of Nowhere\n", "utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
def test_a_line_that_was_not_read_is_told_to_people_and_programs(
    command: tuple[str, ...], sevenplots: Run, deck: Path
) -> None:
    name, *options = command
    printed = sevenplots(name, deck, *options, "--json").json
    (line,) = (printed["decks"][0] if "decks" in printed else printed)["unread"]
    assert line["text"].strip() == "3x Qwertz of Nowhere"
    assert set(line) == {"line", "text", "reason"}
    assert f"Line {line['line']} was not read: 3x Qwertz" in sevenplots(name, deck, *options).err
