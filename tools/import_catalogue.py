"""Make resources/catalogue and resources/decks from published card data, facts only.

Usage: python -m tools.import_catalogue --second DIR --first DIR [--as-of DAY] [--to DIR], in the
folder of the repository.

The second edition's folder holds packs/*.json, cycles.json, restricted-list.json and
standalone-decks.json; the first edition's holds cards.json, sets.json, restricted.json and
conflicts.json. A second run over the same data changes nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from carddb.card import Card
from carddb.card_effects import text_effects
from carddb.pack import Cycle, Pack
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from carddb.throneteki import card_of_pack_file
from core.errors import AppError
from core.files import write_file
from tools.catalogue_lines import encode_line, encode_list
from tools.first_edition_data import card_of_facts, doubts_of, final_list, packs_and_cycles
from tools.throneteki_data import cycles_of, deck_of, pack_of, restricted_list_of

_RESOURCES = Path(__file__).resolve().parent.parent / "resources"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything of one edition, in the order in which it is written."""

    edition: Edition
    cards: tuple[Card, ...]
    packs: tuple[Pack, ...]
    cycles: tuple[Cycle, ...]
    lists: tuple[RestrictedList, ...]
    decks: tuple[dict[str, object], ...] = ()
    effects: str = ""


def read_second(folder: Path) -> Catalogue:
    """Read the second edition's folder; AppError names the file or the card that is wrong."""
    cycles = cycles_of(_read_array(folder / "cycles.json"))
    packs: list[Pack] = []
    cards: list[Card] = []
    for path in sorted((folder / "packs").glob("*.json")):
        raw = _read(path)
        packs.append(pack_of(raw, cycles))
        cards_of_pack = raw.get("cards") if isinstance(raw, dict) else None
        if not isinstance(cards_of_pack, list):
            raise AppError(f"{path} holds no list of cards.")
        cards.extend(card_of_pack_file(each, packs[-1].code) for each in cards_of_pack)
    order = {cycle.code: cycle.position for cycle, _ in cycles}
    lists = map(restricted_list_of, _read_array(folder / "restricted-list.json"))
    return Catalogue(
        Edition.SECOND,
        _facts_only(cards),
        tuple(sorted(packs, key=lambda pack: (order[pack.cycle], pack.position))),
        tuple(cycle for cycle, _ in cycles),
        tuple(sorted(lists, key=lambda each: each.date)),
        tuple(dict(deck_of(raw)) for raw in _read_array(folder / "standalone-decks.json")),
        _effects(cards),
    )


def read_first(folder: Path) -> Catalogue:
    """Read the first edition's folder; AppError names the file or the card that is wrong."""
    doubts = doubts_of(_read_array(folder / "conflicts.json"))
    raw_cards = _read_array(folder / "cards.json")
    cards = [card_of_facts(raw) for raw in raw_cards]
    cards = [replace(card, doubts=doubts.get(card.code, ())) for card in cards]
    packs, cycles = packs_and_cycles(_read_array(folder / "sets.json"))
    lists = (final_list(_read_array(folder / "restricted.json")),)
    return Catalogue(Edition.FIRST, _facts_only(cards), packs, cycles, lists)


def warnings_about(catalogue: Catalogue) -> list[str]:
    """Return a sentence for each list, deck and card that names what the catalogue lacks."""
    known = {card.code for card in catalogue.cards}
    packs = {pack.code for pack in catalogue.packs}
    found = []
    for each in catalogue.lists:
        codes = set(each.banned)
        for _, format_list in each.formats:
            codes |= format_list.restricted | format_list.banned
            for pod in format_list.pods:
                codes |= {*pod.cards, *filter(None, [pod.trigger])}
        found.append((f"List {each.code}", codes - known))
    for deck in catalogue.decks:
        slots, agendas = deck["slots"], deck["agendas"]
        codes = {*(slots if isinstance(slots, dict) else ())}
        codes |= {*(agendas if isinstance(agendas, list) else ())}
        found.append((f"Deck {deck['id']}", codes - known))
    for card in catalogue.cards:
        if card.pack not in packs:
            found.append((f"Card {card.code} (its pack)", {card.pack}))
        if card.reprint_of and card.reprint_of not in known:
            found.append((f"Card {card.code} (its original)", {card.reprint_of}))
    return [_warning(what, sorted(unknown)) for what, unknown in found if unknown]


def _warning(what: str, unknown: Sequence[str]) -> str:
    span = unknown[0] if len(unknown) == 1 else f"{unknown[0]} … {unknown[-1]}"
    return f"{what} names {len(unknown)} that the catalogue does not hold: {span}"


