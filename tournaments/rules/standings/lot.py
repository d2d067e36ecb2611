"""The lot that decides remaining ties, computed from a seed so that anyone can check it."""

from hashlib import sha256


def lot_of_entry(lot_seed: str, entry: int) -> bytes:
    """Return an entrant's lot, which is the SHA-256 digest of "SEED ENTRY".

    If nothing else breaks a tie, the entrant with the smaller lot is ranked higher.
    """
    return sha256(f"{lot_seed} {entry}".encode()).digest()
