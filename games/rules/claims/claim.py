"""What can be claimed, and with how many cards left."""

CLAIMS = ("all", "none")
"""The claims that a player can make: to take all of the remaining tricks, or none of them."""
ALL_TRICKS, NO_TRICKS = CLAIMS
MAX_CLAIM_CARDS = 4
"""Cards in the claimant's hand: with more, too many deals are possible to search them."""
