"""The Notes tab: what the player writes about the deck and about cards in it."""
