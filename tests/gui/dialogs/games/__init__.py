"""The dialogs of games."""
