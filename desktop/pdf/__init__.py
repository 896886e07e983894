"""What the program prints: deck sheets for events, as PDF and as HTML."""
