"""A game played alone, as one value: where every copy of a card lies, and a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from carddb.card import Card
from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from goldfish.rounds.game_state import EffectSource, Use
from goldfish.setup_rules import SetupRules


class PlayPhase(StrEnum):
    """Where the game stands: the hand to keep or not, setup, and then the phases of a round."""

    HAND = "hand"
    SETUP = "setup"
    PLOT = "plot"
    DRAW = "draw"
    MARSHALING = "marshaling"
    CHALLENGES = "challenges"
    DOMINANCE = "dominance"
    STANDING = "standing"
    TAXATION = "taxation"

    @property
    def in_round(self) -> bool:
        return self not in {PlayPhase.HAND, PlayPhase.SETUP}


class Zone(StrEnum):
    """Where a copy of a card lies; UNDER is set aside or below an agenda, out of reach."""

    PILE = "draw deck"
    HAND = "hand"
    PLAY = "play"
    SHADOWS = "shadows"
    DISCARD = "discard pile"
    DEAD = "dead pile"
    UNDER = "under the agenda"
    PLOTS = "plot deck"
    REVEALED = "revealed"
    USED = "used plots"
    AGENDA = "agenda"


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a card in this game; `number` is its own as long as the game lasts."""

    number: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyInPlay:
    """A card in play with its duplicates.

    `host` is the number of the copy that bears it, `paid` its price in setup. `began` means that it
    was in play before setup.
    """

    copy: Copy
    duplicates: tuple[Copy, ...] = ()
    host: int | None = None
    paid: int = 0
    knelt: bool = False
    gold: int = 0
    began: bool = False

    @property
    def number(self) -> int:
        return self.copy.number

    @property
    def card(self) -> Card:
        return self.copy.card


@dataclass(frozen=True, slots=True)
class GameLogEntry:
    """A line of the log: in which round (0: before the first) and phase, what, the gold left."""

    round: int
    phase: PlayPhase
    words: str
    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """All cards and gold; each move makes another game. `pile[0]` is the top of the draw deck.

    `gold` is the pool, during setup the rest of the budget; `opened` is the pool as the phase
    began. `spare` is the hand and draw deck after a mulligan, empty if none is allowed. `fresh`
    means that nothing was done in this phase yet. `entered` is the card that just came out and may
    be bestowed with gold. The other fields are those of `goldfish.rounds.game_state.GameState`.
    """

    deck: Deck
    rules: SetupRules
    seed: int
    phase: PlayPhase = PlayPhase.HAND
    round: int = 0
    pile: tuple[Copy, ...] = ()
    hand: tuple[Copy, ...] = ()
    in_play: tuple[CopyInPlay, ...] = ()
    shadows: tuple[Copy, ...] = ()
    discard: tuple[Copy, ...] = ()
    dead: tuple[Copy, ...] = ()
    under: tuple[Copy, ...] = ()
    agendas: tuple[Copy, ...] = ()
    plots: tuple[Copy, ...] = ()
    revealed: Copy | None = None
    used: tuple[Copy, ...] = ()
    gold: int = 0
    gained: int = 0
    spare: tuple[Copy, ...] = ()
    opened: int = 0
    plot_chosen: bool = False
    fresh: bool = True
    limited: int = 0
    faction_kneels: bool = False
    came_out: bool = False
    uses: tuple[Use, ...] = ()
    ready: tuple[EffectSource, ...] = ()
    entered: int | None = None
    log: tuple[GameLogEntry, ...] = ()

    @property
    def edition(self) -> Edition:
        return self.deck.edition

    @property
    def may_mulligan(self) -> bool:
        return self.phase is PlayPhase.HAND and bool(self.spare)

    def logged(self, words: str) -> Game:
        return replace(
            self, log=(*self.log, GameLogEntry(self.round, self.phase, words, self.gold))
        )

    def places(self) -> Iterator[tuple[Copy, Zone]]:
        """Yield every copy with its zone."""
        for zone, copies in (
            (Zone.PILE, self.pile),
            (Zone.HAND, self.hand),
            (Zone.SHADOWS, self.shadows),
            (Zone.DISCARD, self.discard),
            (Zone.DEAD, self.dead),
            (Zone.UNDER, self.under),
            (Zone.PLOTS, self.plots),
            (Zone.REVEALED, (self.revealed,) if self.revealed else ()),
            (Zone.USED, self.used),
            (Zone.AGENDA, self.agendas),
        ):
            yield from ((copy, zone) for copy in copies)
        for each in self.in_play:
            yield from ((copy, Zone.PLAY) for copy in (each.copy, *each.duplicates))

    def find(self, number: int) -> tuple[Copy, Zone]:
        """Return a copy and where it lies; AppError if no copy has that number."""
        for copy, zone in self.places():
            if copy.number == number:
                return copy, zone
        raise AppError("That card is not in this game.")

    def in_play_with(self, number: int) -> CopyInPlay | None:
        """Return the card in play with this copy or a duplicate with this number."""
        for each in self.in_play:
            if number == each.number or any(copy.number == number for copy in each.duplicates):
                return each
        return None

    def attachments_of(self, number: int) -> tuple[CopyInPlay, ...]:
        return tuple(each for each in self.in_play if each.host == number)

    def titled(self, card: Card) -> CopyInPlay | None:
        """Return the card in play of which another copy would be a duplicate."""
        if not card.unique:
            return None
        found = (each for each in self.in_play if each.card.unique and each.card.name == card.name)
        return next(found, None)

    def with_in_play(self, changed: CopyInPlay) -> Game:
        rest = tuple(changed if each.number == changed.number else each for each in self.in_play)
        return replace(self, in_play=rest)


