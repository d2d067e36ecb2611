"""Undo at casual tables: which decision can be taken back, how, and who has to agree."""

CARD, BID, TRUMP = KINDS = ("card", "bid", "trump")
"""The kinds of decision that can be taken back."""
WITHDRAWN, TIMED_OUT = ENDINGS = ("withdrawn", "timed_out")
"""Why an undo request can end before it is refused or granted."""
