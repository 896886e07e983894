"""Dialogs that more than one page opens: names, differences, exports, deck sheets."""
