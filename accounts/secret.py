"""Generation and hashing of bearer tokens."""

import hashlib
import secrets

BYTES = 32


def generate_token() -> str:
    """Return a new URL-safe bearer token with 256 random bits."""
    return secrets.token_urlsafe(BYTES)


def hash_token(plain_token: str) -> str:
    """Return the SHA-256 hash of a bearer token, in hex, as it is stored.

    Neither a salt nor a slow hash is needed, because 256 random bits cannot be guessed.
    """
    return hashlib.sha256(plain_token.encode(errors="surrogateescape")).hexdigest()
