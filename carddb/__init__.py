"""Cards, packs and restricted lists, and how they are stored."""
