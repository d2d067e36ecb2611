"""Starts servers for tests, each with a database of its own, and ends them all."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.environments import environment
from tests.support.servers import ServerProcess


class Starter:
    """Starts servers: `start("postgres", BOT_PAUSE="0.1")`, or one more `beside=` another one.

    Their database is migrated already; with `migrated=False` it is empty, and the server migrates it.
    `query` is added to the database's address.
    """

    def __init__(self, new_folder: Callable[[], Path], stack: ExitStack) -> None:
        self._new_folder = new_folder
        self._stack = stack

    def __call__(
        self,
        backend: str = "sqlite",
        *arguments: str,
        beside: ServerProcess | None = None,
        migrated: bool = True,
        query: str = "",
        **env: str,
    ) -> ServerProcess:
        if beside:
            base = beside.environment
        else:
            base = self._stack.enter_context(environment(backend, self._new_folder(), migrated=migrated))
        if migrated:
            arguments = ("--no-migrate", *arguments)
        url = {"DATABASE_URL": base["DATABASE_URL"] + query}
        server = ServerProcess({**base, **url, **env}, *arguments)
        self._stack.callback(server.stop)
        return server


@contextmanager
def starting(new_folder: Callable[[], Path]) -> Iterator[Starter]:
    """What it starts is gone afterwards."""
    with ExitStack() as stack:
        yield Starter(new_folder, stack)
