"""Deck lists for the tests of the window."""

FAULTY = """A list with mistakes

House Stark
Fealty

Plots:
1x A Noble Cause
2x A Storm of Swords
2x A Clash of Kings
1x Calm Over Westeros
1x Wraiths in Their Midst

4x Winterfell Steward
3x Hodor the Dragon of Meereen
3x The Roseroad
"""
