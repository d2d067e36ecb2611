"""A cookie opens a socket only from this site's pages; who has no cookie, or no Origin, is let through."""

import pytest

from core.asgi.origin import OriginCheck, is_allowed_origin
from tests.support.site.sockets import Inner, outcome, scope

COOKIE = "theme=dark; sessionid=abc"


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"origin": "http://testserver", "cookie": COOKIE}, "accept"),
        ({"origin": "https://evil.example", "cookie": COOKIE}, "close"),
        ({"origin": "null", "cookie": COOKIE}, "close"),
        ({"origin": "", "cookie": COOKIE}, "close"),
        ({"origin": "https://evil.example"}, "accept"),
        ({"origin": "https://evil.example", "cookie": "theme=dark"}, "accept"),
        ({"cookie": COOKIE}, "accept"),
        ({}, "accept"),
    ],
)
async def test_who_gets_in(headers: dict[str, str], expected: str) -> None:
    inner = Inner()
    assert await outcome(OriginCheck(inner), scope(**headers)) == expected
    assert (inner.scope is not None) == (expected == "accept")


async def test_a_cookie_that_is_no_cookie_counts_as_one() -> None:
    odd = scope(origin="https://evil.example", cookie="a[]=1; sessionid=abc")
    assert await outcome(OriginCheck(Inner()), odd) == "close"


@pytest.mark.parametrize(
    ("origin", "host", "expected"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("http://localhost:9000", "localhost:8000", False),
        ("http://localhost", "localhost:80", True),
        ("https://localhost", "localhost", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://127.0.0.1:8000", "localhost:8000", False),
        ("http://rebound.example", "rebound.example", False),
        ("https://play.example", "localhost:8000", True),
        ("http://play.example", "localhost:8000", False),
        ("https://www.friends.example", "localhost:8000", True),
        ("https://unfriends.example", "localhost:8000", False),
        ("http://localhost:port", "localhost:8000", False),
        ("file://", "localhost:8000", False),
        ("http://[", "localhost:8000", False),
    ],
)
def test_which_origins_are_the_sites_own(settings: object, origin: str, host: str, expected: bool) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "[::1]", "127.0.0.1"]  # type: ignore[attr-defined]
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example", "https://*.friends.example"]  # type: ignore[attr-defined]
    assert is_allowed_origin(origin, host) is expected
