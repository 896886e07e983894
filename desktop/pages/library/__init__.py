"""The Decks page: the library as a table, with its dialogs."""
