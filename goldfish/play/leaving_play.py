"""What becomes of a card that leaves play, and of what it bore."""

from __future__ import annotations

from dataclasses import replace

from carddb.terms import Edition
from goldfish.play.game import Copy, Game, InPlay, Zone


def leaves_play(game: Game, lying: InPlay, to: Zone) -> Game:
    """Return the game with a card out of play, and what it bore.

    Duplicates are discarded. Attachments go to their owner's hand, in the second edition those
    with the keyword Terminal and in the first all of them to the discard pile.
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
