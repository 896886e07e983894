"""The frame around the pages: main window, commands, rail, deck files."""
