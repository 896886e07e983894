"""Charts in the program's palette, with every value readable, saved as PNG, SVG and CSV."""
