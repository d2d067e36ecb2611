"""The claims that can be made, and with how many cards left."""

CLAIMS = ("all", "none")
"""The claims that a player can make: to take all remaining tricks, or none of them."""
ALL_TRICKS, NO_TRICKS = CLAIMS
MAX_CLAIM_CARDS = 4
"""The maximum number of cards in the claimant's hand: with more, there are too many deals to search."""
