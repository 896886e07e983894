"""The agendas that a list of players names."""

from __future__ import annotations

from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType
from events.sign_up import codes_alone


def agendas_named(pool: CardPool | None, written: str) -> tuple[str, ...]:
    """Return the codes of agendas, which are parted by "+"; nothing where one is not known."""
    if pool is None or not written.strip():
        return ()
    codes: dict[str, str] = {}
    for card in pool:
        if card.type is CardType.AGENDA:
            codes[card.code] = card.code
            codes.setdefault(fold(card.name), card.code)
    wanted = codes_alone(written) or written.split("+")
    found = tuple(codes.get(each.strip()) or codes.get(fold(each.strip()), "") for each in wanted)
    return found if all(found) else ()
