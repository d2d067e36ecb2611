"""The statuses of a table (what it is waiting for), as named in views, the log and database rows."""

STATUSES = ("open", "naming_trump", "bidding", "playing", "pause", "finished", "abandoned")
OPEN, NAMING_TRUMP, BIDDING, PLAYING, PAUSE, FINISHED, ABANDONED = STATUSES
RUNNING = (NAMING_TRUMP, BIDDING, PLAYING, PAUSE)
"""The statuses of a game in progress."""