def write(catalogue: Catalogue, folder: Path) -> list[Path]:
    """Write a catalogue under a resources folder; return the files that were changed."""
    place = folder / "catalogue" / catalogue.edition.value
    contents = {
        place / "cards.jsonl": _json_lines(catalogue.cards),
        place / "packs.jsonl": _json_lines(catalogue.packs),
        place / "cycles.jsonl": _json_lines(catalogue.cycles),
        place / "lists.jsonl": "".join(f"{encode_list(each)}\n" for each in catalogue.lists),
    }
    if catalogue.effects:
        contents[place / "effects.jsonl"] = catalogue.effects
    decks = folder / "decks" / catalogue.edition.value
    for deck in catalogue.decks:
        path = decks / f"{_slug(str(deck['name']))}.json"
        if path in contents:
            raise AppError(f"Two decks have the name “{deck['name']}”.")
        contents[path] = json.dumps(deck, ensure_ascii=False, indent=1) + "\n"
    changed = [path for path, text in contents.items() if _replace(path, text)]
    if catalogue.decks:
        gone = [path for path in decks.glob("*.json") if path not in contents]
        for path in gone:
            path.unlink()
        changed.extend(gone)
    return changed


def write_day(day: date, folder: Path) -> None:
    """Write the day of the data beside the catalogue."""
    _replace(folder / "catalogue" / "as-of.txt", f"{day}\n")


def last_commit(folder: Path) -> date | None:
    """Return the day of the last commit that a folder is a checkout of, or None."""
    command = ["git", "-C", str(folder), "log", "-1", "--format=%cs"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return date.fromisoformat(done.stdout.strip())
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None


def _facts_only(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in order of their codes, without text and image.

    AppError where there are none, or two of the same code.
    """
    facts = [replace(card, text=None, image_url=None) for card in cards]
    if not facts:
        raise AppError("The folder holds no cards.")
    code, copies = Counter(card.code for card in facts).most_common(1)[0]
    if copies > 1:
        raise AppError(f"{copies} cards have the code {code}.")
    return tuple(sorted(facts, key=lambda card: card.code))


def _effects(cards: Iterable[Card]) -> str:
    """Return a line for each card whose text gives or reduces more than its facts say."""
    lines = []
    for card in sorted(cards, key=lambda card: card.code):
        read = text_effects(card, card.text or "")
        stated = {"gives": read.gives, "reduces": read.reduces}
        if any(stated.values()):
            stored = {"code": card.code} | {name: words for name, words in stated.items() if words}
            lines.append(json.dumps(stored, ensure_ascii=False, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines)


def _json_lines(values: Iterable[Card | Pack | Cycle]) -> str:
    return "".join(f"{encode_line(value)}\n" for value in values)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def _read(path: Path) -> object:
    try:
        value: object = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise AppError(f"{path} could not be read: {error.strerror}.") from None
    except ValueError as error:
        raise AppError(f"{path} is not JSON: {error}.") from None
    return value


def _read_array(path: Path) -> list[object]:
    value = _read(path)
    if not isinstance(value, list):
        raise AppError(f"{path} is not a list.")
    return value


def _replace(path: Path, text: str) -> bool:
    """Write a file whole or not at all; return whether it changed."""
    content = text.encode("utf-8")
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, content)
    return True


def _report(catalogue: Catalogue, changed: Sequence[Path]) -> None:
    print(
        f"{catalogue.edition.value} edition: {len(catalogue.cards)} cards,"
        f" {len(catalogue.packs)} packs, {len(catalogue.cycles)} cycles,"
        f" {len(catalogue.lists)} lists, {len(catalogue.decks)} decks; {len(changed)} files changed"
    )
    for warning in warnings_about(catalogue):
        print(f"warning: {warning}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; 0 all well, 2 the data could not be used."""
    parser = argparse.ArgumentParser(description="Make the catalogue from published card data.")
    parser.add_argument("--second", type=Path, help="folder of the second edition's data")
    parser.add_argument("--first", type=Path, help="folder of the first edition's data")
    parser.add_argument("--as-of", type=date.fromisoformat, help="day of the data (last commit's)")
    parser.add_argument("--to", type=Path, default=_RESOURCES, help="resources folder to write")
    options = parser.parse_args(arguments)
    try:
        read = [
            reader(folder)
            for reader, folder in ((read_second, options.second), (read_first, options.first))
            if folder is not None
        ]
        for catalogue in read:
            changed = write(catalogue, options.to)
            _report(catalogue, changed)
            day = options.as_of or (last_commit(options.second) if options.second else None)
            if day or changed:
                write_day(day or datetime.now(UTC).date(), options.to)
    except AppError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
