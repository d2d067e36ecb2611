"""The addresses to which players reply: each contains a signed, expiring token for one person and table.

A sender's address is easily forged, so it proves nothing. To act by mail, a person must both know a token
that was sent to that person alone, and write from their confirmed address.

The local part is `wizard+` and 40 characters of base32: 47 octets of the 64 that mail servers accept
(RFC 5321, 4.5.3.1.1). Base32, because some servers change upper and lower case; "+", because most servers
deliver what follows it to the same mailbox. The token is readable but not secret from its owner.
"""

from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models.table import ID_ALPHABET, ID_LENGTH

MAILBOX = "wizard"
"""The local part of the general address. The local parts of reply addresses begin with it, too."""
LIFETIME = timedelta(days=90)
"""How long a reply address can be used: long enough for the longest time for a decision, 14 days, together
with the player's vacations and some weeks in which the table is on hold."""
SALT = "games.mail.reply_address"
EPOCH = date(1970, 1, 1)
USER_BYTES, TABLE_BYTES, DAY_BYTES, SIGNATURE_BYTES = 5, 7, 2, 11
TOKEN_LENGTH = (USER_BYTES + TABLE_BYTES + DAY_BYTES + SIGNATURE_BYTES) * 8 // 5
"""25 bytes are 40 characters of base32, without padding."""


class ReplyToken(NamedTuple):
    """The user and the table for which a reply address was issued; `table_id` may be None."""

    user_id: int
    table_id: str | None


def build_reply_address(*, user_id: int, table_id: str | None, now: datetime) -> str:
    """Return the address to which a user can email commands for a table, or "" if the site gets no email.

    If `table_id` is None, the address is for commands that concern no table. Only this user can use the
    address. It expires at the end of the day (UTC) that contains the time `now` + LIFETIME. Raise ValueError
    for an invalid table id.
    """
    if not settings.MAIL_DOMAIN:
        return ""
    # A date, so that the address stays the same all day.
    expires_on = (now + LIFETIME).astimezone(UTC).date()
    payload = (
        user_id.to_bytes(USER_BYTES)
        + _encode_table_id(table_id).to_bytes(TABLE_BYTES)
        + (expires_on - EPOCH).days.to_bytes(DAY_BYTES)
    )
    token = b32encode(payload + _sign(payload, settings.SECRET_KEY)).decode().lower()
    return f"{MAILBOX}+{token}@{settings.MAIL_DOMAIN}"


def read_reply_address(address: str, now: datetime) -> ReplyToken | None:
    """Return the user and table of a reply address, or None if the address is invalid or expired at `now`."""
    local, _, domain = address.strip().lower().rpartition("@")
    mailbox, _, token = local.partition("+")
    if not settings.MAIL_DOMAIN or (mailbox, domain) != (MAILBOX, settings.MAIL_DOMAIN):
        return None
    if len(token) != TOKEN_LENGTH or not token.isascii():
        return None
    try:
        decoded = b32decode(token.upper())
    except NotBase32:
        return None
    payload, signature = decoded[:-SIGNATURE_BYTES], decoded[-SIGNATURE_BYTES:]
    if not any(constant_time_compare(signature, known) for known in _valid_signatures(payload)):
        return None
    user, table = payload[:USER_BYTES], payload[USER_BYTES:-DAY_BYTES]
    if EPOCH + timedelta(days=int.from_bytes(payload[-DAY_BYTES:])) < now.astimezone(UTC).date():
        return None
    return ReplyToken(int.from_bytes(user), _decode_table_id(int.from_bytes(table)))


def general_address() -> str:
    """Return this site's general email address, or "" if the site receives no email."""
    # Commands sent to this address are not run, because their sender could be forged.
    return f"{MAILBOX}@{settings.MAIL_DOMAIN}" if settings.MAIL_DOMAIN else ""


def is_own_address(address: str) -> bool:
    """Return whether an address belongs to this site, as its general address or as a reply address.

    This does not check whether a reply address is valid.
    """
    local, _, domain = address.strip().lower().rpartition("@")
    return (
        bool(settings.MAIL_DOMAIN) and domain == settings.MAIL_DOMAIN and local.partition("+")[0] == MAILBOX
    )


def _encode_table_id(table_id: str | None) -> int:
    """Encode a table's id as a positive integer.

    Return 0 for None. Raise ValueError if the id is invalid.
    """
    if table_id is None:
        return 0
    if len(table_id) != ID_LENGTH:
        raise ValueError(f"a table's id has {ID_LENGTH} characters")
    number = 0
    for letter in table_id:
        number = number * len(ID_ALPHABET) + ID_ALPHABET.index(letter)
    return number + 1


def _decode_table_id(number: int) -> str | None:
    """Return the table id that `_encode_table_id` encoded as this number, or None for 0."""
    if not number:
        return None
    rest, letters = number - 1, ""
    for _ in range(ID_LENGTH):
        rest, digit = divmod(rest, len(ID_ALPHABET))
        letters = ID_ALPHABET[digit] + letters
    return letters


def _sign(payload: bytes, key: str | bytes) -> bytes:
    """Return the first SIGNATURE_BYTES bytes of the payload's HMAC under `key`."""
    # 88 bits are too many to guess.
    return salted_hmac(SALT, payload, secret=key, algorithm="sha256").digest()[:SIGNATURE_BYTES]


def _valid_signatures(payload: bytes) -> Iterator[bytes]:
    """Yield the payload's signature under the current secret key, then under each retired key."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield _sign(payload, key)
