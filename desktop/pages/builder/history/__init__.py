"""The History tab: steps and versions of the deck."""
