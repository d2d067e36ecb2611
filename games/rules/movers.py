"""The kinds of players, and the movers: who can make a seat's moves, as named in the log and in records."""

KINDS = ("human", "guest", "bot")
"""The kinds of players."""
HUMAN, GUEST, BOT = KINDS
CLOCK = "clock"
"""The mover for a seat that has run out of time."""
WING = "wing"
"""The mover that plays a card marked in advance by the seat's player."""
CLAIM = "claim"
"""The mover that plays the cards that follow from a proven claim."""
MOVERS = (HUMAN, BOT, CLOCK, WING, CLAIM)
"""All movers; guests count as `human`."""
