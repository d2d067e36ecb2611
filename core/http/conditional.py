"""Responses that many clients poll for: compressed once, and 304 as long as nothing has changed."""

import gzip
import hashlib
from collections.abc import Mapping
from email.utils import formatdate
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

Headers = list[tuple[bytes, bytes]]


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
    """Return a response with the content, or 304 (not modified) if the client already has the content.

    The body is gzip-compressed if the client accepts that. `cache_control` is the value of the
    `Cache-Control` header.
    """
    headers = {"Content-Type": content_type, "Cache-Control": cache_control, "ETag": content.etag}
    response = HttpResponse(content.body, headers=headers)
    patch_vary_headers(response, ("Accept-Encoding",))
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = content.gzipped
        response["Content-Encoding"] = "gzip"
    return get_conditional_response(request, etag=content.etag, response=response) or response


def conditional_asgi_response(
    request_headers: Mapping[bytes, bytes], content: CompressedBody, *, content_type: str, cache_control: str
) -> tuple[int, Headers, bytes]:
    """Return the status, headers and body of a response, for an ASGI app outside Django.

    If the client already has the content, the status is 304 (not modified) and the body is empty. Otherwise,
    the status is 200. `request_headers` must have lower-case names.
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
    packs = b"gzip" in request_headers.get(b"accept-encoding", b"")
    body = content.gzipped if packs else content.body
    headers += [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
    return 200, [*headers, (b"content-encoding", b"gzip")] if packs else headers, body
