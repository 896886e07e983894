"""The short phrases in first-edition facts: keywords, and what an attachment is attached to."""

from __future__ import annotations

import re

from carddb.host import Host, HostOption, Side
from carddb.pattern import CardPattern
from carddb.terms import CardType, Crest, Faction, Keyword
from carddb.text.hosts import host_of
from carddb.text.patterns import read_alternatives

HOUSES = frozenset(
    {
        Faction.BARATHEON,
        Faction.GREYJOY,
        Faction.LANNISTER,
        Faction.MARTELL,
        Faction.STARK,
        Faction.TARGARYEN,
    }
)
_HOUSE_CARD = CardPattern(types=(CardType.HOUSE,))
_WHOLE_PHRASES = {
    "Attach to your House card": HostOption(_HOUSE_CARD, Side.YOURS),
    "Attach to a player's House card": HostOption(_HOUSE_CARD),
    "Attach to an opponent's House card": HostOption(_HOUSE_CARD, Side.OPPONENTS),
    "Attach to the Neutral Faction House card": HostOption(
        CardPattern(types=(CardType.HOUSE,), factions=(Faction.NEUTRAL,))
    ),
    "Attach to a card controlled by an opponent": HostOption(CardPattern(), Side.OPPONENTS),
    "Attach to an opponent's income providing card": HostOption(
        CardPattern(income_at_least=1), Side.OPPONENTS
    ),
}
_PHRASE = re.compile(
    r"Attach to (?:a |an )(?P<opponents>opponent's )?(?P<to>.+?)(?P<yours> you control)?"
    r"|(?P<kind>.+) only"
)
_TRAIT_SPELLINGS = {"Sandsnake": "Sand Snake"}
_LOWER = frozenset({"Unique", "Non-unique", "Non-limited", "Or"})
_CREST_OR_TRAIT = {crest.value.capitalize() for crest in Crest}
_TITLE_WORDS = re.compile(r"[A-Z][\w']*(?: [A-Z][\w']*)*")

_NO_ATTACHMENTS = re.compile(r"No attachments except (?P<single>a single )?(?P<traits>.+)")
_NO_TRAIT = re.compile(r"No (?P<trait>[A-Z]\w*) attachments")
_PRIZED = re.compile(r"Prized (?P<value>\d+)")
_IMMUNE = re.compile(r"Immune to (?P<what>.+)")
_PLAIN = re.compile(r"[A-Z][a-z]+(?: [\w]+)*")


def read_host(phrases: tuple[str, ...]) -> Host | None:
    """Read the lines about what an attachment is attached to; none of them: any character.

    "House Stark" is the House, "Noble" and "War" are crests, other capitalised words are traits.
    None: a phrase is not understood.
    """
    options: list[HostOption] = []
    for phrase in phrases:
        read = _read_phrase(phrase)
        if read is None:
            return None
        options.extend(read)
    return host_of(tuple(options), once=False)


def read_first_edition_keyword(phrase: str) -> Keyword | None:
    """Read a keyword of the first edition, or return None.

    "No attachments except a single Weapon" has the number as its value, "No Condition
    attachments" is "no-attachments-with", and "Immune to ..." has its objects as exceptions.
    """
    if match := _PRIZED.fullmatch(phrase):
        return Keyword("prized", int(match["value"]))
    if match := _IMMUNE.fullmatch(phrase):
        return Keyword("immune", None, tuple(match["what"].split(" and ")))
    if match := _NO_ATTACHMENTS.fullmatch(phrase):
        traits = tuple(match["traits"].split(" or "))
        return Keyword("no-attachments", 1 if match["single"] else None, traits)
    if match := _NO_TRAIT.fullmatch(phrase):
        return Keyword("no-attachments-with", None, (match["trait"],))
    if _PLAIN.fullmatch(phrase):
        return Keyword(phrase.lower().replace(" ", "-"))
    return None


def _read_phrase(phrase: str) -> tuple[HostOption, ...] | None:
    if phrase in _WHOLE_PHRASES:
        return (_WHOLE_PHRASES[phrase],)
    match = _PHRASE.fullmatch(phrase)
    if match is None:
        return None
    side = Side.OPPONENTS if match["opponents"] else Side.YOURS if match["yours"] else Side.ANY
    patterns = read_alternatives(_marked(match["to"] or match["kind"]))
    return tuple(HostOption(pattern, side) for pattern in patterns) if patterns else None


def _marked(words: str) -> str:
    """Mark Houses, crests and traits in the way of the second edition's texts."""
    words = words.removeprefix("Printed ")
    return _TITLE_WORDS.sub(lambda match: _mark(match[0]), words)


def _mark(title: str) -> str:
    marked = []
    for word in re.findall(r"(?:House )?[A-Z][\w']*", title):
        house = word.removeprefix("House ").lower()
        if word in _LOWER:
            marked.append(word.lower())
        elif house in HOUSES:
            marked.append(f"[{house}]")
        elif word in _CREST_OR_TRAIT:
            marked.append(f"{{{word.lower()}}}")
        else:
            marked.append(f"<i>{_TRAIT_SPELLINGS.get(word, word)}</i>")
    return " ".join(marked)
