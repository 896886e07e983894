"""Whether a text speaks of how decks are built: what they may, must or cannot include."""

from __future__ import annotations

import re
from collections.abc import Iterable

from carddb.text.sentences import sentences

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
    """Return whether a sentence of these lines does."""
    return any(
        _BUILDING.search(_TAG.sub("", sentence)) for line in body for sentence in sentences(line)
    )
