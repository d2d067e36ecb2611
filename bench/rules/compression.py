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
WAYS = ((1, 15, 8), (6, 15, 8), (1, 12, 5))
"""zlib's level, bits of the window, and level of memory."""
_held: list[object] = []
"""Compressors once made stay, so that the next ones cannot take over their memory."""
SOCKETS = 500
"""Compressors that are held at once, for their memory."""


class Way(NamedTuple):
    """A way to compress: zlib's, whether the dictionary is kept, bytes and µs a frame, KB a socket."""

    level: int
    window: int
    kept: bool
    size: float
    took: float
    memory: float


def main() -> None:
    """Print the mean compressed size of an update and the time to compress it, for several zlib settings."""
    plain, ways = results()
    for way in ways:
        print(f"compress  {_describe(way)}: {way.size:.0f} of {plain:.0f} bytes, {way.took:.0f} µs a frame")


def report() -> str:
    """Return a Markdown report that compares zlib settings for the compression of update messages.

    It shows the size, the time and the memory.
    """
    plain, ways = results()
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
    lines += [f"| {_describe(way)} | {way.size:.0f} | {way.took:.0f} | {way.memory:.0f} |" for way in ways]
    return "\n".join(lines)


def _describe(way: Way) -> str:
    """Describe the zlib settings of a measurement in words."""
    each = "a dictionary for each socket" if way.kept else "each frame by itself"
    return f"level {way.level}, window of {1 << way.window:,} bytes, {each}"


@cache
def results() -> tuple[float, list[Way]]:
    """Return the mean uncompressed size of an update in bytes, and a measurement for each zlib setting."""
    frames = _build_updates()
    plain = sum(map(len, frames)) / len(frames)
    return plain, [_compress_frames(frames, *way, kept) for way in WAYS for kept in (True, False)]


def _build_updates() -> list[bytes]:
    """Play a random game, and return all update messages to one seat as encoded JSON."""
    state, rng, found = deal_new_table(Random(2026)), Random(2026), []
    while state.status != FINISHED:
        state = move_at_random(state, rng)
        sight = viewer_sight(state, 0, number=700, server_time=AT, connected=(0, 1, 2, 3), with_sheet=False)
        found.append(orjson.dumps({"type": "update", "number": 700, "events": [], "sight": sight}))
    return found


def _compress_frames(frames: list[bytes], level: int, window: int, memory_level: int, kept: bool) -> Way:
    """Compress all messages with these zlib settings, and return the measurement.

    It has the mean size, the mean time, and the memory of one compressor.
    """

    def compressor() -> "zlib._Compress":
        """Return a new zlib compressor with the settings of the outer function."""
        return zlib.compressobj(level, zlib.DEFLATED, -window, memory_level)

    one, size = compressor(), 0
    began = time.process_time()
    for frame in frames:
        # A compressor that is kept can refer to earlier messages.
        one = one if kept else compressor()
        size += len(one.compress(frame)) + len(one.flush(zlib.Z_SYNC_FLUSH)) - 4
    took = (time.process_time() - began) / len(frames)
    before = resident_kb()
    if kept:
        for _ in range(SOCKETS):
            of_a_socket = compressor()
            of_a_socket.compress(frames[0]), of_a_socket.flush(zlib.Z_SYNC_FLUSH)
            _held.append(of_a_socket)
    memory = (resident_kb() - before) / SOCKETS
    return Way(level, window, kept, size / len(frames), took * 1e6, memory)


if __name__ == "__main__":
    main()
