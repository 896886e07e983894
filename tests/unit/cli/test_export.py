"""The contract of `sevenplots export`: every format, to standard output, a file or a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import pytest

from carddb.card import Card
from carddb.pool import Pools
from cli.drawing import PdfWriters
from cli.export import export_file_stems
from cli.main import run
from core.progress import Progress
from decks.deck import Slots
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS
from decks.proxies import Faces, PrintedProxies, ProxyOptions
from decks.sheet import DeckSheet
from tests.running import Run

LISTS = Path(__file__).parents[1] / "decks" / "lists"
WORLD = LISTS / "world-2016-clipboard.txt"
NAME = "2016 World Championship Deck"


@pytest.mark.parametrize("code", WRITERS)
def test_every_format_goes_to_standard_output_and_to_a_file(
    sevenplots: Run, pools: Pools, tmp_path: Path, code: str
) -> None:
    printed = sevenplots("export", WORLD, "--to", code)
    assert printed.status == 0
    # OCTGN's files alone do not carry the deck's name.
    assert ("does not carry the deck's name" in printed.err) == (code == "octgn")
    assert bool(printed.err) == (code == "octgn")
    file = tmp_path / f"{NAME}{WRITERS[code].ending}"
    written = sevenplots("export", WORLD, "--to", code, "--output", file)
    assert (written.status, written.out) == (0, "")
    data = file.read_bytes()
    assert data.decode() == printed.out
    assert not data.startswith(b"\xef\xbb\xbf")
    (expected,) = read_decks(WORLD.read_bytes(), pools)
    (reading,) = read_decks(data, pools, name=file.stem)
    assert reading.deck == expected.deck


def test_line_endings_are_written_as_they_are(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    sevenplots("export", WORLD, "--to", "thronesdb-file", "--output", file)
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n") > 40


def test_lines_that_were_not_read_are_told_and_the_status_is_1(
    sevenplots: Run, tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("House Stark\n3x Arya Stark (Core)\n3x Qqq Zzz\n", "utf-8")
    ran = sevenplots("export", file, "--to", "plain")
    assert ran.status == 1
    assert "Line 3 is not in it: 3x Qqq Zzz" in ran.err


def test_a_folder_becomes_a_folder(sevenplots: Run, pools: Pools, tmp_path: Path) -> None:
    decks, out = tmp_path / "decks", tmp_path / "made" / "here"
    decks.mkdir()
    for file, name in (
        ("a.txt", "One/two: three?"),
        ("b.txt", "one/TWO: three?"),
        ("c.txt", "CON"),
    ):
        (decks / file).write_text(f"{name}\n\nHouse Stark\n3x Arya Stark (Core)\n", "utf-8")
    ran = sevenplots("export", decks, "--to", "octgn", "--output", out)
    assert ran.status == 0
    made = sorted(each.name for each in out.iterdir())
    assert made == ["One-two- three.o8d", "_CON.o8d", "one-TWO- three (2).o8d"]
    assert len(read_decks((out / made[0]).read_bytes(), pools)) == 1


def test_a_folder_becomes_one_file_where_the_format_holds_many(
    sevenplots: Run, pools: Pools, tmp_path: Path
) -> None:
    decks, out = tmp_path / "decks", tmp_path / "all.csv"
    decks.mkdir()
    for name in ("One", "Two"):
        (decks / f"{name}.txt").write_text(f"{name}\n\nHouse Stark\n3x Ward (TS)\n", "utf-8")
    assert sevenplots("export", decks, "--to", "csv", "--output", out).status == 0
    assert [each.deck.name for each in read_decks(out.read_bytes(), pools)] == ["One", "Two"]
    assert sevenplots("export", decks, "--to", "json").json[1]["name"] == "Two"  # type: ignore[index]
    refused = sevenplots("export", decks, "--to", "markdown")
    assert (refused.status, "holds one deck, and there are 2" in refused.err) == (2, True)


def test_a_file_among_others_that_is_no_deck_is_told(sevenplots: Run, tmp_path: Path) -> None:
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "a.txt").write_text("House Stark\n3x Ward (TS)\n", "utf-8")
    (decks / "b.txt").write_text("hello", "utf-8")
    ran = sevenplots("export", decks, "--to", "json", "--output", tmp_path / "out")
    assert ran.status == 2
    assert "b.txt: This is not a deck list" in ran.err
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["a.json"]


class TestRefused:
    def test_a_folder_is_not_overwritten_by_a_file(self, sevenplots: Run, tmp_path: Path) -> None:
        ran = sevenplots("export", WORLD, "--to", "json", "--output", tmp_path)
        assert (ran.status, "is a folder" in ran.err) == (2, True)
        assert list(tmp_path.iterdir()) == []

    def test_a_file_is_not_taken_for_a_folder(self, sevenplots: Run, tmp_path: Path) -> None:
        out = tmp_path / "out.md"
        out.write_text("mine", "utf-8")
        bulk = tmp_path / "bulk.txt"
        bulk.write_text("House Stark\n===\nHouse Tully\n3x Ward (TS)\n", "utf-8")
        ran = sevenplots("export", bulk, "--to", "markdown", "--output", out)
        assert (ran.status, out.read_text("utf-8")) == (2, "mine")

    def test_an_unknown_format(self, sevenplots: Run) -> None:
        assert sevenplots("export", WORLD, "--to", "pdf").status == 2

    def test_a_place_that_cannot_be_written(self, sevenplots: Run, tmp_path: Path) -> None:
        ran = sevenplots("export", WORLD, "--to", "json", "--output", tmp_path / "no" / "a.json")
        assert (ran.status, "cannot be written" in ran.err) == (2, True)


class TestNames:
    def test_names_are_safe_on_every_system(self) -> None:
        names = ["a/b", "..", "", "x" * 300, "COM1.txt", "é\u0000\n*", "A-B"]
        made = list(export_file_stems(names))
        assert made == ["a-b", "Deck", "Deck (2)", "x" * 80, "_COM1.txt", "é", "A-B (2)"]


class TestSheet:
    def test_it_needs_the_windows_library(self, sevenplots: Run) -> None:
        ran = sevenplots("export", WORLD, "--to", "sheet")
        assert (ran.status, "window's library" in ran.err) == (2, True)

    def test_the_door_hands_the_writer_in(
        self, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        drawn: list[DeckSheet] = []

        def draw(sheets: Sequence[DeckSheet], page: str) -> bytes:
            drawn.extend(sheets)
            return f"%PDF {page}".encode()

        file = tmp_path / "sheet.pdf"
        words = ["--home", home, "export", WORLD, "--to", "sheet", "--output", file]
        words += ["--player", "Sansa", "--event", "Stahleck", "--date", "2026-11-20"]
        assert run([*map(str, words), "--page", "letter"], PdfWriters(draw)) == 0
        assert "Written" in capsys.readouterr().err
        assert file.read_bytes() == b"%PDF letter"
        (sheet,) = drawn
        assert (sheet.name, sheet.event.player, sheet.event.event) == (NAME, "Sansa", "Stahleck")
        assert sheet.event.day == "20 November 2026"
        assert sheet.ruling is not None
        assert sheet.ruling.legal == (not sheet.ruling.reasons)


def test_a_short_code_goes_out_and_is_read_in_the_place_of_a_file(
    sevenplots: Run, tmp_path: Path
) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("Coded\nHouse Stark\nFealty\n3x Hedge Knight (Core)\n")
    code = sevenplots("export", deck, "--to", "code").out.strip()
    assert code.startswith("SP1.")
    assert len(code) < 60
    read = sevenplots("read", code, "--json").json
    assert read["deck"]["name"] == "Coded"
    ran = sevenplots("read", code[:-1])
    assert ran.status == 2
    assert "not whole" in ran.err


def test_decks_are_compared_side_by_side(sevenplots: Run, tmp_path: Path) -> None:
    for name, copies in (("One", 3), ("Two", 2), ("Three", 1)):
        text = f"{name}\nHouse Stark\nFealty\n{copies}x Hedge Knight (Core)\n"
        own = "1x Arya Stark (Core)\n" if name == "Two" else ""
        (tmp_path / f"{name}.txt").write_text(text + own)
    found = sevenplots("compare", tmp_path, "--json").json
    assert found["decks"] == ["One", "Three", "Two"]
    knight = next(card for card in found["cards"] if card["name"] == "Hedge Knight")
    assert (knight["copies"], knight["shared"]) == ([3, 1, 2], 1)
    assert [len(own) for own in found["own"]] == [0, 0, 1]
    assert "Only in Two: Arya Stark." in sevenplots("compare", tmp_path).out
    table = sevenplots("compare", tmp_path, "--csv").out
    assert table.startswith("part,code,card,pack,One,Three,Two")
    assert sevenplots("compare", tmp_path / "One.txt").status == 2


def test_a_plain_list_is_written_in_a_language_and_read_back(
    sevenplots: Run, tmp_path: Path
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("House Stark\nAgenda: Fealty\n3x A Feast for Crows (Core)\n", "utf-8")
    written = sevenplots("export", str(file), "--to", "plain", "--language", "es").out
    assert "Festín de cuervos" in written
    assert "Vasallaje" in written
    refused = sevenplots("export", str(file), "--to", "octgn", "--language", "es")
    assert (refused.status, "in English" in refused.err) == (2, True)


class TestProxies:
    def printed(self, home: Path, file: Path, *words: object) -> tuple[int, list[ProxyOptions]]:
        """Return the status of an export with a writer that draws a line, and its options."""
        seen: list[ProxyOptions] = []

        def draw(
            file: BinaryIO,
            cards: Slots,
            pack_name: Callable[[Card], str],
            options: ProxyOptions,
            home: Path,
            progress: Progress,
        ) -> PrintedProxies:
            seen.append(options)
            progress(1, 1)
            copies = sum(count for _, count in cards)
            text = "\n".join(f"{n} {card.name}, {pack_name(card)}" for card, n in cards)
            file.write(text.encode())
            return PrintedProxies(1, copies, copies, (cards[0][0],))

        words = ("--home", home, "export", WORLD, "--to", "proxies", "--output", file, *words)
        return run([*map(str, words)], PdfWriters(proxies=draw)), seen

    def test_the_whole_deck_and_its_numbers(
        self, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "a.pdf"
        options = ("--faces", "pictures", "--paper", "letter", "--marks", "--bleed", "2")
        status, seen = self.printed(home, file, *options, "--json")
        assert (status, seen) == (0, [ProxyOptions(Faces.PICTURES, "letter", marks=True, bleed=2)])
        told = capsys.readouterr()
        printed = json.loads(told.out)
        assert {key: printed[key] for key in ("pages", "cards", "drawn")} == {
            "pages": 1,
            "cards": 68,
            "drawn": 68,
        }
        assert len(printed["without_picture"]) == 1
        assert "their pictures were not fetched" in told.err
        assert "Core Set" in file.read_text("utf-8")

    def test_a_search_among_the_cards_of_the_deck(self, home: Path, tmp_path: Path) -> None:
        file = tmp_path / "a.pdf"
        assert self.printed(home, file, "--cards", "t:plot")[0] == 0
        assert sum(int(line.split()[0]) for line in file.read_text("utf-8").splitlines()) == 7

    def test_a_bad_search_is_refused_with_its_place(
        self, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        status, seen = self.printed(home, tmp_path / "a.pdf", "--cards", "t:(", "--json")
        assert (status, seen) == (2, [])
        assert json.loads(capsys.readouterr().out)["error"]["start"] == 2

    def test_what_is_missing_in_the_collection(self, tmp_path: Path) -> None:
        home = tmp_path / "home"  # the other tests share theirs, where nothing is owned
        assert run(["--home", str(home), "collection", "own", "Core Set", "3"]) == 0
        assert self.printed(home, tmp_path / "a.pdf", "--cards", "missing")[0] == 0
        assert "Core Set" not in (tmp_path / "a.pdf").read_text("utf-8")

    def test_a_stopped_export_leaves_no_file(self, home: Path, tmp_path: Path) -> None:
        def draw(*_: object, **__: object) -> PrintedProxies:
            raise KeyboardInterrupt

        file = tmp_path / "a.pdf"
        words = ["--home", home, "export", WORLD, "--to", "proxies", "--output", file]
        assert run([*map(str, words)], PdfWriters(proxies=draw)) == 130
        assert list(tmp_path.glob("*.pdf*")) == []

    def test_it_needs_the_windows_library(self, sevenplots: Run) -> None:
        ran = sevenplots("export", WORLD, "--to", "proxies")
        assert (ran.status, "window's library" in ran.err) == (2, True)
