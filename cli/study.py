"""The command `sevenplots study`: one question asked of many decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text
from typing_extensions import override

from carddb.terms import Edition
from cli.deck_files import DeckFile, Failure, deck_files
from cli.hand_options import with_progress_bar
from cli.open_library import open_library
from cli.options import AsJson, DeckEdition, ListCode, Policy, SampledHands, Seed
from cli.session import Session
from cli.terminal import filling, out, print_message, print_object, stoppable, table_of
from core.download import chosen_server, is_loopback
from core.errors import AppError
from core.files import path_text, write_file
from core.json_values import json_object
from core.text_format import count_of
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import StudyDeck
from validators.conditions import Requested, read_day

if TYPE_CHECKING:
    from study.study_run import StudyReport, StudyResult
    from study.study_table import PlayedCard, StudySummary
    from study.workers import Workers


def show_study(report: StudyReport) -> None:
    """Print the summary of a study."""
    from study.study_table import summary_of  # noqa: PLC0415 - no other command needs it

    summary = summary_of(report)
    decks = count_of(summary.decks, "deck")
    legal = "" if summary.legal is None else f", {summary.legal} legal"
    out().print(Text(f"{decks}{legal}", style="bold"))
    counts = f"{report.computed} computed, {report.reused} reused, {report.seconds:.1f} s"
    out().print(Text(counts), style="dim")
    _show_quantiles(summary)
    _show_played("Most played agendas", summary.agendas, summary.decks)
    _show_played("Most played cards", summary.cards, summary.decks)
    _show_ranked("Best", summary, summary.best)
    _show_ranked("Worst", summary, summary.worst)


def _show_quantiles(summary: StudySummary) -> None:
    from study.study_table import QUANTILES  # noqa: PLC0415 - as above

    rows = [(each.column.label, *map(each.column.shown, each.values)) for each in summary.quantiles]
    out().print(table_of(("", *QUANTILES), rows, QUANTILES))


def _show_played(title: str, played: Sequence[PlayedCard], decks: int) -> None:
    if not played:
        return
    out().print(Text(title, style="bold"))
    numbers = ("decks", "of all", "copies")
    rows = [
        (
            f"{each.card.name} ({each.card.code})",
            each.decks,
            f"{each.decks / decks:.0%}",
            each.copies,
        )
        for each in played
    ]
    out().print(table_of(("", *numbers), rows, numbers))


def _show_ranked(title: str, summary: StudySummary, results: Sequence[StudyResult]) -> None:
    if not results:
        return
    out().print(Text(f"{title} by “{summary.ranked.label}”", style="bold"))
    rows = [
        (
            each.deck.deck.name or each.deck.path,
            Text(summary.ranked.text(each.answer) if each.answer else "", justify="right"),
        )
        for each in results
    ]
    out().print(table_of(("", ""), rows))


LIBRARY, THRONESDB = "library", "thronesdb:"


@dataclass(frozen=True, slots=True)
class DownloadedDecks(DeckFile):
    """Decks that were downloaded, to be read like a file."""

    data: bytes

    @property
    @override
    def stem(self) -> str:
        return "A deck of ThronesDB"

    @override
    def read(self) -> bytes:
        return self.data


class StudyDeckReader:
    """Reads decks, and remembers what could not be read."""

    def __init__(self, session: Session, wishes: Requested, edition: Edition | None) -> None:
        self.failures: list[Failure] = []
        self._session, self._wishes, self._edition = session, wishes, edition

    def decks(self, paths: Sequence[str]) -> list[StudyDeck]:
        """Return every deck of the paths; AppError if none of them can be used at all."""
        found = [deck for path in paths for deck in self._of_path(path)]
        if not found and self.failures:
            raise self.failures[0].error
        if not found:
            raise AppError("There is no deck to study.", "The library is empty.")
        return found

    def _of_path(self, path: str) -> Iterator[StudyDeck]:
        if path == LIBRARY:
            yield from self._of_library()
        elif path.startswith(THRONESDB):
            yield from self._of_file(_downloaded(path))
        else:
            for file in deck_files([path]):
                yield from self._of_file(file)

    def _of_file(self, file: DeckFile) -> Iterator[StudyDeck]:
        try:
            readings = self._session.readings(file, self._wishes, self._edition)
        except AppError as error:
            self.failures.append(Failure(file.path, error))
            return
        for reading in readings:
            yield StudyDeck(file.path, reading.deck, reading.unread)

    def _of_library(self) -> Iterator[StudyDeck]:
        # Most paths need no library, and its modules take a while to load.
        from library.studied_deck import studied_deck  # noqa: PLC0415

        with open_library(self._session) as library:
            ids = [deck.id for deck in library.decks.all()]
            yield from map(studied_deck, library.decks.open_all(ids, self._session.pools))


def _downloaded(path: str) -> DownloadedDecks:
    # No other path needs the network.
    from carddb.decklist_download import decks_of_day  # noqa: PLC0415

    day = read_day(path.removeprefix(THRONESDB))
    with filling("Fetching decks") as progress:
        data = decks_of_day(
            day, chosen_server(), received=lambda count, whole: progress(count, whole or 0)
        )
    return DownloadedDecks(path, data)


# Windows can wait for no more processes than this.
MOST_WORKERS = 61


def study_command(
    context: typer.Context,
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, “library”, or thronesdb:YYYY-MM-DD for the decks of a day.",
        ),
    ],
    ask: Annotated[Ask, typer.Option("--ask", help="The question, by the name of its command.")],
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_WORKERS, help="Processes; one for each core if left out."),
    ] = None,
    cluster: Annotated[
        str, typer.Option(metavar="tcp://HOST:PORT", help="The scheduler of a Dask cluster.")
    ] = "",
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where answers are kept; study.db.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a table of the answers.")
    ] = None,
    list_code: ListCode = "",
    format_name: Annotated[str, typer.Option("--format", help="check: the format.")] = "",
    day: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="check: the event's day; today.")
    ] = "",
    premier: Annotated[bool, typer.Option("--premier", help="check: a premier event.")] = False,
    exact: Annotated[bool, typer.Option("--exact", help="hands: go through every hand.")] = False,
    hands: SampledHands = None,
    rounds: Annotated[int, typer.Option(help="goldfish: how many rounds, 1 to 5.")] = 3,
    games: Annotated[int | None, typer.Option(min=1, help="goldfish: how many games.")] = None,
    seed: Seed = 1,
    policy: Policy = "keep",
    goal: Annotated[
        str, typer.Option(metavar="GOAL", help="advise: what is to become better.")
    ] = "cards",
    top: Annotated[int, typer.Option(min=1, help="advise: how many changes.")] = 10,
    edition: DeckEdition = None,
    as_json: AsJson = False,
) -> int:
    """Ask one question of many decks, in parallel; answers are stored and not computed again.

    Exit status 2 if a deck has no answer; the others have theirs.
    """
    session: Session = context.obj
    date = read_day(day) if day else None
    question = StudyQuestion(
        ask=ask,
        today=session.today.isoformat(),
        date=date.isoformat() if date else "",
        format_name=format_name,
        list_code=list_code,
        premier=premier,
        exact=exact,
        hands=hands,
        rounds=rounds,
        games=games,
        seed=seed,
        policy=policy,
        goal=goal,
        top=top,
    )
    question.check_options()
    if workers and cluster:
        raise AppError("--workers are processes here, --cluster is elsewhere.", "Choose one.")
    wishes = Requested(format_name=format_name, list_code=list_code, date=date, premier=premier)
    reader = StudyDeckReader(session, wishes, edition)
    with stoppable():
        decks = reader.decks(paths)
        report = _studied(session, question, decks, store, workers, cluster)
    if csv is not None:
        from study.study_table import study_csv  # noqa: PLC0415 - where it is asked for

        write_file(csv, study_csv(question, report.results).encode())
    _print(report, reader.failures, as_json=as_json)
    return 2 if report.failed or reader.failures else 0


def _studied(
    session: Session,
    question: StudyQuestion,
    decks: Sequence[StudyDeck],
    store: Path | None,
    workers: int | None,
    cluster: str,
) -> StudyReport:
    """Return the answers; after Ctrl+C, say which of them are stored."""
    from core.worker_processes import usual_count  # noqa: PLC0415 - the help does without these
    from study.answer_store import AnswerStore, study_file  # noqa: PLC0415
    from study.cluster import ClusterWorkers  # noqa: PLC0415
    from study.deck_answers import check_question  # noqa: PLC0415
    from study.study_cards import CardsSource, StudyCards  # noqa: PLC0415
    from study.study_run import StudyRun  # noqa: PLC0415
    from study.workers import ProcessWorkers  # noqa: PLC0415

    check_question(question, {each.deck.edition for each in decks}, StudyCards(session.pools))
    cards, path = CardsSource.of(session.home), store or study_file(session.home)
    with AnswerStore(path) as answers, with_progress_bar("Studying") as progress:
        if cluster:
            team: Workers = ClusterWorkers(cluster)
            if not is_loopback(cluster):  # its workers have a home folder of their own
                cards = CardsSource("", cards.version)
        else:
            team = ProcessWorkers(workers or usual_count())
        try:
            return StudyRun(question, cards, answers, team).report(decks, progress)
        except KeyboardInterrupt:
            print_message(f"What was answered is kept in {path_text(path)}: ask again to continue.")
            raise
        finally:
            team.stop()


def _print(report: StudyReport, unread: Sequence[Failure], *, as_json: bool) -> None:
    if as_json:
        from study.study_table import summary_json, summary_of  # noqa: PLC0415 - where asked for

        names = "path=deck.path name=deck.deck.name"
        failed = [json_object(each, f"{names} reason=failure") for each in report.failed]
        print_object(
            {
                "ask": report.question.ask.value,
                "decks": [
                    json_object(each, f"{names} digest=deck.digest answer")
                    for each in report.answered
                ],
                "computed": report.computed,
                "reused": report.reused,
                "failed": [*failed, *(each.as_json() for each in unread)],
                "seconds": report.seconds,
                "summary": summary_json(summary_of(report)),
            }
        )
    elif report.answered:
        show_study(report)
    for failure in unread:
        failure.print()
    for each in report.failed:
        print_message(f"{each.deck.deck.name or each.deck.path}: {each.failure}")
