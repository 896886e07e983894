"""The catalogue: facts of every card, lists and sample decks."""
