"""Every operation in plain words, and the standings as CSV."""

from __future__ import annotations

import csv
from io import StringIO

from events import operations as ops
from events.bracket import cut_seeds
from events.event_terms import GameResult, PenaltyLevel
from events.event_values import HandedInDeck
from events.export_formats import standings_csv
from events.operations import _WORDS, operation_words, remarks
from events.regulations import LEVEL_AT_TIME
from events.replay import STEPS
from events.round_draw import redrawn_round
from events.structure import EventPlan
from tests.event_samples import elimination_event, melee_event, played_event
from tests.unit.events.organizer import NOON, Organizer, custom


def test_every_kind_of_operation_has_words() -> None:
    assert set(_WORDS) == {ops.Created, *STEPS}


def said(organizer: Organizer) -> str:
    return operation_words(organizer.log[-1], organizer.state)


def test_what_was_done_is_said_with_names() -> None:
    organizer = Organizer(custom(3, 2))
    assert said(organizer) == "The event “Test event” was created."
    organizer.register(["Arya", "Bran", "Cat", "Dany"])
    assert said(organizer) == "Dany signed up."
    deck = HandedInDeck(text="{}", digest="abc", legal=False, reasons=("no",))
    organizer.do(ops.DeckHandedIn, player="Arya", deck=deck)
    assert said(organizer) == "Arya handed in a deck list (abc): not legal."
    organizer.do(ops.PairForbidden, first="Arya", second="Bran")
    assert said(organizer) == "Arya and Bran are kept apart."
    organizer.do(ops.PenaltyNoted, player="Cat", level=PenaltyLevel.GAME_LOSS, text="Late.")
    assert said(organizer) == "Cat: game loss. Late."
    organizer.start()
    assert said(organizer) == "The event started: 3 Swiss rounds, then a cut of 2."
    organizer.pair(7)
    assert said(organizer) == "Round 1 was paired: 2 tables, seed 7."
    organizer.do(ops.RoundRepaired, round=redrawn_round(organizer.state, 9))
    assert said(organizer) == "Round 1 was drawn anew: 2 tables, seed 9."
    organizer.result(1, GameResult.MODIFIED_LOSS)
    first, second = organizer.state.rounds[0].games[0].players
    assert said(organizer) == f"Round 1, table 1: {second} beats {first} at time (4:1)."
    organizer.do(ops.ResultCorrected, round=1, table=1, result=GameResult.DOUBLE_LOSS)
    assert "corrected" in said(organizer)
    assert "both lose" in said(organizer)
    organizer.do(ops.ResultCorrected, round=1, table=1)
    assert said(organizer).endswith("the game is open again.")
    organizer.do(ops.PlanChanged, plan=EventPlan(swiss_rounds=2), reason="Late.")
    assert said(organizer) == "The plan was changed to 2 Swiss rounds, no cut. Late."
    organizer.do(ops.RoundCancelled, round=1)
    assert operation_words(organizer.log[-4], organizer.state).startswith("Round 1, table 1")


def test_every_operation_of_whole_events_has_a_sentence() -> None:
    for organizer in (played_event(17, 4, 4), melee_event(11)):
        state = organizer.state
        for operation in organizer.log:
            assert operation_words(operation, state).endswith(".")
    state = elimination_event(5)
    game = state.elimination[0].games[0]
    done = ops.BracketResultEntered(
        at=NOON, round=1, game=game.number, winner=game.players[0], how="concession"
    )
    assert operation_words(done, state).endswith("wins by concession.")


def test_the_standings_as_csv_have_exact_fractions() -> None:
    state = played_event(9, 3).state
    rows = list(csv.DictReader(StringIO(standings_csv(state))))
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 10)]
    assert {row["player"] for row in rows} == {each.name for each in state.players}
    assert any("/" in row["sos exact"] for row in rows)


def remarks_of(organizer: Organizer, kind: type[ops.Operation], **fields: object) -> str:
    before = organizer.state
    organizer.do(kind, **fields)
    return " ".join(remarks(organizer.log[-1], before, organizer.state))


def test_a_win_of_a_disqualified_player_is_remarked() -> None:
    organizer = Organizer(custom(1))
    organizer.register("ABCD")
    organizer.start()
    first, second = organizer.pair().games
    one, other = first.players
    said = remarks_of(organizer, ops.Disqualified, player=one, reason="Cheating.")
    assert said == f"{one} has left, and table 1 of round 1 is still open: enter its result."
    win = {"round": 1, "table": 1, "result": GameResult.WIN}
    said = remarks_of(organizer, ops.ResultEntered, **win)
    assert said.startswith(f"{one} was disqualified and wins all the same; ")
    assert remarks_of(organizer, ops.ResultCorrected, **win | {"result": GameResult.LOSS}) == ""
    assert remarks_of(organizer, ops.Dropped, player=other) == ""
    said = remarks_of(organizer, ops.Dropped, player=second.players[0])
    assert "table 2 of round 1 is still open" in said


def test_a_level_game_of_the_elimination_is_a_ruling() -> None:
    organizer = Organizer(custom(1, 2))
    organizer.register("AB")
    organizer.start()
    organizer.pair()
    organizer.all_win()
    organizer.do(ops.CutMade, seeds=cut_seeds(organizer.state))
    seed = organizer.state.seeds[0]
    fields = {"round": 1, "game": 1, "winner": seed, "how": LEVEL_AT_TIME}
    said = remarks_of(organizer, ops.BracketResultEntered, **fields)
    assert "Regulations 1.0.1 say nothing of this" in said
    assert organizer.state.departures[-1].text == said
    assert operation_words(organizer.log[-1], organizer.state).endswith("wins at time, level.")
