"""Clients that do not read, and how a server is seen to give them up."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.games.connections.visitors import Said
from tests.support.servers import ServerProcess
from tests.support.waiting import WAIT_TIMEOUT, wait_until

SMALL_BUFFER_BYTES = 4096
"""What the kernel keeps for the client."""
LARGE_BUFFER_BYTES = 1024 * 1024
"""What it keeps for a client that reads again."""
GIVEN_UP = "A socket is closed: its client does not read"


@contextmanager
def slow_reader(
    server: ServerProcess, table_id: str, token: str = "", after: int = -1
) -> Iterator[ClientConnection]:
    """A socket at a table that reads only when it is asked to, a frame at a time."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER_BYTES)
    reader.connect(("127.0.0.1", server.port))
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{server.ws_url}/ws/tables/{table_id}?after={after}"
    with connect(
        url,
        sock=reader,
        additional_headers=headers,
        max_queue=1,
        # Its own pings would end a connection on which it reads no pong.
        ping_interval=None,
        close_timeout=1,
        open_timeout=WAIT_TIMEOUT,
    ) as line:
        yield line


def wait_for_log(server: ServerProcess, words: str, times: int = 1) -> None:
    """Until the server has said so, so often."""
    wait_until(lambda: server.log().count(words) >= times, lambda: server.log()[-2000:])


def read_to_end(line: ClientConnection) -> tuple[list[Said], int | None]:
    """All that waits on a line, and the code with which it ends."""
    # Into a small buffer the kernel sends a few KiB in 0.2 seconds, and all that may wait takes a minute.
    # A line that has ended already has no socket any more.
    with suppress(OSError):
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LARGE_BUFFER_BYTES)
    frames = []
    try:
        while True:
            frames.append(json.loads(line.recv(timeout=WAIT_TIMEOUT)))
    except ConnectionClosed as closed:
        return frames, closed.rcvd.code if closed.rcvd else None
