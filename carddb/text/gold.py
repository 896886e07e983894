"""Sentences about gold in the rules text of a card as gold effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from carddb.gold import GoldEffect, GoldKind, Moment
from carddb.text.gold_amounts import read_amount
from carddb.text.gold_terms import SELF, read_condition, read_notes, read_payment, read_trigger
from carddb.text.sentences import sentences

_MOMENT = re.compile(r"<b>(?:Forced )?(?P<moment>[A-Z][A-Za-z ]+):</b>\s*(?P<rest>.*)")
_MOMENTS = {
    "Marshaling Action": Moment.MARSHALING_ACTION,
    "Challenges Action": Moment.CHALLENGES_ACTION,
    "Dominance Action": Moment.DOMINANCE_ACTION,
    "Action": Moment.ACTION,
    "When Revealed": Moment.WHEN_REVEALED,
    "Reaction": Moment.REACTION,
    "Interrupt": Moment.INTERRUPT,
}
# What changes a cost, the gold value of a plot, or who has which gold. Paying gold for another
# effect ("pay 1 gold to ...") and counting it ("for each gold he has") do none of these.
_TOUCHES = re.compile(
    r"\b(?:reduc|increas)\w* the (?:gold )?cost\b"
    r"|\bgold,? (?:value|claim|initiative|bonus|modifier)"
    r"|\bgains? (?:(?:\d+|X|more than \d+) )?gold\b"
    r"|\b(?:move|return|give|place|spend|use)s? [^.]*(?<!-)\bgold\b"
    r"|\bunspent gold\b|\bwere \d+ gold\b",
    re.IGNORECASE,
)
_OTHER_USES = re.compile(r"\b(?:pay|discard) (?:\d+|X) gold\b|\bX is the number of .*")


def read_gold_effects(body: Sequence[str], name: str) -> tuple[GoldEffect, ...]:
    """Read the gold effects in a text's lines, each sentence by itself.

    A sentence that is understood to its last word becomes a structured effect; one that touches
    gold without that becomes an IRREGULAR one; the others have nothing to do with gold. `name` is
    the card's title, by which its text speaks of it.
    """
    effects: list[GoldEffect] = []
    moment = Moment.CONSTANT
    for line in body:
        prefix = _MOMENT.fullmatch(line)
        if prefix is not None:
            moment = _MOMENTS.get(prefix["moment"], Moment.ACTION)
        elif not line.startswith("-"):  # the points of a list belong to the line before them
            moment = Moment.CONSTANT
        if "gold" in line or "cost" in line:
            rest = prefix["rest"] if prefix is not None else line
            effects.extend(_read_line(_title_wording(name).sub(SELF, rest), moment))
    return tuple(dict.fromkeys(_with_title(effect, name) for effect in effects))


def _title_wording(name: str) -> re.Pattern[str]:
    """Return how a text writes its card's title; longer titles differ in capitals now and then."""
    title = re.escape(name.strip('"'))
    flags = re.IGNORECASE if " " in name else re.NOFLAG
    return re.compile(rf'(?<!<i>)(?<!\w)"?{title}"?(?!</i>)(?!\w)', flags)


def _read_line(line: str, moment: Moment) -> Iterator[GoldEffect]:
    for number, sentence in enumerate(_with_meaning_of_x(sentences(line))):
        # What an action's later sentences say may hang on the first one ("Choose ...").
        alone = number == 0 or moment is Moment.CONSTANT
        read = _read_sentence(sentence, moment) if alone else None
        if read is not None:
            yield from read
        elif _touches(sentence):
            yield GoldEffect(kind=GoldKind.IRREGULAR, moment=moment)


def _read_sentence(sentence: str, moment: Moment) -> tuple[GoldEffect, ...] | None:
    effect: GoldEffect | None = GoldEffect(kind=GoldKind.IRREGULAR, moment=moment)
    rest = sentence
    for reader in (read_notes, read_condition, read_trigger, read_payment):
        if effect is None:
            return None
        effect, rest = reader(effect, rest)
    if effect is None or (effect.trigger is None) == (moment is Moment.REACTION):
        return None
    return read_amount(effect, rest)


def _with_meaning_of_x(cut: Sequence[str]) -> list[str]:
    """Put "X is the number of ..." back to the sentence before it."""
    joined: list[str] = []
    for sentence in cut:
        if joined and sentence.startswith("X is "):
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
    return joined


def _with_title(effect: GoldEffect, name: str) -> GoldEffect:
    itself = {
        field: replace(pattern, names=(name,))
        for field in ("applies", "trigger_by")
        if (pattern := getattr(effect, field)) is not None and pattern.names == (SELF,)
    }
    return replace(effect, **itself) if itself else effect


def _touches(sentence: str) -> bool:
    return _TOUCHES.search(_OTHER_USES.sub("", sentence)) is not None
