"""Scripts for those who make the program; nothing of it is installed."""
