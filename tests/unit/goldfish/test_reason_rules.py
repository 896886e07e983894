"""The rules behind what the best setup leaves in hand."""

from __future__ import annotations

import re
from pathlib import Path

import goldfish.setup
from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption, Side
from carddb.terms import CardType, Keyword
from goldfish.setup_plan import SetupPlan
from rulebook.rule_book import rule_book
from tests.builders import card
from tests.unit.goldfish.conftest import Solve

LIMITED = (Keyword("limited"),)


def rules(plan: SetupPlan) -> dict[str, str]:
    for left in plan.left:
        assert left.rule in rule_book(), left
    return {left.card.name: left.rule for left in plan.left}


def test_every_rule_behind_a_reason_is_an_entry() -> None:
    source = Path(goldfish.setup.__file__).read_text("utf-8")
    names = set(re.findall(r'"((?:ruling|answer|deck-building)\.[^"]+)"', source))
    assert len(names) > 10
    assert [name for name in names if name not in rule_book()] == []
    first = [name for name in names if not name.endswith(".first")]
    mapped = [goldfish.setup.first_edition_rule(name) for name in first]
    # War Elephants is a card of the second edition.
    assert {name for name in mapped if name not in rule_book()} == {
        "ruling.setup.war-elephants.first"
    }


def test_gold_events_limited_and_hosts(solve: Solve) -> None:
    blade = card("Blade", CardType.ATTACHMENT, cost=0, host=ANY_CHARACTER)
    theirs = Host((HostOption(CardPattern(types=(CardType.CHARACTER,)), Side.OPPONENTS),))
    milk = card("Milk", CardType.ATTACHMENT, cost=0, host=theirs)
    assert rules(solve(card("Tywin", cost=9))) == {"Tywin": "ruling.setup.gold"}
    assert rules(solve(card("Feast", CardType.EVENT, cost=0))) == {"Feast": "ruling.setup.events"}
    assert rules(solve(blade)) == {"Blade": "ruling.setup.attachments"}
    assert rules(solve(card("Guard", cost=1), milk)) == {"Milk": "answer.setup-attachments-own"}
    roads = [card(name, CardType.LOCATION, cost=0, keywords=LIMITED) for name in ("Gate", "Road")]
    assert set(rules(solve(*roads)).values()) == {"ruling.setup.limited"}
