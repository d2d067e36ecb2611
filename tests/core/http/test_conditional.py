"""Answers that many ask for: packed once, 304 for those who have them, alike with Django and before it."""

import gzip

import pytest
from django.test import RequestFactory

from core.http.conditional import CompressedBody, conditional_asgi_response, conditional_response

BODY = b"<p>standings</p>" * 40
HOW = {"content_type": "text/html", "cache_control": "no-cache"}


def with_django(content: CompressedBody, **asked: str) -> tuple[int, dict[str, str], bytes]:
    headers = {name.replace("_", "-"): value for name, value in asked.items()}
    response = conditional_response(RequestFactory().get("/", headers=headers), content, **HOW)
    return response.status_code, {name.lower(): value for name, value in response.items()}, response.content


def before_django(content: CompressedBody, **asked: str) -> tuple[int, dict[str, str], bytes]:
    headers = {name.replace("_", "-").encode(): value.encode() for name, value in asked.items()}
    status, answered, body = conditional_asgi_response(headers, content, **HOW)
    return status, {name.decode(): value.decode() for name, value in answered}, body


@pytest.fixture(params=[with_django, before_django])
def ask(request):
    return request.param


def test_the_content_comes_with_its_etag_and_says_what_it_varies_by(ask) -> None:
    status, headers, body = ask(content := CompressedBody(BODY))
    assert (status, body) == (200, BODY)
    assert (headers["etag"], headers["vary"]) == (content.etag, "Accept-Encoding")
    assert (headers["content-type"], headers["cache-control"]) == ("text/html", "no-cache")
    assert "content-encoding" not in headers


def test_clients_that_unpack_get_the_same_packed(ask) -> None:
    status, headers, body = ask(content := CompressedBody(BODY), accept_encoding="gzip, br")
    assert (status, headers["content-encoding"], headers["etag"]) == (200, "gzip", content.etag)
    assert gzip.decompress(body) == BODY
    assert len(body) < len(BODY)


@pytest.mark.parametrize(
    ("accepted", "packs"),
    [
        ("gzip", True),
        ("GZip;q=0.5", True),
        ("br;q=1.0, gzip;q=0.001, *;q=0", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br, gzip ; Q=0. , identity", False),
        ("identity;q=1, *;q=0", False),
        ("gzippy", False),
        ("", False),
    ],
)
def test_content_is_packed_only_for_clients_that_accept_gzip(ask, accepted, packs) -> None:
    _, headers, body = ask(CompressedBody(BODY), accept_encoding=accepted)
    assert headers.get("content-encoding") == ("gzip" if packs else None)
    assert (gzip.decompress(body) if packs else body) == BODY


def test_clients_that_have_it_get_nothing_again(ask) -> None:
    status, headers, body = ask(content := CompressedBody(BODY), if_none_match=content.etag)
    assert (status, body, headers["etag"]) == (304, b"", content.etag)
    assert ask(CompressedBody(b"other"), if_none_match=content.etag)[0] == 200
