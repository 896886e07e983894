"""Tests of how the lines of the catalogue become cards without pydantic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import resources
from carddb import catalogue
from carddb.card import Card
from carddb.catalogue import catalogue_values
from carddb.catalogue_json import decode_lines
from carddb.pack import Cycle, Pack
from carddb.terms import Edition
from core.errors import AppError


@pytest.mark.parametrize("edition", Edition)
def test_what_is_read_unchecked_is_what_pydantic_makes_of_it(edition: Edition) -> None:
    folder = Path(resources.__file__).parent / "catalogue" / edition.value
    kinds: tuple[tuple[Any, str], ...] = ((Card, "cards"), (Pack, "packs"), (Cycle, "cycles"))
    for kind, name in kinds:
        lines = (folder / f"{name}.jsonl").read_text("utf-8").splitlines()
        # As texts, in which True is not 1.
        assert repr(catalogue_values(kind, lines)) == repr(decode_lines(kind, lines))


def test_equal_parts_of_cards_are_one_object() -> None:
    for name in ("pack", "traits", "factions", "plot", "keywords"):
        values = [getattr(card, name) for card in catalogue.cards(Edition.SECOND)]
        parts = [each for each in values if each not in {None, ()}]
        assert len({id(each) for each in parts}) == len(set(parts)), name


@pytest.mark.parametrize(
    "line", ["[]", "{", '{"code": "01001"}', '{"colour": "red"}', '{"type": 3}', "[" * 60_000]
)
def test_a_damaged_catalogue_is_said(line: str) -> None:
    with pytest.raises(AppError, match=r"The cards of the program could not be read: .*\."):
        catalogue_values(Card, [line])
