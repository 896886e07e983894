"""What belongs to the player: decks with their history, games and a collection, with backups."""
