"""Single calls of a server on this machine, over plain HTTP."""

from typing import Any

import httpx

from tests.support.waiting import WAIT_TIMEOUT


def request(method: str, url: str, **more: Any) -> httpx.Response:
    """Without a TLS context, which costs fifty times as much as the call itself."""
    return httpx.request(method, url, verify=False, timeout=WAIT_TIMEOUT, **more)


def get(url: str, **more: Any) -> httpx.Response:
    return request("GET", url, **more)


def post(url: str, **more: Any) -> httpx.Response:
    return request("POST", url, **more)
