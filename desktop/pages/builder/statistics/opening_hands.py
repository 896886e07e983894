"""What the opening hands of a deck come to: work for the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decks.deck import Deck
from desktop.runtime.tasks import Progress

if TYPE_CHECKING:
    from goldfish.report import HandsReport

# After the last edit, milliseconds.
DELAY_MS = 300
# Where not every hand can be gone through.
SAMPLED = 20_000
SEED = 1


def hands_of(deck: Deck, progress: Progress) -> HandsReport:
    """Return what a deck's hands come to, each kept: exact where that takes about a second.

    AppError where the deck cannot fill a hand; CancelledError when `progress` raises it.
    """
    # Not before it is asked for: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import is_quick  # noqa: PLC0415
    from goldfish.exact_report import exact_hands  # noqa: PLC0415
    from goldfish.kernel import Kernel  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.simulate import sampled_hands  # noqa: PLC0415

    progress(0, 100)
    kernel = Kernel(opening(deck))
    progress(50, 100)
    if is_quick(kernel):
        return exact_hands(kernel, KeepPolicy(), progress)
    return sampled_hands(kernel, KeepPolicy(), Sampling(SAMPLED, SEED), progress)


def drawn_from(deck: Deck) -> Deck:
    """Return what of a deck its hands follow from."""
    draw = tuple(deck.draw())
    return Deck(
        name="", edition=deck.edition, faction=deck.faction, agendas=deck.agendas, slots=draw
    )
