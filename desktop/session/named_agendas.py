"""The agendas that a list of players names."""

from __future__ import annotations

from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType
from events.event_import import codes_alone


def agendas_named(pool: CardPool | None, written: str) -> tuple[str, ...]:
    """Return the codes of agendas, which are parted by "+"; nothing where one is not known."""
    if pool is None or not written.strip():
        return ()
    wanted = codes_alone(written) or tuple(each.strip() for each in written.split("+"))
    agendas = [card for card in pool if card.type is CardType.AGENDA]
    found = [
        next(
            (card.code for card in agendas if each == card.code or fold(card.name) == fold(each)),
            "",
        )
        for each in wanted
    ]
    return tuple(found) if all(found) else ()
