"""The two kinds of WebSocket frames that nearly all traffic consists of, read and written without autobahn.

Both are text messages in a single frame (RFC 6455, 5.2). A move sends one such frame and brings one to each
viewer; autobahn's general code takes ten times as long for each of them.
"""

_WHOLE_TEXT = 0x81
"""The first byte of a text message that is not fragmented or compressed."""
_MASKED = 0x80
_HEADER_SIZE = 6
"""Two bytes, and the four of the mask."""


def text_frame_header(size: int) -> bytes:
    """Return the header of an unmasked WebSocket text frame with a payload of `size` bytes."""
    if size < 126:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def read_short_text(data: bytes) -> bytes | None:
    """Return the payload of a short WebSocket text frame, or None for any other data.

    The frame must be complete and masked, with a payload of 1 to 125 ASCII characters.
    """
    size = len(data) - _HEADER_SIZE
    if not 0 < size < 126 or data[0] != _WHOLE_TEXT or data[1] != _MASKED | size:
        return None
    text = unmask(data[2:_HEADER_SIZE], data[_HEADER_SIZE:])
    return text if text.isascii() else None


def unmask(mask: bytes, payload: bytes) -> bytes:
    """Decode a WebSocket frame's payload with its four-byte mask (RFC 6455, 5.3)."""
    size = len(payload)
    whole_mask = (mask * (size // len(mask) + 1))[:size]
    # Two large numbers are the fastest way to combine bytes in Python.
    return (int.from_bytes(payload) ^ int.from_bytes(whole_mask)).to_bytes(size)
