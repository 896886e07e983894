"""The Build page: cards, the deck and what the judge says of it."""
