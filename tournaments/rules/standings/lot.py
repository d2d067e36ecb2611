"""The lot that decides what nothing else did: drawn from a seed, so that anyone can draw it again."""

from hashlib import sha256


def lot(lot_seed: str, entry: int) -> bytes:
    """SHA-256 of the seed, a space and the entry's number in decimal; the smaller lot goes first."""
    return sha256(f"{lot_seed} {entry}".encode()).digest()
