"""Generation and hashing of bearer tokens."""

import hashlib
import secrets

BYTES = 32


def generate_token() -> str:
    """Return a new URL-safe bearer token with 256 random bits."""
    return secrets.token_urlsafe(BYTES)


def hash_token(plain_token: str) -> str:
    """Return the token's SHA-256 hash in hex."""
    # A token's 256 random bits need neither a salt nor a slow hash.
    return hashlib.sha256(plain_token.encode(errors="surrogateescape")).hexdigest()
