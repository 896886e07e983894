"""The keys of the Rules page, for the page itself and for the list of shortcuts."""

from __future__ import annotations

BACK, FORWARD, SEARCH, COPY = "Alt+Left", "Alt+Right", "Ctrl+F", "Ctrl+C"
RULES_KEYS = {
    BACK: "The rule before",
    FORWARD: "The rule after",
    SEARCH: "Search the rules",
    COPY: "Copy the rules as text with their sources",
}
