"""Responses that many clients poll for: compressed once, and 304 as long as nothing has changed."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from email.utils import formatdate
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

Headers = list[tuple[bytes, bytes]]
_ZERO_WEIGHT = re.compile(r"q\s*=\s*0(\.0*)?")


class CompressedBody:
    """An immutable body with its ETag and its gzip-compressed form."""

    def __init__(self, body: bytes) -> None:
        """Store the body, and compute its weak ETag."""
        self.body = body
        # Weak, because the plain and the compressed body share it.
        self.etag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'

    @cached_property
    def gzipped(self) -> bytes:
        """The gzip-compressed body, computed on first access."""
        # Without a time in gzip's header, all processes send the same bytes for the same body.
        return gzip.compress(self.body, compresslevel=6, mtime=0)


def conditional_response(
    request: HttpRequest, content: CompressedBody, *, content_type: str, cache_control: str
) -> HttpResponseBase:
    """Return a response with the content, or 304 if the client already has it.

    The content is gzipped if the client accepts gzip.
    """
    headers = {"Content-Type": content_type, "Cache-Control": cache_control, "ETag": content.etag}
    response = HttpResponse(content.body, headers=headers)
    patch_vary_headers(response, ("Accept-Encoding",))
    if _accepts_gzip(request.headers.get("Accept-Encoding", "")):
        response.content = content.gzipped
        response["Content-Encoding"] = "gzip"
    return get_conditional_response(request, etag=content.etag, response=response) or response


def conditional_asgi_response(
    request_headers: Mapping[bytes, bytes], content: CompressedBody, *, content_type: str, cache_control: str
) -> tuple[int, Headers, bytes]:
    """Return the status, headers and body of a response outside Django.

    The status is 304 if the client already has the content, otherwise 200. The body is gzipped if the client
    accepts gzip. The names in `request_headers` must be in lower case.
    """
    headers = [
        (b"etag", content.etag.encode()),
        (b"cache-control", cache_control.encode()),
        (b"vary", b"Accept-Encoding"),
        (b"date", formatdate(usegmt=True).encode()),
        (b"x-content-type-options", b"nosniff"),
    ]
    # The header may list several ETags; no other ETag can contain ours, a digest in quotes.
    if content.etag.encode() in request_headers.get(b"if-none-match", b""):
        return 304, headers, b""
    packs = _accepts_gzip(request_headers.get(b"accept-encoding", b"").decode("latin-1"))
    body = content.gzipped if packs else content.body
    headers += [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
    return 200, [*headers, (b"content-encoding", b"gzip")] if packs else headers, body


def _accepts_gzip(accept_encoding: str) -> bool:
    """Return whether an `Accept-Encoding` header lists gzip with a weight other than 0."""
    for item in accept_encoding.lower().split(","):
        coding, *parameters = (part.strip() for part in item.split(";"))
        if coding == "gzip":
            return not any(_ZERO_WEIGHT.fullmatch(parameter) for parameter in parameters)
    return False
