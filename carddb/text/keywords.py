"""Keywords as they stand in the text of second-edition cards."""

from __future__ import annotations

import re

from carddb.terms import Keyword, Printed

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
