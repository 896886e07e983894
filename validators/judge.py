"""The judge: every problem of a deck under given conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from itertools import chain, groupby
from operator import or_

from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from decks.deck import Deck
from validators.advice import HouseDoubtful, PlotDoubledInVain, Redesigned, RestrictedFree
from validators.conditions import Conditions, Format, formats_of
from validators.deck_rules import AgendaUnknown, CardOwn, CardUnknown
from validators.problem import Problem, Rule, Severity, Verdict
from validators.releases import OnlyIn, Released
from validators.restricted_list_rules import Banned, Pods, Restricted, TriggeredPods, rules_of
from validators.tally import DeckTally


def rule_set_of(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the construction rules for a deck's faction, agendas and format, and nothing else."""
    if game_format.name == "civil-war":
        from validators.civil_war import civil_war_rules  # noqa: PLC0415 - for few decks

        # The variant allows no agenda, so a deck's agendas must not change other rules, such as
        # the number of plots.
        bare = replace(deck, agendas=())
        return civil_war_rules(deck, pool, _usual(bare, pool, game_format))
    rules = _usual(deck, pool, game_format)
    if game_format.name == "draft":
        from validators.draft import draft_rules  # noqa: PLC0415 - for few decks

        return draft_rules(pool, rules)
    return rules


