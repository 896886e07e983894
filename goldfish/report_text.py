"""Numbers of the odds as they are written, what rounds are measured by, sentences on both."""

from __future__ import annotations

from collections.abc import Sequence

from core.text_format import count_of
from goldfish.mulligan import Score
from goldfish.queries import HandsAnswer, RoundsAnswer, SeeAnswer
from goldfish.report import Estimate, HandsReport, RoundReport, poor_in_event

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
_SCORES = {
    Score.CARDS: "cards",
    Score.GOLD: "gold",
    Score.CHARACTERS: "characters",
    Score.STRENGTH: "STR",
    Score.GREAT: "great setups",
    Score.NOT_POOR: "setups that are not poor",
}
# The field of a round, its short name and its description.
MEASURES = (
    ("gold", "Gold", "All the gold there was to spend"),
    ("unspent", "Unspent", "Gold left when taxation begins"),
    ("marshaled", "Marshaled", "Cards marshaled from hand, without duplicates"),
    ("ambushed", "Ambushed", "Cards brought out by ambush"),
    ("hand", "Hand", "Cards in hand at the end of the round"),
    ("characters", "Characters", "Characters in play at the end of the round"),
    ("strength", "STR", "STR of the characters in play at the end of the round"),
    ("duplicates", "Duplicates", "Duplicates in play at the end of the round"),
    ("shadows_in", "Into shadows", "Cards that went into shadows"),
    ("shadows_out", "Out of shadows", "Cards that came out of shadows"),
    ("shadows_gold_in", "Gold paid into shadows", "Gold paid to put cards into shadows"),
    ("shadows_gold_out", "Gold paid out of shadows", "Gold paid to bring cards out of shadows"),
    ("waiting", "Still in shadows", "Cards in shadows at the end of the round"),
)
NAMES = {key: name for key, name, _ in MEASURES}
# Left out if they never happen.
_SELDOM = frozenset({"ambushed", "duplicates"})
_SHADOWS = ("shadows_in", "shadows_out", "shadows_gold_in", "shadows_gold_out", "waiting")


def is_exact(estimate: Estimate) -> bool:
    return estimate.low == estimate.high


def number_text(
    value: float, *, percent: bool = False, signed: bool = False, places: int = 0
) -> str:
    """Return a number: "4.123", "12.35%"; a signed one with its sign: "+0.210"."""
    digits = places or (2 if percent else 3)
    text = format(abs(value), f".{digits}{'%' if percent else 'f'}")
    if not any(digit in text for digit in "123456789"):
        return text
    sign = MINUS if value < 0 else "+" if signed else ""
    return f"{sign}{text}"


def estimate_text(estimate: Estimate, *, percent: bool = False, signed: bool = False) -> str:
    """Return a number with its interval: "4.123", "4.123 ± 0.012", "+1.20% ± 0.15%"."""
    # Two decimal places would hide the small errors of small chances.
    places = 3 if not percent or 0 < estimate.high - estimate.low < 0.0001 else 2
    return _with_interval(estimate, places, percent=percent, signed=signed)


def in_points(estimate: Estimate, unit: str = "pp") -> str:
    """Return a difference of two shares in percentage points: "+1.20 ± 0.15 pp"."""
    points = Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)
    return f"{_with_interval(points, 2, signed=True)} {unit}"


def short(estimate: Estimate, *, signed: bool = False) -> str:
    """Return a short number, "4.12 ± 0.05", with a third decimal place for small errors."""
    return _with_interval(estimate, _places(estimate), signed=signed)


def in_row(estimates: Sequence[Estimate], *, signed: bool = False) -> list[str]:
    """Return short numbers with the same number of decimal places."""
    places = max(_places(each) for each in estimates)
    return [_with_interval(each, places, signed=signed) for each in estimates]


def _places(estimate: Estimate) -> int:
    return 3 if 0 < estimate.high - estimate.low < 0.019 else 2


def _with_interval(
    estimate: Estimate, places: int, *, percent: bool = False, signed: bool = False
) -> str:
    number = number_text(estimate.mean, percent=percent, signed=signed, places=places)
    if is_exact(estimate):
        return number
    half = (estimate.high - estimate.low) / 2
    return f"{number} {PLUS_MINUS} {number_text(half, percent=percent, places=places)}"


