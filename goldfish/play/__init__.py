"""A game played alone by hand, as values: the deal, setup, and round after round."""