def _usual(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    if pool.edition is Edition.FIRST:
        from validators.first_edition.rule_set import first_edition_rules  # noqa: PLC0415 - if needed

        return first_edition_rules(deck, pool, game_format)
    from validators.second_edition.rule_set import second_edition_rules  # noqa: PLC0415 - if needed

    return second_edition_rules(deck, pool, game_format)


# Rules that never make a deck illegal.
ADVICE = (
    *(AgendaUnknown, CardOwn, CardUnknown, HouseDoubtful),
    *(PlotDoubledInVain, Redesigned, RestrictedFree),
)
# The most cached answers, and rules: the same are usually asked for again soon, or never.
_MOST_KEPT = 1024


class PresenceRules:
    """Consecutive rules about which of the cards of `bits` are in the deck."""

    code = "presence"

    def __init__(self, rules: Sequence[Rule], bits: int) -> None:
        self.rules, self.bits = tuple(rules), bits
        self._known: dict[tuple[int, int], tuple[Problem, ...]] = {}

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        present = (tally.bits & self.bits, tally.outside_bits & self.bits)
        problems = self._known.get(present)
        if problems is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            found = (problem for rule in self.rules for problem in rule.check(tally))
            problems = self._known[present] = tuple(found)
        return problems


def grouped(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules that a deck can break, in order; join consecutive rules about presence."""
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
        case AgendaUnknown(agendas=()) | CardUnknown(bits=0) | CardOwn(bits=0):
            return True
        case _:
            return False


def _bits_of(rule: Rule) -> int | None:
    """Return the cards of a rule that depends only on their presence, None for other rules."""
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


Rules = tuple[Rule, ...]
Checks = tuple[Callable[[DeckTally], Iterable[Problem]], ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """The verdict on a deck under one list and format; `codes` are those of its problems."""

    restricted_list: RestrictedList
    format: Format
    legal: bool
    codes: tuple[str, ...]

    @property
    def warned(self) -> bool:
        """Whether the deck is legal and has a warning; notes have no codes here."""
        return self.legal and bool(self.codes)


class Judge:
    """Judges the decks of one pool; caches what does not depend on a deck's slots."""

    def __init__(self, pool: CardPool) -> None:
        self.pool = pool
        self._rules: dict[tuple[object, ...], tuple[Rules, Checks]] = {}
        self._rule_sets: dict[tuple[object, ...], Rules] = {}
        self._list_rules: dict[tuple[object, str], Rules] = {}
        self._releases: dict[tuple[date, bool], Released] = {}
        self._advice: dict[tuple[object, ...], Rules] = {}

    def verdict(self, deck: Deck, conditions: Conditions) -> Verdict:
        """Return every problem of the deck, each once, in the order in which rules are checked."""
        tally = DeckTally(_of_format(deck, conditions.format), self.pool)
        problems: list[Problem] = []
        for check in self._prepared(deck, conditions)[1]:
            # Most rules find nothing in most decks.
            if found := check(tally):
                problems += found
        return Verdict(tuple(problems))

    def rules(self, deck: Deck, conditions: Conditions) -> Rules:
        return self._prepared(deck, conditions)[0]

    def _prepared(self, deck: Deck, conditions: Conditions) -> tuple[Rules, Checks]:
        """Return the rules, and how they are checked fastest."""
        restricted = conditions.restricted_list
        key = (
            deck.faction,
            tuple([card.code for card in deck.agendas]),
            conditions.format.name,
            restricted.key if restricted else None,
            conditions.date,
            conditions.premier,
        )
        prepared = self._rules.get(key)
        if prepared is None:
            if len(self._rules) >= _MOST_KEPT:
                self._rules.clear()
                self._rule_sets.clear()
            rules = tuple(chain.from_iterable(self._parts(deck, conditions)))
            checks = tuple(rule.check for rule in grouped(rules))
            prepared = self._rules[key] = (rules, checks)
        return prepared

    def _parts(self, deck: Deck, conditions: Conditions) -> list[Rules]:
        game_format = conditions.format
        rules = [self._rule_set(deck, game_format)]
        if conditions.date is not None:
            rules.append((self._released(conditions.date, premier=conditions.premier),))
        if conditions.applied_list is not None:
            rules.append(self._list(conditions.applied_list, game_format.list_format))
        if game_format.name == "rookery":
            from validators.rookery import rookery_rules  # noqa: PLC0415 - for few decks

            rules.append(rookery_rules(chain.from_iterable(rules)))
        rules.append(self._advised(conditions))
        return rules

    def playable(self, conditions: Conditions) -> int:
        """Return the bitset of the released cards that the list does not ban."""
        bits = self.pool.all_bits & ~self.banned(conditions)
        if conditions.date is not None:
            bits &= ~self._released(conditions.date, premier=conditions.premier).bits
        return bits

    def banned(self, conditions: Conditions) -> int:
        """Return the bitset of the cards that the list bans in the format; none without a list."""
        if conditions.applied_list is None:
            return 0
        rules = self._list(conditions.applied_list, conditions.format.list_format)
        return next(rule.bits for rule in rules if isinstance(rule, Banned))

    def matrix(self, deck: Deck) -> tuple[MatrixRow, ...]:
        """Judge the deck by construction rules and each list and format, without notes, by date."""
        tally = DeckTally(replace(deck, plot_decks=()), self.pool)
        lists = sorted(self.pool.lists.values(), key=lambda each: (each.date, each.code))
        rows = []
        for game_format in formats_of(self.pool.edition):
            if game_format.name == game_format.list_format:
                usual = _failures(self._rule_set(deck, game_format), tally)
                for each in lists:
                    listed = _failures(self._list(each, game_format.list_format), tally)
                    rows.append(_row(each, game_format, [*usual, *listed]))
        return tuple(sorted(rows, key=lambda row: (row.restricted_list.date, row.format.name)))

    def _rule_set(self, deck: Deck, game_format: Format) -> Rules:
        key = (deck.faction, tuple(card.code for card in deck.agendas), game_format.name)
        rules = self._rule_sets.get(key)
        if rules is None:
            rules = self._rule_sets[key] = rule_set_of(deck, self.pool, game_format)
        return rules

    def _released(self, day: date, *, premier: bool) -> Released:
        rule = self._releases.get((day, premier))
        if rule is None:
            rule = self._releases[day, premier] = Released.bind(self.pool, day, premier=premier)
        return rule

    def _list(self, restricted: RestrictedList, format_name: str) -> Rules:
        key = (restricted.key, format_name)
        rules = self._list_rules.get(key)
        if rules is None:
            rules = self._list_rules[key] = rules_of(restricted, format_name, self.pool)
        return rules

    def _advised(self, conditions: Conditions) -> Rules:
        restricted, game_format = conditions.restricted_list, conditions.format
        key = (
            restricted.key if restricted else None,
            game_format.name,
            conditions.date,
            conditions.premier,
        )
        rules = self._advice.get(key)
        if rules is None:
            rules = self._advice[key] = self._advice_for(conditions)
        return rules

    def _advice_for(self, conditions: Conditions) -> Rules:
        rules: list[Rule] = [PlotDoubledInVain(self.pool.plot_bits)]
        restricted, list_format = conditions.applied_list, conditions.format.list_format
        if list_format:
            elsewhere = OnlyIn.bind(self.pool, conditions.format).bits
            playable = self.playable(conditions) & ~elsewhere
            rules.append(Redesigned.bind(self.pool, playable))
        if restricted is not None:
            rules += [
                RestrictedFree.bind(rule.bits, rule.list_name)
                for rule in self._list(restricted, list_format)
                if isinstance(rule, Restricted)
            ]
        return tuple(rules)


def _of_format(deck: Deck, game_format: Format) -> Deck:
    """Return the deck with plot decks if the format has them, else without."""
    if game_format.name == "civil-war":
        from validators.civil_war import arranged  # noqa: PLC0415 - for few decks

        return arranged(deck)
    return replace(deck, plot_decks=()) if deck.plot_decks else deck


def _failures(rules: Iterable[Rule], tally: DeckTally) -> list[Problem]:
    found = chain.from_iterable(rule.check(tally) for rule in rules)
    return [problem for problem in found if problem.severity is not Severity.NOTE]


def _row(restricted: RestrictedList, game_format: Format, problems: list[Problem]) -> MatrixRow:
    legal = not any(problem.severity is Severity.ERROR for problem in problems)
    codes = tuple(dict.fromkeys(problem.code for problem in problems))
    return MatrixRow(restricted, game_format, legal, codes)
