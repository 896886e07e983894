"""Which construction rules a deck is judged by: those of its edition, or of its variant.

What few decks are judged by is imported with the first of them.
"""

from __future__ import annotations

from dataclasses import replace

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from validators.formats import Format
from validators.rule import Rule


def rule_set_of(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the construction rules for a deck's faction, agendas and format, and nothing else."""
    if game_format.name == "civil-war":
        from validators.civil_war import civil_war_rules  # noqa: PLC0415 - see above

        # An agenda, which may not be there, changes nothing: the number of plots, for instance.
        bare = replace(deck, agendas=())
        return civil_war_rules(deck, pool, _usual(bare, pool, game_format))
    rules = _usual(deck, pool, game_format)
    if game_format.name == "draft":
        from validators.draft import draft_rules  # noqa: PLC0415 - see above

        return draft_rules(pool, rules)
    return rules


def _usual(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    if pool.edition is Edition.FIRST:
        from validators.first_edition.rule_set import first_edition_rules  # noqa: PLC0415 - above

        return first_edition_rules(deck, pool, game_format)
    from validators.second_edition.rule_set import second_edition_rules  # noqa: PLC0415 - as above

    return second_edition_rules(deck, pool, game_format)