def without_copy(copies: tuple[Copy, ...], number: int) -> tuple[Copy, ...]:
    return tuple(copy for copy in copies if copy.number != number)


def leaves_play(game: Game, lying: CopyInPlay, to: Zone) -> Game:
    """Return the game with a card out of play; its duplicates are discarded.

    Its attachments return to hand, except Terminal ones and those of the first edition.
    """
    returned: tuple[Copy, ...] = ()
    discarded = lying.duplicates
    for each in game.attachments_of(lying.number):
        discarded += each.duplicates
        if game.edition is Edition.SECOND and not each.card.keyword("terminal"):
            returned += (each.copy,)
        else:
            discarded += (each.copy,)
    dead = (lying.copy,) if to is Zone.DEAD else ()
    if not dead:
        discarded += (lying.copy,)
    gone = {lying.number, *(each.number for each in game.attachments_of(lying.number))}
    return replace(
        game,
        in_play=tuple(each for each in game.in_play if each.number not in gone),
        hand=game.hand + returned,
        discard=game.discard + discarded,
        dead=game.dead + dead,
    )


def cards_words(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def joined(names: Sequence[str]) -> str:
    """Return names as a list: "A, A and B"; "nothing" if there are none."""
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


class MoveKind(StrEnum):
    """What a move does; the last ones are for effects that the program does not know."""

    KEEP = "keep"
    MULLIGAN = "mulligan"
    NEXT = "next"
    PLACE = "place"
    MARSHAL = "marshal"
    AMBUSH = "ambush"
    EMERGE = "emerge"
    CHOOSE = "choose"
    DUPLICATE = "duplicate"
    SHADOW = "shadow"
    TAKE_BACK = "take-back"
    PLAY = "play"
    USE = "use"
    BESTOW = "bestow"
    TURN = "turn"
    KILL = "kill"
    DISCARD = "discard"
    DRAW = "draw"
    GOLD = "gold"


BY_EFFECT = frozenset(
    {MoveKind.DISCARD, MoveKind.KILL, MoveKind.TURN, MoveKind.DRAW, MoveKind.GOLD}
)


@dataclass(frozen=True, slots=True)
class Move:
    """What is done, the number of the copy that it is about, its host, and an amount of gold."""

    kind: MoveKind
    number: int = 0
    host: int | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """All states of a game, the deal first; those behind `at` were undone."""

    games: tuple[Game, ...]
    at: int = 0

    @classmethod
    def of(cls, game: Game) -> Record:
        return cls((game,))

    @property
    def now(self) -> Game:
        return self.games[self.at]

    @property
    def may_undo(self) -> bool:
        return self.at > 0

    @property
    def may_redo(self) -> bool:
        return self.at < len(self.games) - 1

    @property
    def cards_set_up(self) -> int | None:
        """How many cards were set up so far; None before the hand is kept."""
        setups = [each for each in self.games[: self.at + 1] if each.phase is PlayPhase.SETUP]
        if not setups:
            return None
        placed = (each for each in setups[-1].in_play if not each.began)
        return len(setups[-1].shadows) + sum(1 + len(each.duplicates) for each in placed)

    def took(self, game: Game) -> Record:
        """Return the record with one more step, without undone steps."""
        return Record((*self.games[: self.at + 1], game), self.at + 1)

    def undone(self) -> Record:
        return replace(self, at=max(0, self.at - 1))

    def redone(self) -> Record:
        return replace(self, at=min(len(self.games) - 1, self.at + 1))

    def at_entry(self, index: int) -> Record:
        """Return the record at the state that wrote a line of the log."""
        for at, game in enumerate(self.games):
            if len(game.log) > index:
                return replace(self, at=at)
        return self
