"""People with the reference phone of docs/examples, which tests/docs/conftest.py makes importable."""

import random

from api import Api
from phone import Phone


def quiet(_: str) -> None:
    """Say nothing."""


def guests(url: str, count: int) -> list[Api]:
    """So many people."""
    found = [Api(url) for _ in range(count)]
    for api in found:
        api.enter("auth/guest", {"device": "a test's phone"})
    return found


def simple(table: str, *people: Api) -> list[Phone]:
    """Phones that just play."""
    return [Phone(api, table, rng=random.Random(5), say=quiet) for api in people]
