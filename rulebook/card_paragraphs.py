"""The text of a card as paragraphs for drawing: keywords and lead-ins are bold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from carddb.terms import Faction, Icon, Keyword

MARKUP = re.compile(r"<\s*(/?)\s*(b|strong|i|em|br)\s*(/?)\s*>|\[([a-z]+)\]|\n", re.IGNORECASE)
SYMBOLS: dict[str, str] = {
    **{icon.value: icon.value for icon in Icon},
    **{faction.value: faction.label for faction in Faction},
}
# "Forced Reaction:", "When Revealed:", "Any Phase:", but not "While you control:".
_LEAD_IN = re.compile(r"(?:[A-Z][a-z]+ ){0,2}[A-Z][a-z]+:(?=\s)")
_BONUSES = re.compile(
    r"(?:[+\-\N{MINUS SIGN}\N{EN DASH}]?(?:\d+|X) (?:gold|income|initiative|reserve|influence)"
    r"[.,]?\s*)+",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"([^"]*)"')
_NEGATIVE = re.compile(r"(?<![\w-])-(?=[\dX])")
_LONGEST_KEYWORD = 60
_SENTENCE = re.compile(r"[^.\s][^.]*")


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one kind; `symbol` names a faction or challenge icon, `text` is its name then."""

    text: str
    bold: bool = False
    italic: bool = False
    symbol: str = ""


Paragraph: TypeAlias = tuple[Run, ...]


def paragraphs_of(text: str, keywords: Iterable[Keyword] = ()) -> tuple[Paragraph, ...]:
    """Return a card's text by paragraph; markup that is not known stays text."""
    starts = (*map(_start, keywords), "immune to ")
    return tuple(_emphasized(each, starts) for each in _paragraphs(text))


def keyword_spans(words: str, keywords: Iterable[Keyword]) -> Iterator[tuple[int, int, Keyword]]:
    """Yield from where to where the keywords stand in a paragraph, if it is a line of keywords."""
    known = tuple(keywords)
    if not known or not _is_keywords(words, (*map(_start, known), "immune to ")):
        return
    for found in _SENTENCE.finditer(words):
        said = found.group().lower()
        for keyword in known:
            if said.startswith((_start(keyword), keyword.words.lower())):
                yield found.start(), found.end(), keyword
                break


def typographic(words: str) -> str:
    """Return words with the quotation marks and minus signs that a printer would set."""
    words = _QUOTED.sub("\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}", words)
    words = _NEGATIVE.sub("\N{MINUS SIGN}", words)
    return words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def _paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield paragraphs as they are marked; what is not closed in its paragraph ends there."""
    runs: list[Run] = []
    kind, end = Run(""), 0
    for found in (*MARKUP.finditer(text), None):
        if letters := text[end : found.start() if found else len(text)]:
            runs.append(replace(kind, text=letters))
        tag = (found.group(2) or "").lower() if found else "br"
        symbol = (found.group(4) or "").lower() if found else ""
        if found is None or found.group() == "\n" or tag == "br":
            if "".join(run.text for run in runs).strip():
                yield tuple(runs)
            runs, kind = [], Run("")
        elif symbol:
            known = SYMBOLS.get(symbol)
            runs.append(replace(kind, text=known or found.group(), symbol=symbol if known else ""))
        elif tag in {"b", "strong"}:
            kind = replace(kind, bold=not found.group(1))
        else:
            kind = replace(kind, italic=not found.group(1))
        end = found.end() if found else end


def _emphasized(paragraph: Paragraph, keywords: tuple[str, ...]) -> Paragraph:
    """Make a line of keywords or bonuses bold, and what leads an action in."""
    words = "".join(run.text for run in paragraph).strip()
    if _is_keywords(words, keywords) or _BONUSES.fullmatch(words):
        return tuple(replace(run, bold=True) for run in paragraph)
    first = paragraph[0]
    lead_in = None if first.bold or first.symbol else _LEAD_IN.match(first.text)
    if lead_in is None:
        return paragraph
    rest = replace(first, text=first.text[lead_in.end() :])
    return replace(first, text=lead_in.group(), bold=True), rest, *paragraph[1:]


def _start(keyword: Keyword) -> str:
    return keyword.name.replace("-", " ").removesuffix(" with")


def _is_keywords(words: str, keywords: tuple[str, ...]) -> bool:
    """Return whether a line has only keywords and who it is for: "Stark only. Stealth."."""
    return all(
        len(each) < _LONGEST_KEYWORD and (each.startswith(keywords) or each.endswith(" only"))
        for each in re.split(r"\.\s*", words.lower())
        if each
    )
