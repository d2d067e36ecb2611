"""How a token is drawn and how it is kept: a hash that can't be turned back; knows no rows."""

import hashlib
import secrets

BYTES = 32


def draw_token() -> str:
    """A new token of 256 random bits, in characters that any header takes."""
    return secrets.token_urlsafe(BYTES)


def digest_of(plain_token: str) -> str:
    """What is stored of a token. No salt and no slow hash: nobody guesses 256 bits."""
    return hashlib.sha256(plain_token.encode(errors="surrogateescape")).hexdigest()
