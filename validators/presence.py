"""Rules that only ask which of certain cards are in the deck: answered once for each set of them.

Editing a deck, or judging many of them, changes few of the cards that lists speak of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby
from operator import or_

from validators.advice import HouseDoubtful, Redesigned, RestrictedFree
from validators.problem import Problem
from validators.releases import OnlyIn, Released
from validators.restricted_list_rules import Banned, Pods, Restricted, TriggeredPods
from validators.rule import Rule
from validators.tally import DeckTally
from validators.unknown_rules import AgendaUnknown, CardUnknown

# Answers that are kept; a set of cards in a long run comes again soon or never.
_MOST_KEPT = 1024


class PresenceRules:
    """Consecutive rules about which of the cards of `bits` are in the deck."""

    code = "presence"

    def __init__(self, rules: Sequence[Rule], bits: int) -> None:
        self.rules, self.bits = tuple(rules), bits
        self._known: dict[tuple[int, int], tuple[Problem, ...]] = {}

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Return the problems that decks with these of the cards have."""
        present = (tally.bits & self.bits, tally.beside_bits & self.bits)
        problems = self._known.get(present)
        if problems is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            found = (problem for rule in self.rules for problem in rule.check(tally))
            problems = self._known[present] = tuple(found)
        return problems


def grouped(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return rules in their order, consecutive ones about presence as one.

    Those are left out that no deck can break.
    """
    together: list[Rule] = []
    breakable = (rule for rule in rules if not _is_idle(rule))
    for is_presence, group in groupby(breakable, lambda rule: _bits_of(rule) is not None):
        each = list(group)
        if is_presence:
            together.append(
                PresenceRules(each, reduce(or_, (_bits_of(rule) or 0 for rule in each)))
            )
        else:
            together += each
    return tuple(together)


def _is_idle(rule: Rule) -> bool:
    match rule:
        case AgendaUnknown(agendas=()) | CardUnknown(bits=0):
            return True
        case _:
            return False


def _bits_of(rule: Rule) -> int | None:
    """Return the cards whose presence is all that a rule asks for; None where it asks for more."""
    match rule:
        case Banned() | Restricted() | OnlyIn() | Released() | HouseDoubtful() | RestrictedFree():
            return rule.bits
        case Pods():
            return rule.all_bits
        case TriggeredPods():
            return reduce(or_, (trigger | pod for trigger, pod in rule.pods))
        case Redesigned():
            return rule.originals
        case _:
            return None
