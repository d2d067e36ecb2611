"""Undo at casual tables: which decision can be undone, how, and who has to agree."""

CARD, BID, TRUMP = KINDS = ("card", "bid", "trump")
"""The kinds of decision that can be undone."""
WITHDRAWN, TIMED_OUT = ENDINGS = ("withdrawn", "timed_out")
"""Why an undo request can end before it is refused or granted."""
