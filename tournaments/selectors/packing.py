"""What is sent to many: bytes, their name, and the same packed by gzip, made once."""

import hashlib
import zlib
from functools import cached_property


class Packed:
    """Bytes that do not change."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        # Weak: the packed answer stands for the same content.
        self.etag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'

    @cached_property
    def packed(self) -> bytes:
        """The same, packed by gzip."""
        packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
        return packer.compress(self.body) + packer.flush()
