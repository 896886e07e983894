"""What each role may ask for and send, address by address; there are no others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPMethod
from typing import TYPE_CHECKING

from events.web.pages import PAGES
from events.web.screens import SCREENS

if TYPE_CHECKING:
    from library.phone_values import SignedIn


class Role(StrEnum):
    """Who asks. The organizer uses the window or the command line instead."""

    EVERYBODY = "everybody"
    PLAYER = "player"
    JUDGE = "judge"


GET, POST = HTTPMethod.GET, HTTPMethod.POST


@dataclass(frozen=True, slots=True)
class Address:
    """An address and the role that each method needs; "*" stands for one part of a path."""

    path: str
    needs: Mapping[HTTPMethod, Role]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that exist here; who may GET may ask for the head alone."""
        return tuple(each for method in self.needs for each in _WITH_HEAD.get(method, (method,)))

    def matches(self, path: str) -> bool:
        ours, theirs = self.path.split("/"), path.split("/")
        return len(ours) == len(theirs) and all(
            one == other or (one == "*" and other != "")
            for one, other in zip(ours, theirs, strict=True)
        )


_WITH_HEAD: Mapping[HTTPMethod, tuple[str, ...]] = {GET: ("GET", "HEAD")}
READING = ("/", *(f"/{name}" for name in PAGES), *SCREENS)
ADDRESSES = (
    *(Address(path, {GET: Role.EVERYBODY}) for path in READING),
    Address("/sign-in", {GET: Role.EVERYBODY, POST: Role.EVERYBODY}),
    Address("/judge/sign-in", {GET: Role.EVERYBODY, POST: Role.EVERYBODY}),
    Address("/sign-out", {POST: Role.EVERYBODY}),
    # A personal link; what it leads to is the page of the player.
    Address("/me/*", {GET: Role.EVERYBODY}),
    Address("/me", {GET: Role.PLAYER}),
    Address("/me/check-in", {POST: Role.PLAYER}),
    Address("/me/report", {POST: Role.PLAYER}),
    Address("/me/deck", {GET: Role.PLAYER, POST: Role.PLAYER}),
    Address("/me/drop", {POST: Role.PLAYER}),
    Address("/me/call", {POST: Role.PLAYER}),
    Address("/judge", {GET: Role.JUDGE}),
    Address("/judge/table/*", {GET: Role.JUDGE, POST: Role.JUDGE}),
    Address("/judge/time/*", {POST: Role.JUDGE}),
    Address("/judge/call/*", {POST: Role.JUDGE}),
    Address("/judge/player/*", {GET: Role.JUDGE}),
    Address("/judge/check", {POST: Role.JUDGE}),
    Address("/judge/check/*", {GET: Role.JUDGE, POST: Role.JUDGE}),
    Address("/judge/do/*", {GET: Role.JUDGE, POST: Role.JUDGE}),
    Address("/judge/do/*/*", {GET: Role.JUDGE, POST: Role.JUDGE}),
)


def address_of(path: str) -> Address | None:
    """Return the address of a path, one that is written out before one with a "*"."""
    found = [each for each in ADDRESSES if each.matches(path)]
    return min(found, key=lambda each: each.path.count("*"), default=None)


def has_role(who: SignedIn, role: Role) -> bool:
    """Return whether somebody has a role."""
    match role:
        case Role.PLAYER:
            return bool(who.player)
        case Role.JUDGE:
            return who.is_judge
    return True
