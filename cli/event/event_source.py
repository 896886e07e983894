"""The event that a command works on: a document or log of a file, or one of the library."""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.fields import Field, Kind
from carddb.spelling import SpellingIndex, fold
from cli.deck_files import DeckFile
from cli.open_library import open_library
from cli.session import Session
from cli.terminal import out, print_message, print_object, unwrapped_text
from core.decoding import decoded, normalized, other_kind
from core.errors import AppError
from decks.formats.deck_format import MOST_BYTES
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer
from events.operations import Operation, Started, done_by, operation_words, remarks
from events.plan_steps import plan_of
from events.replay import applied, replay
from events.structure import EventPlan

if TYPE_CHECKING:
    from library.library import Library
    from library.stored_event import StoredEvent


_SUGGESTED = 3


@dataclass(slots=True)
class OpenedEvent:
    """An event with its log; changes to one of the library are saved there."""

    log: tuple[Operation, ...]
    state: EventState
    id: str = ""
    library: Library | None = None
    by: str = ""
    # Remarks for the organizer on operations since the event was opened.
    remarks: tuple[str, ...] = ()

    @property
    def stored_in(self) -> Library:
        """The library that the event was opened from, as `stored_event` does."""
        assert self.library is not None  # noqa: S101 - a file is opened by `asked_event` alone
        return self.library

    def do(self, *operations: Operation) -> None:
        """Do operations, all or none; AppError if one cannot be done now."""
        operations = tuple(done_by(each, self.by) for each in operations)
        state, said = self.state, self.remarks
        for each in operations:
            before, state = state, applied(each, state)
            said += remarks(each, before, state)
        if self.library is not None:
            self.library.events.append_all(self.id, operations, len(self.log))
        self.remarks = said
        self.log, self.state = (*self.log, *operations), state

    def player(self, written: str) -> EventPlayer:
        """Return the player of an id or a name; the beginning of one name is enough."""
        players = [each for each in self.state.players if each.dropped != 0]
        for each in self.state.players:
            if each.id == written:
                return each
        wanted = fold(written)
        named = [each for each in players if fold(each.name) == wanted]
        named = named or [each for each in players if wanted and fold(each.name).startswith(wanted)]
        if len(named) == 1:
            return named[0]
        if named:
            names = ", ".join(f"{each.name} ({each.id})" for each in named)
            raise AppError(f"“{written}” may be {names}.", "Write the whole name, or the id.")
        raise AppError(
            f"There is no player “{written}” in this event.",
            f"{_meant(wanted, (each.name for each in players))}"
            "Name a player as sevenplots event players lists him, or his id.",
        )

    def started(self, text: str = "") -> EventState:
        """Return the state with the event started: as its document states, or as announced."""
        if self.state.stage is not EventStage.REGISTRATION:
            return self.state
        plan = stated_plan(text) or plan_of(self.state)
        return applied(Started(at=now(), plan=plan), self.state)


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def organizer_name(written: str) -> str:
    """Return the given name, or that of the system's user; empty if there is none."""
    name = " ".join(written.split())
    if not name:
        # A process may run for a user whom the system does not know.
        with suppress(OSError, KeyError, ImportError):
            name = getpass.getuser()
    return name


def read_text(path: str) -> str:
    """Return the text of a file or of standard input; AppError if it is not a text."""
    data = DeckFile(path).read()
    if len(data) > MOST_BYTES:
        raise AppError(f"{path} is too large: more than {MOST_BYTES // 10**6} MB.")
    if kind := other_kind(data):
        raise AppError(f"{path} is {kind}, not a text.")
    text = normalized(decoded(data))
    if not text.strip():
        raise AppError(f"{'The input' if path == '-' else path} is empty.")
    return text


def read_event(text: str) -> OpenedEvent:
    """Return the event of a document or of a log; AppError if the text is neither."""
    from events.document_reader import read_document  # noqa: PLC0415 - commands start faster
    from events.event_log import FORMAT, read_log  # noqa: PLC0415

    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AppError(
            f"This is not an event: it is not JSON ({error}).",
            "sevenplots event export writes one; sevenplots event import reads other formats.",
        ) from None
    if isinstance(plain, dict) and plain.get("format") == FORMAT:
        log = read_log(text)
    elif isinstance(plain, dict) and "event" in plain:
        log = read_document(text, now())
    else:
        raise AppError(
            "This JSON is not an event: it has no “event”.",
            "sevenplots event import reads events of other programs.",
        )
    return OpenedEvent(log, replay(log))


def stated_plan(text: str) -> EventPlan | None:
    """Return the rounds and the cut that a document states."""
    from events.document_reader import EventDocument  # noqa: PLC0415 - commands start faster

    plain = json.loads(text) if text else {}
    if not isinstance(plain, dict) or "event" not in plain:
        return None
    event = EventDocument.model_validate(plain).event
    if event.swiss_rounds is None:
        return None
    return EventPlan(swiss_rounds=event.swiss_rounds, cut=event.cut or 0, cut_wins=event.cut_wins)


