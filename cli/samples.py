"""The sample decks judged in the terminal: what the program does where no window can open."""

from __future__ import annotations

from pathlib import Path

from carddb.catalogue import sample_decks
from cli.check_report import show_table
from cli.checked_deck import CheckedDeck
from cli.session import Session
from decks.deck_reader import read_decks
from validators.conditions import Requested, conditions_for


def judge_samples(home: Path | None) -> int:
    """Print the verdict of every sample deck under the list of the day; return 0."""
    session = Session(home)
    checked = []
    for sample in sample_decks():
        for reading in read_decks(sample.text, session.pools, name=sample.name):
            judge = session.judge(reading.deck.edition)
            conditions = conditions_for(reading.deck, judge.pool, Requested(), session.today)
            verdict = judge.verdict(reading.deck, conditions)
            checked.append(CheckedDeck(sample.id, reading, conditions, verdict))
    show_table(checked)
    return 0
