"""ThronesDB's public API: what it answers, as cards, packs, cycles and restricted lists."""
