"""A long way between clients and the server: every byte takes so many seconds, each way; none is lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def slow_connection(port: int, delay: float) -> AsyncIterator[str]:
    """The address of a way to a local server that takes `delay` seconds, pings and all."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_carry(reader, far_writer, delay), _carry(far_reader, writer, delay))
        # Closed by then, unless what is on its way is overtaken by the end of the test.
        for each in (writer, far_writer):
            with contextlib.suppress(OSError):
                each.close()
                await each.wait_closed()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as listening:
        yield f"ws://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    """One direction, in order, until it ends."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            loop.call_later(delay, writer.write, data)
    loop.call_later(delay, writer.close)
