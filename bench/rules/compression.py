"""What it would bring, and cost, to compress updates as sockets can (RFC 7692), over the moves of one game.

One seat's updates of a whole game of four, once with a dictionary kept from frame to frame (a compressor for
each socket, as long as it is open), once anew for each frame; at zlib's quickest level and at its default
one, and with a small window.
"""

import time
import zlib
from functools import cache
from random import Random
from typing import NamedTuple

import orjson

from bench.measure import resident_kb
from bench.rules.engine import AT, deal_new_table, move_at_random
from games.rules.sight import viewer_sight
from games.rules.statuses import FINISHED

TITLE = "Compression"
ZLIB_SETTINGS = ((1, 15, 8), (6, 15, 8), (1, 12, 5))
"""zlib's level, bits of the window, and level of memory."""
_held: list[object] = []
"""Compressors once made stay, so that the next ones cannot take over their memory."""
SOCKETS = 500
"""Compressors that are held at once, for their memory."""


class Measurement(NamedTuple):
    """The zlib settings, whether the dictionary is kept, bytes and µs per frame, and KB per socket."""

    level: int
    window: int
    kept: bool
    size: float
    took: float
    memory: float


def main() -> None:
    """Print the mean compressed size of an update and the time to compress it, for several zlib settings."""
    plain, measurements = results()
    for each in measurements:
        settings = _describe_settings(each)
        print(f"compress  {settings}: {each.size:.0f} of {plain:.0f} bytes, {each.took:.0f} µs a frame")


def report() -> str:
    """Return a Markdown report that compares zlib settings for the compression of update messages.

    It shows the size, the time and the memory.
    """
    plain, measurements = results()
    lines = [
        f"An update has {plain:.0f} bytes, which are one packet or two. With a dictionary it would be a",
        "small part of that; a player's phone would read some hundred KB less in a game, and see no move",
        "sooner. Against it stands the time, four times for a move, and the memory, which a waiting socket",
        "would need too. So updates are not compressed as long as the line is not what is scarce; what is",
        "large and the same for many is: scripts, styles and pictures are stored compressed.",
        "",
        "| zlib | bytes a frame | µs a frame | KB a socket |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| {_describe_settings(each)} | {each.size:.0f} | {each.took:.0f} | {each.memory:.0f} |"
        for each in measurements
    ]
    return "\n".join(lines)


def _describe_settings(measurement: Measurement) -> str:
    """Describe the zlib settings of a measurement in words."""
    scope = "a dictionary for each socket" if measurement.kept else "each frame by itself"
    return f"level {measurement.level}, window of {1 << measurement.window:,} bytes, {scope}"


@cache
def results() -> tuple[float, list[Measurement]]:
    """Return the mean uncompressed size of an update in bytes, and a measurement for each zlib setting."""
    frames = _build_updates()
    plain = sum(map(len, frames)) / len(frames)
    return plain, [
        _compress_frames(frames, *settings, kept) for settings in ZLIB_SETTINGS for kept in (True, False)
    ]


def _build_updates() -> list[bytes]:
    """Play a random game, and return all update messages to one seat as encoded JSON."""
    state, rng, found = deal_new_table(Random(2026)), Random(2026), []
    while state.status != FINISHED:
        state = move_at_random(state, rng)
        sight = viewer_sight(state, 0, number=700, server_time=AT, connected=(0, 1, 2, 3), with_sheet=False)
        found.append(orjson.dumps({"type": "update", "number": 700, "events": [], "sight": sight}))
    return found


def _compress_frames(
    frames: list[bytes], level: int, window: int, memory_level: int, kept: bool
) -> Measurement:
    """Compress all messages with these zlib settings, and return the mean size, mean time and memory.

    The window has 2 to the power of `window` bytes. If `kept` is True, a single compressor compresses all
    messages, and can refer to earlier messages. Otherwise, each message gets a new compressor, and no memory
    is measured.
    """

    def new_compressor() -> "zlib._Compress":
        """Return a new zlib compressor with this `level`, `window` and `memory_level`."""
        return zlib.compressobj(level, zlib.DEFLATED, -window, memory_level)

    one, size = new_compressor(), 0
    began = time.process_time()
    for frame in frames:
        one = one if kept else new_compressor()
        size += len(one.compress(frame)) + len(one.flush(zlib.Z_SYNC_FLUSH)) - 4
    took = (time.process_time() - began) / len(frames)
    before = resident_kb()
    if kept:
        for _ in range(SOCKETS):
            of_a_socket = new_compressor()
            of_a_socket.compress(frames[0]), of_a_socket.flush(zlib.Z_SYNC_FLUSH)
            _held.append(of_a_socket)
    memory = (resident_kb() - before) / SOCKETS
    return Measurement(level, window, kept, size / len(frames), took * 1e6, memory)


if __name__ == "__main__":
    main()
