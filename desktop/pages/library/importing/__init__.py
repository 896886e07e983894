"""The import dialog: decks from text, files and ThronesDB."""
