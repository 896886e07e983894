"""The facts in the rules text of a second-edition card."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.gold import GoldEffect
from carddb.host import Host, HostOption
from carddb.terms import CardType, Keyword
from carddb.text.deck_construction import speaks_of_building
from carddb.text.gold import read_gold_effects
from carddb.text.hosts import ONCE, host_of, read_restriction
from carddb.text.keywords import read_second_edition_keyword
from carddb.text.modifiers import NO_MODIFIERS, Modifiers, read_modifiers
from carddb.text.sentences import lines, sentences

_FORMATS = {
    "draft format only": "draft",
    "melee format only": "melee",
    "hand of the king format only": "hand-of-the-king",
}
_DRAFT_PACKS = frozenset({"VDS", "ToJ"})


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What a text says that other parts of the program ask about; the fields are as in Card."""

    keywords: tuple[Keyword, ...] = ()
    host: Host | None = None
    modifiers: Modifiers = NO_MODIFIERS
    gold_effects: tuple[GoldEffect, ...] = ()
    only_in: str | None = None
    deckbuilding: bool = False


def read_text(text: str, name: str, card_type: CardType, pack: str) -> TextFacts:
    """Read what is understood of a card's text; what is not is left out, never guessed.

    Keywords and host restrictions are the sentences before any other text (one card has them on
    two lines). The packs VDS and ToJ are for draft as a whole, whatever a single card says.
    """
    body = list(lines(text))
    keywords, options, once = _read_opening(body)
    formats = {line: only_in for line in body if (only_in := _format_of(line))}
    return TextFacts(
        keywords=keywords,
        host=host_of(options, once=once) if card_type is CardType.ATTACHMENT else None,
        modifiers=_sum(body),
        gold_effects=read_gold_effects(body, name),
        only_in="draft" if pack in _DRAFT_PACKS else next(iter(formats.values()), None),
        deckbuilding=speaks_of_building(line for line in body if line not in formats),
    )


def _read_opening(
    body: list[str],
) -> tuple[tuple[Keyword, ...], tuple[HostOption, ...], bool]:
    keywords: list[Keyword] = []
    options: tuple[HostOption, ...] = ()
    once = False
    for sentence in (sentence for line in body for sentence in sentences(line)):
        if sentence == ONCE:
            once = True
        elif (keyword := read_second_edition_keyword(sentence)) is not None:
            keywords.append(keyword)
        elif not options and (read := read_restriction(sentence)) is not None:
            options = read
        else:
            break
    return tuple(keywords), options, once


def _sum(body: list[str]) -> Modifiers:
    read = [modifiers for line in body if (modifiers := read_modifiers(line)) is not None]
    return Modifiers(
        income=sum(each.income for each in read),
        initiative=sum(each.initiative for each in read),
        reserve=sum(each.reserve for each in read),
    )


def _format_of(line: str) -> str | None:
    """Return the format that a line limits the card to: "Draft format only."."""
    words = line.replace("<b>", "").replace("</b>", "").removesuffix(".").lower()
    return _FORMATS.get(words)
