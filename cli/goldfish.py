"""The command `sevenplots goldfish`: the first rounds of a deck, played alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carddb.terms import Edition, Faction
from cli.goldfish_report import orders_json, report_json, show_orders, show_rounds
from cli.opening_options import Ready, choices_of, patiently, query_of, ready
from cli.session import Session
from cli.stopping import stoppable
from goldfish.opening import Choices

if TYPE_CHECKING:
    from goldfish.mulligan import Query
    from goldfish.rounds.report import OrdersReport, RoundsReport

# Games unless told otherwise, and where most of them have to be played one at a time.
GAMES = 50_000
SLOW_GAMES = 500


def goldfish_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or - for input.")],
    rounds: Annotated[int, typer.Option("--rounds", help="Play so many rounds, 1 to 5.")] = 3,
    games: Annotated[int | None, typer.Option("--games", min=1, help="Play so many games.")] = None,
    plots: Annotated[
        str, typer.Option(metavar="CODE,…", help="Reveal these plots first, in this order.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="The seed of the shuffled decks.")] = 1,
    policy: Annotated[
        str, typer.Option(metavar="keep|poor|needs:QUERY|optimal", help="When a hand is kept.")
    ] = "keep",
    orders: Annotated[
        bool, typer.Option("--orders", help="Compare every order of the first three plots.")
    ] = False,
    by: Annotated[
        str, typer.Option(metavar="WORD", help="What orders are compared by, such as gold.")
    ] = "strength",
    edition: Annotated[Edition | None, typer.Option(help="Overrules the deck's own.")] = None,
    in_play: Annotated[
        str | None, typer.Option("--in-play", metavar="CODE", help="What an agenda searches for.")
    ] = None,
    aside: Annotated[
        str | None, typer.Option(metavar="CODE,…", help="What is set aside for an agenda.")
    ] = None,
    named: Annotated[Faction | None, typer.Option(help="The House that an agenda names.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell what gold, cards and characters a deck has round by round, with nobody opposite."""
    session: Session = context.obj
    choices = choices_of(in_play, aside, named)
    with stoppable():
        deck = ready(session, path, edition, choices)
        codes = tuple(code.strip() for code in plots.split(",") if code.strip())
        work = _Work(deck, choices, codes, rounds)
        query = query_of(session, deck.deck.edition)
        with patiently("Playing") as progress:
            report, ranking = work.run(
                (games, seed, policy), query, by if orders else None, progress
            )
    if as_json:
        printed = report_json(report)
        if ranking:
            printed["orders"] = orders_json(ranking)
        print(json.dumps(printed, ensure_ascii=False, indent=2))
        return
    show_rounds(deck.deck, report)
    if ranking:
        show_orders(ranking)


class _Work:
    """Plays games; numpy is loaded here and not before."""

    def __init__(self, deck: Ready, choices: Choices, codes: tuple[str, ...], rounds: int) -> None:
        self._deck = deck
        self._choices = choices
        self._codes = codes
        self._rounds = rounds

    def run(
        self, how: tuple[int | None, int, str], query: Query, by: str | None, progress: Any
    ) -> tuple[RoundsReport, OrdersReport | None]:
        """Return what the games come to, and orders of plots where they are to be compared."""
        from goldfish.dealing import Sampling  # noqa: PLC0415 - as the class says
        from goldfish.mulligan import read_policy  # noqa: PLC0415
        from goldfish.rounds.course import course  # noqa: PLC0415
        from goldfish.rounds.kernel import RoundsKernel  # noqa: PLC0415
        from goldfish.rounds.sampling import (  # noqa: PLC0415
            compared_orders,
            is_slow,
            sampled_rounds,
        )

        games, seed, policy = how
        made = course(self._deck.deck, self._codes, self._rounds, self._choices)
        kernel = RoundsKernel(made, read_policy(policy, query))
        wanted = games or (SLOW_GAMES if is_slow(kernel, seed) else GAMES)
        sampling = Sampling(wanted, seed)
        ranking = compared_orders(kernel, sampling, by, progress) if by else None
        return sampled_rounds(kernel, sampling, progress), ranking
