"""Which card to change: what every one-card change of a deck does to its opening hands."""
