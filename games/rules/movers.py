"""The kinds of players, and who can move for a seat, as named in the log and in records."""

KINDS = ("human", "guest", "bot")
"""What a player can be."""
HUMAN, GUEST, BOT = KINDS
CLOCK = "clock"
"""Moves for a seat that has run out of time."""
WING = "wing"
"""Plays the card that its player has set aside."""
CLAIM = "claim"
"""Plays the cards that follow from a proven claim."""
MOVERS = (HUMAN, BOT, CLOCK, WING, CLAIM)
"""Who can have moved for a seat; guests move as `human`."""
