"""Answers about listed cards are remembered, and are those of the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from carddb import catalogue
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from validators.conditions import Requested, conditions_for
from validators.judge import Judge
from validators.tally import DeckTally


def test_verdicts_are_what_each_rule_says(pools: Mapping[Edition, CardPool]) -> None:
    judge = Judge(pools[Edition.SECOND])
    said = 0
    for sample in catalogue.sample_decks():
        deck = read_decks(sample.text, pools)[0].deck
        conditions = conditions_for(deck, judge.pool, Requested(), date(2026, 7, 1))
        rules = judge.rules(deck, conditions)
        one_by_one = tuple(p for r in rules for p in r.check(DeckTally(deck, judge.pool)))
        assert judge.verdict(deck, conditions).problems == one_by_one
        assert judge.verdict(deck, conditions).problems == one_by_one, "remembered"
        said += len(one_by_one)
    assert said > 30
