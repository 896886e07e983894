"""The command `sevenplots odds`: how likely you are to see certain cards by a round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from carddb.card import Card
from carddb.spelling import fold, without_article
from cli import hand_options, options
from cli.session import Session
from cli.terminal import faint_line, out, print_object, stoppable
from core.errors import AppError
from goldfish.mulligan import read_policy

if TYPE_CHECKING:
    from goldfish.odds import Odds


def odds_command(
    context: typer.Context,
    path: options.DeckPath,
    want: Annotated[
        str, typer.Option(metavar="CARD,CARD…", help="Any of these: names, codes, category:NAME.")
    ],
    at_least: Annotated[int, typer.Option("--at-least", min=1, help="How many of them.")] = 1,
    by_round: Annotated[
        int, typer.Option("--by-round", min=0, help="After the draw phase of this round; 0: hand.")
    ] = 0,
    policy: options.Policy = "keep",
    refill: Annotated[
        bool, typer.Option("--refill/--no-refill", help="Count the cards drawn after setup.")
    ] = True,
    hands: options.SampledHands = None,
    seed: options.Seed = 1,
    edition: options.DeckEdition = None,
    in_play: options.InPlay = None,
    aside: options.Aside = None,
    named: options.Named = None,
    as_json: options.AsJson = False,
) -> None:
    """Show how likely you are to see cards: opening hand, refill after setup, two a round."""
    from goldfish.dealer import Sampling  # noqa: PLC0415 - numpy, which takes long to import
    from goldfish.odds import (  # noqa: PLC0415
        WantedCards,
        any_of_cards,
        is_hypergeometric,
        odds,
        plain_odds,
    )
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415

    session: Session = context.obj
    with stoppable():
        (deck,), _ = hand_options.prepare_decks(session, [path], edition, in_play, aside, named)
        cards = _wanted(deck, want)
        keep = read_policy(policy, hand_options.query_of(session, deck.deck.edition))
        wanted = WantedCards(
            test=any_of_cards(cards), at_least=at_least, by_round=by_round, refill=refill
        )
        found = plain = plain_odds(deck.opening, wanted)
        if not is_hypergeometric(keep, wanted):
            sampling = Sampling(hands, seed) if hands else None
            with hand_options.with_progress_bar("Drawing hands") as progress:
                found = odds(SetupKernel(deck.opening), keep, wanted, sampling, progress)
    model = _model(deck, by_round, policy, refill=refill)
    if as_json:
        printed = _json(found, plain, cards, model)
        printed |= {"at_least": at_least, "by_round": by_round, "policy": policy}
        print_object(printed | deck.unread_json)
    else:
        _show(found, cards, at_least, model)


def _show(found: Odds, cards: Sequence[Card], at_least: int, model: str) -> None:
    names = ", ".join(f"{card.name} ({card.code})" for card in cards)
    estimate = found.probability
    error = "" if found.hands is None else f" ({estimate.low:.2%} to {estimate.high:.2%})"
    out().print(Text(f"{estimate.mean:.2%}{error}", style="bold"))
    out().print(Text(f"At least {at_least} of {found.copies}: {names}"))
    out().print(faint_line(model))


def _wanted(deck: hand_options.PreparedDeck, text: str) -> list[Card]:
    """Return the cards of codes and names, all of which must be in what the hands are drawn from.

    A name stands for every version of it in the deck, "category:draw" for the cards of a category.
    A name may contain commas, so the longest one that fits is taken.
    """
    by_code = {card.code: card for card, _ in deck.opening.slots}
    by_name: dict[str, list[Card]] = defaultdict(list)
    for card in by_code.values():
        by_name[_folded(card.name)].append(card)
    for each in deck.deck.categories:
        if inside := [by_code[code] for code in each.cards if code in by_code]:
            by_name[_folded(f"category:{each.name}")] = inside
    words, found = [each.strip() for each in text.split(",")], list[Card]()
    while words:
        for end in range(len(words), 0, -1):
            written = ", ".join(words[:end])
            cards = [by_code[written]] if written in by_code else by_name.get(_folded(written), [])
            if cards or not written:
                break
        else:
            raise _not_in_deck(deck, words[0], by_name)
        found += cards
        words = words[end:]
    if not found:
        raise AppError("--want names no card.", "Give names or codes, separated by commas.")
    return list(dict.fromkeys(found))


def _folded(name: str) -> str:
    return without_article(fold(name))


def _not_in_deck(
    deck: hand_options.PreparedDeck, written: str, by_name: dict[str, list[Card]]
) -> AppError:
    inside = [cards[0].name for name, cards in by_name.items() if _folded(written) in name]
    meant = f"Did you mean {' or '.join(sorted(inside)[:3])}? " if inside else ""
    return AppError(
        f"{written} is not among the cards that hands of {deck.deck.name} are drawn from.",
        f"{meant}--want takes names or codes of cards in the draw deck, separated by commas.",
    )


def _model(deck: hand_options.PreparedDeck, by_round: int, policy: str, *, refill: bool) -> str:
    rules = deck.opening.rules
    parts = [f"an opening hand of {rules.hand_size} (policy {policy})"]
    if by_round:
        if refill:
            parts.append("the cards drawn after the best setup")
        parts.append(f"{rules.draw} in each of {by_round} draw phases")
    return f"Cards seen: {', '.join(parts)}."


def _json(found: Odds, plain: Odds, cards: list[Card], model: str) -> dict[str, Any]:
    return {
        "probability": found.probability.mean,
        "exact": found.hands is None,
        "low": found.probability.low,
        "high": found.probability.high,
        "want": [card.code for card in cards],
        "copies": found.copies,
        "cards_seen": found.seen,
        "plain": {"probability": plain.probability.mean, "cards_seen": plain.seen},
        "model": model,
        **({} if found.hands is None else {"hands": found.hands, "seed": found.seed}),
    }
