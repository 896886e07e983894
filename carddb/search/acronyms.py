"""The initials by which players call cards."""

from __future__ import annotations

from collections.abc import Iterable

_SMALL_WORDS = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"}
)


class AcronymIndex:
    """The folded names of an edition by their initials."""

    def __init__(self, names: Iterable[str]) -> None:
        self._words = {name: name.split() for name in set(names) if name}
        self._whole: dict[str, set[str]] = {}
        for name, words in self._words.items():
            for chosen in (words, [word for word in words if word not in _SMALL_WORDS]):
                self._whole.setdefault(_initials(chosen), set()).add(name)

    def exact(self, letters: str) -> frozenset[str]:
        """Return the names of these initials, of all words or of all but the small ones."""
        return frozenset(self._whole.get(letters, ()))

    def loose(self, letters: str) -> frozenset[str]:
        """Return the names that initials may stand for where none has exactly these.

        Initials in their order, from the first word on, as ThronesDB reads them; where there are
        none, those of words that are written as one ("TKR": The Kingsroad).
        """
        for reading in (_in_order, _compound):
            found = frozenset(
                name for name, words in self._words.items() if reading(words, letters)
            )
            if found:
                return found
        return frozenset()


def _initials(words: Iterable[str]) -> str:
    return "".join(word[0] for word in words)


def _in_order(words: list[str], letters: str) -> bool:
    if words[0][0] != letters[0]:
        return False
    initials = iter(_initials(words))
    return all(letter in initials for letter in letters)


def _compound(words: list[str], letters: str) -> bool:
    """Return whether letters begin every word of several, the others following within them."""
    return len(words) > 1 and words[0][0] == letters[0] and _begins(words, letters)


def _begins(words: list[str], letters: str) -> bool:
    if not words or not letters:
        return not words and not letters
    if words[0][0] != letters[0]:
        return False
    return any(
        _holds(words[0], letters[:end]) and _begins(words[1:], letters[end:])
        for end in range(1, len(letters) + 1)
    )


def _holds(word: str, letters: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)
