"""The lot that decides remaining ties, computed from a seed so that anyone can check it."""

from hashlib import sha256


def lot_of_entry(lot_seed: str, entry: int) -> bytes:
    """Return an entrant's lot, the SHA-256 digest of the text "<seed> <entry id>".

    Of tied entrants, the one with the smallest lot ranks first.
    """
    return sha256(f"{lot_seed} {entry}".encode()).digest()
