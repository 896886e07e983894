"""The one door: `sevenplots` alone opens the window, with a command it is the command line."""

from __future__ import annotations


def main() -> None:
    """Run the program with the arguments of the process."""
    raise NotImplementedError
