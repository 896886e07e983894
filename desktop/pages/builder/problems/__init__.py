"""The Problems tab: what is wrong with the deck, and its repairs."""