def hands_status(answer: HandsAnswer) -> str:
    mine, both = answer.mine, len(answer.reports) > 1
    if mine.exact:
        hands = sum(report.hands for report in answer.reports)
        whose = " of both decks" if both else ""
        which = "the only hand" if hands == 1 else f"all {count_of(hands, 'different hand')}"
        return f"exact · {which}{whose}"
    same = ", the same deals for both" if both else ""
    return f"{count_of(mine.hands, 'sampled hand')}{same} · seed {mine.seed} · 95% intervals"


def see_status(answer: SeeAnswer) -> str:
    mine = answer.chances[0][-1]
    if mine.hands is None:
        return "exact"
    return f"{count_of(mine.hands, 'sampled hand')} · seed {mine.seed} · 95% intervals"


def mulligan_words(report: HandsReport) -> str:
    mulligan, score = report.mulligan, Score(report.mulligan.score)
    share = score in {Score.GREAT, Score.NOT_POOR}
    if share:
        # Every hand scores 0 or 1, so the threshold tells a player nothing.
        best = "great setups" if score is Score.GREAT else "setups that are not poor"
    else:
        best = f"setups of {number_text(mulligan.threshold, places=2)} {_SCORES[score]} or more"

    def amount(value: float, *, signed: bool = False) -> str:
        return number_text(value, percent=share, signed=signed)

    return (
        f"Mean of {_SCORES[score]}: {amount(mulligan.keep)} with no mulligan, "
        f"{amount(mulligan.poor)} with a mulligan of poor hands, {amount(mulligan.optimal)} solved "
        f"({amount(mulligan.gain, signed=True)}). Solved: keep {best}."
    )


def difference_words(answer: HandsAnswer) -> str:
    """Return the difference of two decks as a sentence; empty for one deck."""
    difference = answer.difference
    if difference is None or answer.question.theirs is None:
        return ""
    parts = []
    for key in ("cards", "gold", "characters", "strength"):
        number, *interval = short(getattr(difference, key), signed=True).split(" ", 1)
        parts.append(" ".join([number, _SCORES[Score(key)], *interval]))
    parts.append(f"poor setups {in_points(difference.poor, 'points')}")
    parts.append(f"great setups {in_points(difference.great, 'points')}")
    how = "exact" if answer.mine.exact else "95% intervals from the same deals"
    return f"Compared with “{answer.question.theirs.name}”: {', '.join(parts)} ({how})."


def event_chances(poor: Estimate, rounds: int, number: int) -> tuple[Estimate, float]:
    """Return the chances that at least and exactly `number` setups of an event are poor.

    `poor` is the chance of one poor setup.
    """

    def at_least(chance: float) -> float:
        return min(1.0, sum(poor_in_event(chance, rounds)[number:]))

    exactly = poor_in_event(poor.mean, rounds)[number]
    return Estimate(at_least(poor.mean), at_least(poor.low), at_least(poor.high)), exactly


def event_words(poor: Estimate, rounds: int, number: int) -> str:
    at_least, exactly = event_chances(poor, rounds, number)
    words = estimate_text(at_least, percent=True)
    if number == rounds:
        return words
    return f"{words}; exactly {number}: {number_text(exactly, percent=True)}"


def number(report: RoundReport, key: str) -> Estimate:
    found: Estimate = getattr(report, key)
    return found


def measures(answer: RoundsAnswer) -> tuple[tuple[str, str, str], ...]:
    """Return the measures that occur in these decks, in the order of `MEASURES`."""
    rounds = [each for report in answer.reports for each in report.rounds]
    never = {key for key in NAMES if all(number(each, key).mean == 0 for each in rounds)}
    hidden = never & _SELDOM
    if never.issuperset(_SHADOWS):
        hidden.update(_SHADOWS)
    return tuple(measure for measure in MEASURES if measure[0] not in hidden)


def rounds_status(answer: RoundsAnswer) -> str:
    question = answer.question
    decks = " of each deck, paired" if question.theirs else ""
    rounds = [each for report in answer.reports for each in report.rounds]
    found = [number(each, key) for each in rounds for key in NAMES]
    error = number_text(max((each.high - each.low) / 2 for each in found), places=2)
    games = count_of(question.games, "game")
    return f"{games}{decks} · no mulligan · seed {question.seed} · 95% intervals within ± {error}"
