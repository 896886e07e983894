"""What a player would mourn: decks with their history, games, a collection, kept and backed up."""
