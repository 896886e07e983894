"""One module for each deck format."""
