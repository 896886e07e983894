"""What the player owns: products and single cards, entered in a dialog."""
