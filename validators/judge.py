"""The judge: every problem of a deck under given conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from decks.deck import Deck
from validators.advice import PlotDoubledInVain, Redesigned, RestrictedFree
from validators.conditions import Conditions
from validators.formats import Format, formats_of
from validators.presence import grouped
from validators.problem import Problem, Severity, Verdict
from validators.releases import OnlyIn, Released
from validators.restricted_list_rules import Banned, Restricted, rules_of
from validators.rule import Rule
from validators.rule_sets import rule_set_of
from validators.tally import DeckTally

Rules = tuple[Rule, ...]
Checks = tuple[Callable[[DeckTally], Iterable[Problem]], ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """The deck under one list and format: is it legal, and the codes of its problems, each once."""

    restricted_list: RestrictedList
    format: Format
    legal: bool
    codes: tuple[str, ...]

    @property
    def warned(self) -> bool:
        """Whether the deck is legal and has a warning; notes have no codes here."""
        return self.legal and bool(self.codes)


class Judge:
    """Judges decks of one pool's edition; what a deck's slots do not change is computed once."""

    def __init__(self, pool: CardPool) -> None:
        self.pool = pool
        self._rules: dict[tuple[object, ...], tuple[Rules, Checks]] = {}
        self._rule_sets: dict[tuple[object, ...], Rules] = {}
        self._list_rules: dict[tuple[str, str], Rules] = {}
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
        """Return the rules that a deck is judged by: construction, release, list, advice."""
        return self._prepared(deck, conditions)[0]

    def _prepared(self, deck: Deck, conditions: Conditions) -> tuple[Rules, Checks]:
        """Return the rules, and how they are checked fastest."""
        restricted = conditions.restricted_list
        key = (
            deck.faction,
            tuple([card.code for card in deck.agendas]),
            conditions.format.name,
            restricted.code if restricted else None,
            conditions.date,
            conditions.premier,
        )
        prepared = self._rules.get(key)
        if prepared is None:
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
        """Return the bitset of the cards that neither the day nor a ban of the list shuts out."""
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
        """Return the deck under each list and each format of it, oldest list first.

        Each is judged on the construction rules and the list alone, whatever the day; notes are
        left out.
        """
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
        key = (restricted.code, format_name)
        rules = self._list_rules.get(key)
        if rules is None:
            rules = self._list_rules[key] = rules_of(restricted, format_name, self.pool)
        return rules

    def _advised(self, conditions: Conditions) -> Rules:
        restricted, game_format = conditions.restricted_list, conditions.format
        code = restricted.code if restricted else None
        key = (code, game_format.name, conditions.date, conditions.premier)
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
    """Return the deck with plot decks where the format has them, and without where not."""
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
