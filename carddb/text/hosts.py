"""The restriction in an attachment's text ("Unique [stark] character only.") as a Host."""

from __future__ import annotations

import re

from carddb.host import ANY_CHARACTER, Host, HostOption, Side
from carddb.pattern import CardPattern
from carddb.terms import CardType
from carddb.text.pattern_words import describe_pattern
from carddb.text.patterns import read_alternatives

ONCE = "Limit 1 copy per character."
_RESTRICTION = re.compile(r"(?P<what>.+) only\.?")
_OPPONENTS = "Opponent's "
_SIDES = {" you control": Side.YOURS, " you own": Side.OWNED}
_NAMED = re.compile(r"(?:(?P<others>.+) or )?(?P<name>[A-Z][\w']*(?: [\w']+)*)")
_SIDE_WORDS = {
    Side.ANY: "{}",
    Side.YOURS: "{} you control",
    Side.OWNED: "{} you own",
    Side.OPPONENTS: "opponent's {}",
}


def read_restriction(sentence: str) -> tuple[HostOption, ...] | None:
    """Read a sentence "... only.", or return None if it is no restriction that is understood.

    "you control" and "Opponent's" hold for every alternative of the sentence (RR, Attachment).
    """
    match = _RESTRICTION.fullmatch(sentence)
    if match is None:
        return None
    what, side = match["what"], Side.ANY
    if what.startswith(_OPPONENTS):
        what, side = what.removeprefix(_OPPONENTS), Side.OPPONENTS
    for ending, owner in _SIDES.items():
        if what.endswith(ending) and side is Side.ANY:
            what, side = what.removesuffix(ending), owner
    patterns = read_alternatives(what) or _read_named(what)
    if patterns is None or not all(pattern.types or pattern.names for pattern in patterns):
        return None
    return tuple(HostOption(pattern, side) for pattern in patterns)


def host_of(options: tuple[HostOption, ...], *, once: bool) -> Host:
    """Return the Host of a restriction's options; without options, any character."""
    if not options:
        return Host(ANY_CHARACTER.options, once=once)
    return Host(options, host_words(options), once)


def host_words(options: tuple[HostOption, ...]) -> str:
    """Return a restriction in short words, its alternatives joined by "or"."""
    return " or ".join(
        _SIDE_WORDS[option.side].format(describe_pattern(option.pattern)) for option in options
    )


def _read_named(what: str) -> tuple[CardPattern, ...] | None:
    """Read "<i>Dothraki</i> character or Daenerys Targaryen": only characters bear such names."""
    match = _NAMED.fullmatch(what)
    if match is None or match["others"] is None:
        return None
    others = read_alternatives(match["others"])
    named = CardPattern(types=(CardType.CHARACTER,), names=(match["name"],))
    return (*others, named) if others is not None else None
