"""Runs code on a server's database in the tests' process, as another process would."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from django.conf import global_settings
from django.test import override_settings

from tests.support.connections import connected
from tests.support.servers import ServerProcess

Result = TypeVar("Result")
# Connections and settings belong to the whole process.
_one_at_a_time = Lock()


def beside(server: ServerProcess, act: Callable[[], Result]) -> Result:
    """Run `act` and return its result; passwords are hashed as the server expects them."""

    def connect_and_act() -> Result:
        hashers = global_settings.PASSWORD_HASHERS
        with connected(server.environment["DATABASE_URL"]), override_settings(PASSWORD_HASHERS=hashers):
            return act()

    # Django refuses to query beside a running event loop, and some tests run one in their thread.
    with _one_at_a_time, ThreadPoolExecutor(1) as thread:
        return thread.submit(connect_and_act).result()
