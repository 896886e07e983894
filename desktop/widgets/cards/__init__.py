"""A card on screen: drawn and as text, with its printings and lists."""
