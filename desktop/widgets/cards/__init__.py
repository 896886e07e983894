"""A card on screen: drawn, told in words, with its printings and lists."""
