"""The pages of players and judges in the languages of their phones, with the names of cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest
from markupsafe import escape

from app.phones.local_judges import Judges
from carddb.local_names import Language, local_pools
from carddb.pool import Pools
from carddb.terms import CardType, Edition
from decks.deck import Deck
from decks.deck_writer import write
from events.deck_lists import deck_digest
from events.web import words
from events.web.words import LANGUAGES, words_of
from tests.phones import Desk
from tests.unit.events.organizer import custom
from tests.unit.events.web.test_words import assert_only_words_of_table, bracketed


@pytest.fixture
def desk(new_desk: Callable[..., Desk], judges: Judges) -> Desk:
    """Return an event of players without letters in their names, whose lists come by phone."""
    settings = custom(3, name="7", edition=Edition.SECOND)
    return new_desk("1234", settings, judges=lambda: judges)


@pytest.fixture
def deck(samples: tuple[Deck, ...]) -> Deck:
    return next(each for each in samples if each.edition is Edition.SECOND)


def test_no_page_says_anything_that_is_not_in_the_table(
    desk: Desk, deck: Deck, pools: Pools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "word_table", bracketed)
    judge, player, nobody = desk.judge(), desk.phone("1"), desk.phone()
    pages = [
        nobody.get("/sign-in"),
        nobody.get("/judge/sign-in"),
        nobody.sign_in("x"),
        nobody.sign_in_as_judge("x"),
        player.get("/me"),
        player.get("/me/deck"),
        judge.get("/judge"),
        judge.send(judge.get("/judge"), "/judge/check", what="player"),
        judge.send(judge.get("/judge"), "/judge/check", what="table"),
    ]
    player.send(player.get("/me"), "/me/check-in")
    player.send(player.get("/me"), "/me/call", reason="")
    pages += [player.get("/me"), judge.get("/judge")]
    desk.organize("start", "pair")
    table = next(each for each in (1, 2) if "1" in desk.state.rounds[0].games[each - 1].players)
    (other,) = set(desk.state.rounds[0].games[table - 1].players) - {"1"}
    opponent, at = desk.phone(other), f"/judge/table/{table}"
    pages += [player.get("/me"), judge.get(at), player.report("win"), opponent.get("/me")]
    pages += [judge.get("/judge"), opponent.report("win"), player.get("/me"), judge.get(at)]
    judge.send(judge.get(at), f"/judge/time/{table}", minutes="3")
    for keys in ("ac", "am", "dd", "di", "xx"):
        pages += [judge.send(judge.get(at), at, keys=keys), judge.get(at), player.get("/me")]
    pages.append(judge.send(judge.get(at), at, keys="00"))
    pages.append(judge.get("/judge/table/9"))
    pages.append(judge.send(judge.get(at), f"/judge/time/{table}", minutes="999"))
    penalty = "/judge/do/penalty/1"
    judge.send(judge.get(penalty), "", level="game-loss", text="9")
    pages.append(judge.send(judge.get(penalty), "", level="none", text=""))
    pages += [judge.get(f"/judge/do/{each}/1") for each in ("drop", "rename", "disqualify")]
    pages += [judge.get("/judge/do/late"), judge.get("/judge/player/1")]
    stale = judge.get(penalty)
    judge.send(judge.get("/judge/do/drop/1"), "")
    pages += [judge.send(stale, "", level="note", text="9"), player.get("/me")]
    pages += [judge.get("/judge/do/rejoin/1"), judge.get("/judge/player/1"), judge.get("/judge")]
    for page in pages:
        assert page.status in {200, 403, 404, 409}
        assert_only_words_of_table(page.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_the_names_of_the_phones_language(
    desk: Desk, deck: Deck, pools: Pools, language: str
) -> None:
    names = Language(language) if language in set(Language) else None
    local = local_pools(pools, names)[Edition.SECOND]
    say, phone, judge = words_of(language), desk.phone("1"), desk.judge()
    phone.language = judge.language = language
    text = write(deck, "plain", pools).text
    event = next(card for card, _ in deck.slots if card.type is CardType.EVENT)
    page = phone.send(
        phone.get("/me/deck"), "/me/deck", list=f"{text}\n9x {event.name}", do="judge"
    )
    problems = page.text.partition('<ul class="problems">')[2].partition("</ul>")[0]
    assert escape(local.by_code[event.code].name) in problems
    assert (say("reasons_in_english") in page.text) is (language != "en")
    phone.send(phone.get("/me/deck"), "/me/deck", list=text, do="hand-in")
    shown = judge.get("/judge/check/1").text
    assert f"<h3>{say('kind_plot')} " in shown
    for card, copies in deck.plots():
        name = escape(local.label(local.by_code[card.code]))
        assert f"<b>{copies}</b> <span>{name}</span>" in shown
    own = phone.get("/me/deck").text
    assert say(f"faction_{deck.faction}") in own
    for agenda in deck.agendas:
        assert escape(local.by_code[agenda.code].name) in own


def test_a_list_in_all_languages_at_once_is_read(desk: Desk, deck: Deck, pools: Pools) -> None:
    """Each line is written in another language than the line before."""
    named = [local_pools(pools, each)[Edition.SECOND] for each in (None, *Language)]
    lines = [f"Agenda: {named[1].by_code[each.code].name}" for each in deck.agendas]
    for (card, copies), pool in zip(deck.slots, cycle(named), strict=False):
        lines.append(f"{copies}x {pool.by_code[card.code].name} ({pool.pack_name(card)})")
    assert deck.faction
    text = "\n".join([f"Haus {deck.faction.label}", *lines])
    phone = desk.phone("1")
    phone.send(phone.get("/me/deck"), "/me/deck", list=text, do="hand-in")
    handed = desk.state.player("1").deck
    assert handed is not None
    assert handed.digest == deck_digest(deck)
