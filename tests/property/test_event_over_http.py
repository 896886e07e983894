"""A whole event through HTTP alone: players check in and report, some lose their connection."""

from __future__ import annotations

import random
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.phones.reports import games_now
from events import operations as ops
from events.event_terms import GameResult
from events.standings import standings
from tests.long_run import times
from tests.phones import Desk, Phone
from tests.unit.events.organizer import Organizer, custom

PLAYERS = times(short=16, long=64)
ROUNDS = times(short=3, long=6)
CUT = times(short=4, long=16)
DISAGREE, LOST = 0.03, 0.05
RESULTS = (GameResult.WIN, GameResult.LOSS, GameResult.MODIFIED_WIN, GameResult.DRAW)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Give an event that plays its rounds and a cut."""
    made = Desk(tmp_path, PLAYERS, custom(ROUNDS, CUT))
    yield made
    made.close()


def test_standings_are_those_of_the_same_results_entered_by_hand(desk: Desk) -> None:
    chance = random.Random(64)  # noqa: S311 - the same event in every run
    phones = {player: desk.phone(player) for player in desk.tokens}
    judge = desk.judge()
    for phone in phones.values():
        phone.send(phone.get("/me"), "/me/check-in")
    assert desk.desk.look().notes.checked_in == phones.keys()
    desk.organize("start")
    reference = Organizer()
    reference.log, reference.state = list(desk.log), desk.state
    memory = []
    for _ in range(ROUNDS):
        desk.organize("pair")
        pairing = desk.log[-1]
        assert isinstance(pairing, ops.RoundPaired)
        reference.do(ops.RoundPaired, round=pairing.round)
        play(desk, phones, judge, chance, reference)
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert standings(desk.state) == standings(reference.state)
    desk.organize("cut")
    while desk.state.winner is None:
        for game in games_now(desk.state):
            winner, loser = game.players
            phones[loser].report("loss")
            phones[winner].report("win")
    assert desk.state.winner == desk.state.seeds[0]
    # No result was entered twice, and memory does not grow from round to round.
    entered = [(each.round, each.table) for each in desk.log if isinstance(each, ops.ResultEntered)]
    assert len(entered) == len(set(entered)) == ROUNDS * PLAYERS // 2
    assert memory[-1] - memory[0] < 60_000


def play(
    desk: Desk,
    phones: dict[str, Phone],
    judge: Phone,
    chance: random.Random,
    reference: Organizer,
) -> None:
    """Let both players of each table report; judges settle where they disagree."""
    number = len(desk.state.rounds)
    for game in games_now(desk.state):
        result = chance.choice(RESULTS)
        reference.result(game.number, result)
        disagree = chance.random() < DISAGREE
        for player in chance.sample(game.players, 2):
            said = result if player == game.players[0] else result.for_other
            if disagree and player == game.players[1]:
                said = GameResult.DRAW if result is not GameResult.DRAW else GameResult.WIN
            fields = phones[player].get("/me").fields("/me/report") | {"result": said.value}
            assert phones[player].post("/me/report", fields).status == 303
            if chance.random() < LOST:
                # The answer was lost on its way: the phone sends its form again.
                assert phones[player].post("/me/report", fields).status == 303
        if disagree:
            table = f"/judge/table/{game.number}"
            page = phones[game.players[0]].get("/me")
            assert "reported different results" in page.text
            assert "reported: " in judge.get("/judge").text
            judge.send(judge.get(table), table, keys=keys_of(result))
    assert len(desk.state.rounds) == number
    assert desk.state.rounds[-1].over


def keys_of(result: GameResult) -> str:
    return {
        GameResult.WIN: "aw",
        GameResult.LOSS: "bw",
        GameResult.MODIFIED_WIN: "am",
        GameResult.DRAW: "dd",
    }[result]


def test_memory_is_flat_while_everybody_polls(desk: Desk) -> None:
    desk.organize("start", "pair")
    phones = [desk.phone(player) for player in desk.tokens]

    def poll(rounds: int) -> int:
        """Let every phone ask so often; return the largest memory of this process so far, in KB."""
        for _ in range(rounds):
            for phone in phones:
                assert phone.ask("/me", "HEAD").status == 200
                assert (
                    phone.ask(chance.choice(("/me", "/", "/standings.html", "/wall"))).status == 200
                )
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    chance = random.Random(64)  # noqa: S311 - the same requests in every run
    before = poll(times(short=2, long=10))
    assert poll(times(short=4, long=40)) - before < 4_000
