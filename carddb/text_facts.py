"""The facts in the rules text of a second-edition card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from carddb.gold import GoldEffect
from carddb.pattern import Host, HostOption
from carddb.terms import CardType, Keyword, Printed
from carddb.text.gold import read_gold_effects
from carddb.text.patterns import ONCE, host_of, read_restriction
from carddb.text.sentences import lines, sentences

_TAG = re.compile(r"</?[bi]>")
_BUILDING = re.compile(
    r"""
      \binclud(?:e|es|ing)\b .* \bdecks?\b      # You may include … in your deck
    | \bdecks?\b .* \b(?:includ|contain)        # Your deck may include …
    | \bdecks?\ (?:must|may|can|cannot)\b       # Your plot deck must be …
    | \bdeck\ size\b                            # Your minimum deck size is …
    | \bcop(?:y|ies)\b .* \bin\ (?:your|a|each|their)\ (?:draw\ |plot\ )?deck\b
    | \b(?:may|can|cannot|must)\ run\b          # You may run 2 Banner agendas …
    | \bdeck-?\ ?(?:building|construction)\b
    | \bformats?\ only\b                         # a format that nothing knows yet
    | \b(?:while|when|as|before)\ (?:you\ )?(?:are\ )?(?:build|construct)(?:ing)?\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


def speaks_of_building(body: Iterable[str]) -> bool:
    return any(
        _BUILDING.search(_TAG.sub("", sentence)) for line in body for sentence in sentences(line)
    )


_PLAIN = frozenset(
    ("limited", "renown", "stealth", "insight", "intimidate", "pillage", "assault", "terminal")
)
_VALUED = re.compile(r"(?P<name>Shadow|Ambush|Bestow) \((?P<value>\d+|X)\)|Prized (?P<prize>\d+)")
_NO_ATTACHMENTS = re.compile(r"No attachments(?: except (?P<traits>.+))?")
_TRAIT = re.compile(r"<i>([^<]+)</i>")
_TRAITS = re.compile(r"<i>[^<]+</i>(?:(?:, or|,| or) <i>[^<]+</i>)*")


def read_second_edition_keyword(sentence: str) -> Keyword | None:
    """Read a sentence that is nothing but a keyword, or return None.

    A sentence that only begins with a keyword's word ("Limited cards cannot ...") is none.
    """
    words = sentence.removesuffix(".").strip()
    if words.lower() in _PLAIN:
        return Keyword(words.lower())
    if match := _VALUED.fullmatch(words):
        if match["prize"]:
            return Keyword("prized", int(match["prize"]))
        value = Printed.X if match["value"] == "X" else int(match["value"])
        return Keyword(match["name"].lower(), value)
    return _read_no_attachments(words)


def _read_no_attachments(words: str) -> Keyword | None:
    match = _NO_ATTACHMENTS.fullmatch(words)
    if match is None or not (match["traits"] is None or _TRAITS.fullmatch(match["traits"])):
        return None
    return Keyword("no-attachments", None, tuple(_TRAIT.findall(match["traits"] or "")))


_MODIFIER = r"([+-]\d+) (Income|Initiative|Reserve)\.?"
_ONE = re.compile(_MODIFIER)
_LINE = re.compile(rf"{_MODIFIER}(?:\s+{_MODIFIER})*")


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What a card in play adds to the values of its owner's plot."""

    income: int = 0
    initiative: int = 0
    reserve: int = 0


NO_MODIFIERS = Modifiers()


def read_modifiers(line: str) -> Modifiers | None:
    """Read a line of nothing but modifiers, with or without full stops, or return None."""
    if not _LINE.fullmatch(line):
        return None
    total = {"Income": 0, "Initiative": 0, "Reserve": 0}
    for amount, what in _ONE.findall(line):
        total[what] += int(amount)
    return Modifiers(total["Income"], total["Initiative"], total["Reserve"])


_FORMATS = {
    "draft format only": "draft",
    "melee format only": "melee",
    "hand of the king format only": "hand-of-the-king",
}
_DRAFT_PACKS = frozenset({"VDS", "ToJ"})


@dataclass(frozen=True, slots=True)
class TextFacts:
    """The facts of a text that other parts of the program use; the fields are as in Card."""

    keywords: tuple[Keyword, ...] = ()
    host: Host | None = None
    modifiers: Modifiers = NO_MODIFIERS
    gold_effects: tuple[GoldEffect, ...] = ()
    only_in: str | None = None
    deckbuilding: bool = False


def read_text(text: str, name: str, card_type: CardType, pack: str) -> TextFacts:
    """Read the facts of a card's text; ignore what is not understood.

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
