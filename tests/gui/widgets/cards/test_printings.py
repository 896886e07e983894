"""How printings of a title differ, and swapping them in a deck."""

from __future__ import annotations

from dataclasses import replace

from decks.deck_section import ROOKERY
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.card_deck_info import with_printing
from desktop.widgets.cards.printing_list import differences
from tests.builders import deck
from tests.gui.samples import card_of

ARYA_CORE, ARYA_WOTN = "01141", "03007"


def test_in_what_a_printing_differs(cards: LoadedCards) -> None:
    core, wotn = card_of(cards, ARYA_CORE), card_of(cards, ARYA_WOTN)
    assert differences(core, wotn) == "Cost 4, STR 3, +intrigue, no Stealth"
    assert differences(card_of(cards, "02034"), card_of(cards, "17134")) == "Limit 3, +Prized 1"
    assert differences(core, replace(core, code="1", text=None)) == "Same facts"
    assert differences(core, replace(core, code="1", reprint_of=core.code)) == "Reprint"
    texts = replace(core, text="One"), replace(core, code="1", text="Another")
    assert differences(*texts) == "Another text"


def test_another_printing_is_swapped_in_every_part_of_the_deck(cards: LoadedCards) -> None:
    core, wotn = card_of(cards, ARYA_CORE), card_of(cards, ARYA_WOTN)
    agenda, other = card_of(cards, "13118"), card_of(cards, "17152")
    before = deck((core, 2), (wotn, 1), agenda, rookery=((core, 1),))
    after = with_printing(with_printing(before, core, wotn), agenda, other)
    assert dict(after.slots) == {wotn: 3}
    assert ROOKERY.copies(after, wotn) == 1
    assert after.agendas == (other,)
    assert with_printing(after, core, wotn) == after
