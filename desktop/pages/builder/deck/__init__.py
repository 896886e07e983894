"""The middle of the Build page: the deck, its header and its tabs."""
