"""How the program looks: theme, palette, fonts and icons."""
