"""What players are, and who can move for a seat, in the words of the log and the record."""

KINDS = ("human", "guest", "bot")
"""What a player can be."""
HUMAN, GUEST, BOT = KINDS
CLOCK = "clock"
"""Moves for a seat whose time is over."""
WING = "wing"
"""Plays the card that its player has set aside."""
CLAIM = "claim"
"""Plays the cards that follow from a proven claim."""
MOVERS = (HUMAN, BOT, CLOCK, WING, CLAIM)
"""Who can have moved for a seat; guests move as `human`."""
