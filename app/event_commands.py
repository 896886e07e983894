"""What an organizer does to an event, one operation a row: its fields, its menu and its dialog.

`sevenplots event` makes commands from `COMMANDS`. The window makes its menus from `PLAYER_MENU`
and `ROUND_MENU`, and the dialogs from their forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, TypeAlias

from app.fields import Choices, Field, Kind, Values
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage, PenaltyLevel
from events.event_values import EventPlayer, TableGame
from events.plan_steps import plan_of
from events.sign_up import faction_code
from events.structure import EventPlan

# A kind of operation and its fields, without the time and who does it.
Wanted: TypeAlias = tuple[type[ops.Operation], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Selection:
    """What a menu is about: the event on screen, and a player or a game of it."""

    state: EventState
    selected: EventPlayer | None = None
    game: TableGame | None = None
    _: KW_ONLY
    # Whether the round on screen is the last one, and whether a round is being drawn.
    last: bool = True
    drawing: bool = False

    @property
    def player(self) -> EventPlayer:
        if self.selected is None:
            raise RuntimeError("no player is selected")
        return self.selected

    @property
    def plan(self) -> EventPlan:
        return self.state.plan or EventPlan(swiss_rounds=1)

    @property
    def values(self) -> Values:
        values: dict[str, object] = {"round": len(self.state.rounds)}
        if self.selected:
            values |= {"player": self.selected.id, "first": self.selected.id}
        if self.game:
            values["table"] = self.game.table
        return values

    def words(self, text: str) -> str:
        """Return a text with the names and numbers of the selection."""
        name = self.selected.name if self.selected else ""
        number, void = len(self.state.rounds), void_results(self.state)
        return text.format(player=name, round=number, void=void)


@dataclass(frozen=True, slots=True)
class EventCommand:
    """An operation: `operation` makes it from the state and the values of the fields.

    `answer` returns what `--json` adds, from the state after the operation. An operation about
    the round on screen, or the last one, has it among its values.
    """

    name: str
    help: str
    fields: tuple[Field, ...]
    operation: Callable[[EventState, Values], Wanted]
    answer: Callable[[EventState], dict[str, object]] = lambda _: {}
    of_round: bool = False

    def wanted(self, state: EventState, values: Values) -> Wanted:
        """Return the operation; fields without a value have their defaults."""
        known = {each.name: values.get(each.name, each.default) for each in self.fields}
        if self.of_round:
            known["round"] = values.get("round", len(state.rounds))
        return self.operation(state, known)


# What must hold of a selection, and the reason that the menu gives where it does not.
Need: TypeAlias = tuple[Callable[[Selection], object], str]


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog before an operation: its title, its button, what it asks for, and a note."""

    title: str
    button: str
    asks: tuple[Field, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of a menu; without a command, the window does something of its own."""

    name: str
    text: str
    command: EventCommand | None = None
    needs: tuple[Need, ...] = ()
    form: Form | None = None
    # The regulation that explains it.
    rule: str = ""
    # A field of the command to which the entry says yes.
    yes: str = ""
    # Whether the entry is in the menu: two may take turns.
    shown: Callable[[Selection], object] = lambda _: True
    begins_group: bool = False

    @property
    def values(self) -> Values:
        return {self.yes: True} if self.yes else {}

    def why_not(self, at: Selection) -> str:
        """Return why it is not available; empty if it is."""
        return next((reason for holds, reason in self.needs if not holds(at)), "")


def merged_plan(
    old: EventPlan, rounds: int | None, cut: int | None, cut_wins: int | None
) -> EventPlan:
    """Return a plan with other rounds or another cut; None leaves them as they are."""
    if cut is None:
        cut = 0 if cut_wins is not None else old.cut
        cut_wins = old.cut_wins if cut_wins is None else cut_wins
    rounds = old.swiss_rounds if rounds is None else rounds
    return EventPlan(swiss_rounds=rounds, cut=cut, cut_wins=cut_wins)


def changed_plan(state: EventState, **changes: int | None) -> EventPlan:
    """Return the event's plan changed; where all of it is given, the event needs none yet."""
    is_whole = changes["rounds"] is not None and changes["cut"] is not None
    old = EventPlan(swiss_rounds=0) if is_whole else state.plan or plan_of(state)
    return merged_plan(old, **changes)


def plan_json(plan: EventPlan | None) -> dict[str, object]:
    """Return rounds and cut as `--json` has them."""
    if plan is None:
        return {}
    return {"swiss_rounds": plan.swiss_rounds, "cut": plan.cut, "cut_wins": plan.cut_wins}


def void_results(state: EventState) -> str:
    """Return how many results are void without the cut, or without the last round."""
    results = [each.over for each in state.current.games] if state.current else []
    if state.seeds:
        results = [game.played for each in state.elimination for game in each.games]
    entered = sum(results)
    return f"Results that are void then: {entered}." if entered else ""


def _people(players: Iterable[EventPlayer]) -> Choices:
    return [(each.id, each.name) for each in players]


def _kept_apart(at: Selection) -> Choices:
    """Return the players whom the selected one does not meet."""
    me = at.player.id
    pairs = [each for each in at.state.forbidden if me in each]
    return _people(at.state.player(two if one == me else one) for one, two in pairs)


PLAYER = Field("player", Kind.PLAYER, help="A player's name or id.", metavar="PLAYER")
FIRST = replace(
    PLAYER, name="first", label="&First player", choices=lambda at: _people(at.state.active),
    value=lambda at: at.game.players[0] if at.game else None, characters=24,
)  # fmt: skip
SECOND = Field(
    "second", Kind.PLAYER, "&Second player", "Another player's name or id.", "OTHER",
    choices=lambda at: _people(at.state.active), characters=24,
)  # fmt: skip
OTHER = replace(
    SECOND, label="&Other player",
    choices=lambda at: _people(each for each in at.state.active if each != at.player),
)  # fmt: skip
REASON = Field("reason", Kind.TEXT, "&Reason", "Why, for the log.", option="--reason", default="")
ROUNDS = Field(
    "rounds", Kind.NUMBER, "&Swiss rounds", "Number of Swiss rounds.", option="--rounds", least=0,
    value=lambda at: at.plan.swiss_rounds, bounds=(1, 30),
)  # fmt: skip
CUT = Field(
    "cut", Kind.NUMBER, "&Players in the cut (0: none)", "How many go on; 0: nobody.",
    option="--cut", least=0, value=lambda at: at.plan.cut, bounds=(0, 512),
)  # fmt: skip
CUT_WINS = Field(
    "cut_wins", Kind.NUMBER, "Or all with this many &wins (0: by players)",
    "All with this many wins go on.", option="--cut-wins", least=0,
    value=lambda at: at.plan.cut_wins or 0, bounds=(0, 30), none_at_zero=True,
)  # fmt: skip
PLAN_FIELDS = (ROUNDS, CUT, CUT_WINS)
NAME = Field("name", Kind.TEXT, "&Name", metavar="NAME")
NEW_NAME = replace(
    NAME, help="How it is written now.", value=lambda at: at.player.name, needed=True
)
FACTION = Field("faction", Kind.TEXT, help="What he plays.", option="--faction", default="")
BYES = Field(
    "byes", Kind.YES_NO, "The rounds missed count as byes, not as losses",
    "Rounds missed count as byes.", option="--byes", default=False,
)  # fmt: skip
TABLE = Field(
    "table", Kind.NUMBER, "&Table (0: any)", "0: any table.", "TABLE", least=0,
    value=lambda at: at.player.fixed_table or 1, bounds=(0, 999),
)  # fmt: skip
PAIRING = Field("table", Kind.NUMBER, "", "The number of a table.", "TABLE", least=1)
LEVELS = {
    PenaltyLevel.NOTE: "Note",
    PenaltyLevel.WARNING: "Warning",
    PenaltyLevel.GAME_LOSS: "Loss of a game (enter its result too)",
    PenaltyLevel.REMOVAL: "Removal (disqualify the player too)",
}
LEVEL = Field(
    "level", Kind.CHOICE, "&Penalty", metavar="LEVEL", named=PenaltyLevel,
    choices=lambda _: LEVELS.items(), characters=30,
)  # fmt: skip
TEXT = Field("text", Kind.TEXT, "&What happened", "What happened.", "TEXT")


def flag(name: str, option: str, text: str) -> Field:
    return Field(name, Kind.YES_NO, help=text, option=option, default=False)


def _plain(kind: type[ops.Operation]) -> Callable[[EventState, Values], Wanted]:
    """Return a function that makes an operation with the fields of the command."""
    return lambda _, values: (kind, dict(values))


def _leave(_: EventState, values: Values) -> Wanted:
    player, reason = values["player"], values["reason"]
    if values["disqualified"]:
        return ops.Disqualified, {"player": player, "reason": reason}
    return ops.Dropped, {"player": player}


def _enter_late(state: EventState, values: Values) -> Wanted:
    faction = faction_code(values["faction"])
    return ops.EnteredLate, {**values, "player": state.next_player_id, "faction": faction}


def _fix_table(_: EventState, values: Values) -> Wanted:
    return ops.TableFixed, {**values, "table": values["table"] or None}


def _forbid(_: EventState, values: Values) -> Wanted:
    kind = ops.PairAllowed if values["allowed"] else ops.PairForbidden
    return kind, {"first": values["first"], "second": values["second"]}


def _pin(_: EventState, values: Values) -> Wanted:
    where = {"round": values["round"], "table": values["table"]}
    return ops.TablePinned, {**where, "pinned": not values["off"]}


def _cancel(state: EventState, values: Values) -> Wanted:
    if state.stage is EventStage.ELIMINATION:
        return ops.CutTakenBack, {"reason": values["reason"]}
    return ops.RoundCancelled, dict(values)


def _change_plan(state: EventState, values: Values) -> Wanted:
    plan = changed_plan(state, **{name: values[name] for name in ("rounds", "cut", "cut_wins")})
    return ops.PlanChanged, {"plan": plan, "reason": values["reason"]}


# fmt: off
FINISH = EventCommand(
    "finish", "End the event.", (), _plain(ops.Finished),
    lambda state: {"winner": state.winner},
)
LATE = EventCommand(
    "late", "Sign a player up after the start; rounds missed are losses, or byes.",
    (NAME, FACTION, BYES), _enter_late, lambda state: {"player": state.players[-1].id},
)
DROP = EventCommand(
    "drop", "Let a player leave.",
    (PLAYER, flag("disqualified", "--disqualify", "By the organizer, for good."), REASON), _leave,
)
REJOIN = EventCommand(
    "rejoin", "Let a player who left come back; each round missed is a loss.",
    (PLAYER,), _plain(ops.Rejoined),
)
RENAME = EventCommand(
    "rename", "Write a player's name otherwise.", (PLAYER, NEW_NAME), _plain(ops.Renamed)
)
BYE = EventCommand(
    "bye", "Give a player a bye in the next round.",
    (PLAYER, flag("prize", "--prize", "Won before the event.")), _plain(ops.ByeGiven),
)
SWAP = EventCommand(
    "swap", "Let two players of the round change places, before its first result.",
    (FIRST, SECOND), _plain(ops.PlayersSwapped), of_round=True,
)
PIN = EventCommand(
    "pin", "Let a pairing stay when the round is drawn anew.",
    (PAIRING, flag("off", "--off", "It need not stay any more.")), _pin, of_round=True,
)
FORBID = EventCommand(
    "forbid", "Keep two players apart in the Swiss rounds.",
    (FIRST, SECOND, flag("allowed", "--allow", "They may meet again.")), _forbid,
)
FIX_TABLE = EventCommand("table", "Give a player a table of his own.", (PLAYER, TABLE), _fix_table)
CANCEL = EventCommand(
    "cancel", "Cancel the last round, or take the cut back; its results are void.",
    (REASON,), _cancel, of_round=True,
)
PLAN = EventCommand(
    "plan", "Change rounds or cut after the start; the event says that it departs from the rules.",
    (*PLAN_FIELDS, REASON), _change_plan, lambda state: plan_json(state.plan),
)
PENALTY = EventCommand(
    "penalty", "Note a penalty; it changes no result.",
    (PLAYER, LEVEL, TEXT), _plain(ops.PenaltyNoted),
)
# In the order of the help of `sevenplots event`.
COMMANDS = (
    LATE, DROP, REJOIN, RENAME, BYE, SWAP, PIN, FORBID, FIX_TABLE, CANCEL, PLAN, PENALTY
)
# fmt: on


def _is_pinned(at: Selection) -> bool:
    return at.game is not None and at.game.pinned


def _has_cut(at: Selection) -> bool:
    return at.state.stage is EventStage.ELIMINATION and bool(at.state.seeds)


def _is_untouched(at: Selection) -> bool:
    return bool(at.state.current and not any(each.over for each in at.state.current.games))


_CHOSEN: Need = (lambda at: at.selected, "No player is selected.")
_RUNNING: Need = (lambda at: at.state.stage is not EventStage.FINISHED, "The event is finished.")
_ACTIVE: Need = (lambda at: at.player.active, "The player has left.")
_GONE: Need = (lambda at: not at.player.active, "The player has not left.")
_NOT_OUT: Need = (lambda at: not at.player.disqualified, "The player was disqualified.")
_BEFORE_CUT: Need = (
    lambda at: at.state.stage in {EventStage.REGISTRATION, EventStage.SWISS},
    "The Swiss rounds are over.",
)
_HAS_DECK: Need = (lambda at: at.player.deck, "The player has no deck list.")
_NO_ROUND: Need = (lambda at: not at.state.rounds, "A round was paired already.")
_APART: Need = (_kept_apart, "The player is kept apart from nobody.")
_IN_SWISS: Need = (lambda at: at.state.stage is EventStage.SWISS, "It is for Swiss rounds.")
_LAST_ROUND: Need = (lambda at: at.last and at.state.current, "It is for the last round.")
_UNTOUCHED: Need = (_is_untouched, "The round has a result already.")
_NOT_DRAWING: Need = (lambda at: not at.drawing, "A round is being drawn.")
_A_TABLE: Need = (lambda at: at.game, "No table is selected.")
_PLAYS_SWISS = (_CHOSEN, _RUNNING, _ACTIVE, _BEFORE_CUT)
_BY_HAND = (_IN_SWISS, _LAST_ROUND, _UNTOUCHED, _NOT_DRAWING)

# fmt: off
ENTER_LATE = Form(
    "Enter late", "Enter", (NAME, BYES),
    "The regulations say nothing of players who enter late; the event notes it.",
)
PLAYER_MENU = (
    MenuEntry(
        "rename", "Re&name…", RENAME, (_CHOSEN,),
        Form("Rename the player", "Rename", (NEW_NAME,)),
    ),
    MenuEntry("drop", "&Drop", DROP, (_CHOSEN, _RUNNING, _ACTIVE), rule="regulation.dropping"),
    MenuEntry(
        "rejoin", "&Come back", REJOIN, (_CHOSEN, _BEFORE_CUT, _GONE, _NOT_OUT),
        rule="regulation.rejoining",
    ),
    MenuEntry(
        "disqualify", "Dis&qualify…", DROP, (_CHOSEN, _RUNNING, _NOT_OUT),
        Form("Disqualify {player}", "Disqualify", (REASON,),
             "A disqualified player cannot come back."),
        "regulation.conduct", yes="disqualified",
    ),
    MenuEntry(
        "penalty", "Note a pena&lty…", PENALTY, (_CHOSEN,),
        Form("Penalty of {player}", "Note it", (LEVEL, TEXT),
             "A penalty is noted; it changes no result."),
        "regulation.conduct",
    ),
    MenuEntry("check", "D&eck check…", needs=(_CHOSEN, _HAS_DECK)),
    MenuEntry("link", "Code for the p&hone", needs=(_CHOSEN, _RUNNING, _ACTIVE)),
    MenuEntry(
        "bye", "&Give a bye in the next round", BYE, _PLAYS_SWISS,
        rule="regulation.bye", begins_group=True,
    ),
    MenuEntry(
        "prize", "Give a bye as a pri&ze", BYE, (*_PLAYS_SWISS, _NO_ROUND),
        rule="regulation.bye", yes="prize",
    ),
    MenuEntry(
        "table", "Al&ways at one table…", FIX_TABLE, _PLAYS_SWISS,
        Form("The table of {player}", "Set", (TABLE,), "It holds from the next round on."),
    ),
    MenuEntry(
        "apart", "&Keep apart from…", FORBID, _PLAYS_SWISS,
        Form("Keep {player} apart from a player", "Keep apart", (OTHER,),
             "They are paired only where nothing else is possible; the event notes it."),
        "regulation.rematch",
    ),
    MenuEntry(
        "together", "Let &meet again…", FORBID, (_CHOSEN, _APART),
        Form("Let {player} meet a player again", "Let them meet",
             (replace(OTHER, choices=_kept_apart),)),
        "regulation.rematch", yes="allowed",
    ),
)
ROUND_MENU = (
    MenuEntry("again", "&Draw again", needs=_BY_HAND, rule="regulation.swiss"),
    MenuEntry(
        "swap", "&Swap two players…", SWAP, _BY_HAND,
        Form("Swap two players", "Swap", (FIRST, SECOND),
             "The two change places. The event notes that this was not by chance."),
        "regulation.swiss",
    ),
    MenuEntry(
        "pin", "&Pin the table", PIN, (*_BY_HAND, _A_TABLE), shown=lambda at: not _is_pinned(at)
    ),
    MenuEntry(
        "unpin", "Un&pin the table", PIN, (*_BY_HAND, _A_TABLE), yes="off", shown=_is_pinned
    ),
    MenuEntry(
        "cancel", "&Cancel the round…", CANCEL, (_IN_SWISS, _LAST_ROUND),
        Form("Cancel round {round}", "Cancel the round", (REASON,), "{void}"),
        shown=lambda at: not _has_cut(at),
    ),
    MenuEntry(
        "uncut", "Take the &cut back…", CANCEL, (),
        Form("Take the cut back", "Take the cut back", (REASON,), "{void}"), shown=_has_cut,
    ),
    MenuEntry(
        "plan", "Change ro&unds or cut…", PLAN, (_IN_SWISS,),
        Form("Change rounds or cut", "Change", (*PLAN_FIELDS, REASON),
             "Rounds and cut are fixed at the start. The event notes that they were changed."),
        "regulation.structures", begins_group=True,
    ),
)
# fmt: on
