"""People who act at the same instant: each in a thread with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from core.refusal import Refusal
from tests.support.waiting import WAIT_TIMEOUT


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all jobs from one starting shot; their results in order, or the Refusals that they raised."""
    shot = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            shot.wait(WAIT_TIMEOUT)
            return job()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
