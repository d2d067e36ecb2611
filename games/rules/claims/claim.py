"""What can be claimed, and by how many cards left."""

CLAIMS = ("all", "none")
"""What of the remaining tricks a player can claim."""
ALL_TRICKS, NO_TRICKS = CLAIMS
MAX_CLAIM_CARDS = 4
"""Cards in the claimant's hand: with more, too many deals are possible to search them."""