@contextmanager
def asked_event(
    context: typer.Context, path: str | None, library_id: str | None, by: str = ""
) -> Iterator[tuple[OpenedEvent, str]]:
    """Open the event of a file, with its text, or one of the library by id or name."""
    if (path is None) == (library_id is None):
        raise AppError(
            "Name one event: by its name or id, or a file (or - for input).",
            "sevenplots event show lists those of the library.",
        )
    if path is not None and (path == "-" or path.endswith(".json") or _is_file(path)):
        text = read_text(path)
        yield read_event(text), text
        return
    with stored_event(context, library_id or path or "", by) as event:
        yield event, ""


def _is_file(path: str) -> bool:
    with suppress(OSError, ValueError):
        return Path(path).exists() and not Path(path).is_dir()
    return False


@contextmanager
def stored_event(context: typer.Context, written: str, by: str = "") -> Iterator[OpenedEvent]:
    """Open an event of the library by its id, its name or a part of one; `by` changes it."""
    session: Session = context.obj
    with open_library(session) as library:
        event_id = _found(library.events.list(), written).id
        log = library.events.operations(event_id)
        yield OpenedEvent(log, replay(log), event_id, library, organizer_name(by))


def _found(events: tuple[StoredEvent, ...], written: str) -> StoredEvent:
    wanted = fold(written)
    ways = (
        [each for each in events if each.id == written],
        [each for each in events if len(written) > 2 and each.id.startswith(written)],
        [each for each in events if fold(each.name) == wanted],
        [each for each in events if wanted and wanted in fold(each.name)],
    )
    found = next(filter(None, ways), [])
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(f"{each.name} {each.id[:8]} ({each.day})" for each in found)
        raise AppError(f"“{written}” may be one of {len(found)} events: {which}.", "Name its id.")
    raise AppError(
        f"The library has no event “{written}”.",
        f"{_meant(wanted, (each.name for each in events))}"
        "sevenplots event show lists those it has.",
    )


def _meant(wanted: str, names: Iterable[str]) -> str:
    """Return a question that names similar names; empty if there are none."""
    folded = {fold(each): each for each in names}
    near = [folded[each] for each in SpellingIndex(folded).nearest(wanted, _SUGGESTED)]
    return f"Did you mean {' or '.join(f'“{each}”' for each in near)}? " if near else ""


def report_done(event: OpenedEvent, as_json: bool, **more: object) -> None:
    """Print what the last operation did, and remarks; with --json as one object."""
    words = operation_words(event.log[-1], event.state)
    if as_json:
        print_object(
            {"id": event.id, "did": words, "stage": event.state.stage.value}
            | {"operations": len(event.log), "notes": list(event.remarks)}
            | more
        )
    else:
        out().print(unwrapped_text(words))
        print_remarks(event)


def print_remarks(event: OpenedEvent) -> None:
    """Print remarks on operations, and how a cut is taken back."""
    for each in event.remarks:
        hint = "sevenplots event cancel takes it back." if each.startswith(BY_STANDINGS) else ""
        print_message(each, hint)


EventPath = Annotated[
    str | None,
    typer.Argument(
        metavar="EVENT",
        help="An event of the library: its name, a part of it, or its id; or a document or log in "
        "a file, or - for input.",
    ),
]
LibraryEvent = Annotated[
    str | None, typer.Option("--library", metavar="ID", help="An event of the library, no file.")
]
EventId = Annotated[
    str, typer.Argument(metavar="ID", help="An event of the library: its name, a part, or its id.")
]
DrawSeed = Annotated[int | None, typer.Option("--seed", min=0, help="What chance is drawn from.")]
DoneBy = Annotated[
    str,
    typer.Option(
        "--by", metavar="NAME", envvar="SEVENPLOTS_BY", help="Who does it; or the system's user."
    ),
]


_TYPES = {Kind.NUMBER: int, Kind.YES_NO: bool}


def with_fields(
    *fields: Field, text: str | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the keywords of a command are fields, before its keyword-only options."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        taken = [
            each.replace(kind=Parameter.KEYWORD_ONLY)
            for each in signature(command, eval_str=True).parameters.values()
            if each.kind is not Parameter.VAR_KEYWORD
        ]
        before = signature(command).parameters.values()
        at = sum(each.kind is Parameter.POSITIONAL_OR_KEYWORD for each in before)
        taken[at:at] = map(_parameter, fields)
        vars(command)["__signature__"] = Signature(taken)
        command.__doc__ = text or command.__doc__
        return command

    return decorated


def _parameter(field: Field) -> Parameter:
    metavar, least, names = field.metavar, field.least, filter(None, [field.option])
    taken = typer.Option if field.option else typer.Argument
    info = taken(*names, metavar=metavar, min=least, help=field.help)
    kind: Any = Annotated[field.named or _TYPES.get(field.kind, str), info]
    is_needed = not field.option and field.default is None
    default = Parameter.empty if is_needed else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def numbers_of(text: str, option: str, example: str = "12,9") -> tuple[int, ...]:
    """Return the whole numbers of a text like "12,9"; AppError names the option."""
    try:
        return tuple(int(each) for each in text.split(","))
    except ValueError:
        raise AppError(
            f"“{option}” takes whole numbers with commas between them, not “{text}”.",
            f"For example: {option} {example}.",
        ) from None


def two_numbers(text: str, option: str) -> tuple[int, int] | None:
    """Return the numbers of the two players of a table; None for an empty text."""
    if not text:
        return None
    found = numbers_of(text, option)
    if len(found) != 2:
        raise AppError(f"“{option}” takes two numbers, the first player's before the second's.")
    return found[0], found[1]
