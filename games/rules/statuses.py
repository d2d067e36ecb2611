"""What a table waits for, in the words of the sight, the log and the rows."""

STATUSES = ("open", "naming_trump", "bidding", "playing", "pause", "finished", "abandoned")
OPEN, NAMING_TRUMP, BIDDING, PLAYING, PAUSE, FINISHED, ABANDONED = STATUSES
RUNNING = (NAMING_TRUMP, BIDDING, PLAYING, PAUSE)
"""While a game goes on."""
