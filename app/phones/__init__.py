"""The phones of players and judges: who may do what, what they send, and their pages."""
