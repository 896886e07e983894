"""What can go wrong with a library, each in a sentence."""

from __future__ import annotations

from core.errors import AppError


class LibraryError(AppError):
    """The library cannot be used, or a change not saved; what was saved before still is."""


class LibraryBusyError(LibraryError):
    """Another program used the library for too long; the change was not saved."""


class DamagedLibraryError(LibraryError):
    """The library's file is damaged."""


class NotALibraryError(LibraryError):
    """A file is not a library of this program."""


class NoRoomError(LibraryError):
    """There is no folder for temporary files, or no space in it."""


class UnknownDeckError(LibraryError):
    """The library has no deck, folder, version or game of this id."""


class PlanError(LibraryError):
    """A plan does not allow this, or it is not decided yet."""


class UnknownEventError(LibraryError):
    """The library has no event of this id."""


class EventChangedError(LibraryError):
    """Another window changed an event since it was looked at; nothing was done."""


class UnusableNameError(LibraryError):
    """A name, tag or number cannot be used as it is."""


class AlreadyDoneError(LibraryError):
    """A form that was sent twice was done the first time."""
