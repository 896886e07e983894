"""Cards, packs and restricted lists, and where they are kept."""
