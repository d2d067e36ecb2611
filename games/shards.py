"""Shards of tables: 1,024 parts of about equal size, by a hash of the table's id."""

import re
import zlib
from collections.abc import Callable, Collection, Iterable

SHARDS = 1024
Shards = frozenset[int]
ALL_SHARDS: Shards = frozenset(range(SHARDS))
ServedShards = Callable[[], Shards]
"""Returns the shards that this process's scheduler serves now."""
_PART = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)


class InvalidShards(ValueError):
    """A string is not a valid list of shards. The message says what is wrong."""


def shard_of(table_id: str) -> int:
    """Return the shard (group of tables) to which a table belongs: the CRC-32 of its id modulo SHARDS."""
    # Unlike Python's `hash`, CRC-32 is the same in every process and in other programs: HAProxy computes the
    # shard with its converters `crc32` and `mod(1024)` (docs/deploy/haproxy.cfg).
    return zlib.crc32(table_id.encode()) % SHARDS


def all_shards() -> Shards:
    """Return all shards (groups of tables), which together contain every table."""
    return ALL_SHARDS


def parse_shards(text: str) -> Shards:
    """Parse a list of shards (numbered groups of tables) such as `0-255,512`.

    Raise InvalidShards if it is malformed, repeats a shard or names an unknown one.
    """
    found: set[int] = set()
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise InvalidShards(f"“{part.strip()}” is neither a shard nor a range of them, such as 0-511.")
        first = int(match[1])
        last = first if match[2] is None else int(match[2])
        if last < first:
            raise InvalidShards(f"{first}-{last} is empty: the first shard comes before the last.")
        if last >= SHARDS:
            raise InvalidShards(f"There is no shard {last}: they are numbered from 0 to {SHARDS - 1}.")
        if twice := found.intersection(range(first, last + 1)):
            raise InvalidShards(f"Shard {min(twice)} is named twice.")
        found.update(range(first, last + 1))
    return frozenset(found)


def shard_ranges(shards: Collection[int]) -> list[tuple[int, int]]:
    """Return the first and last shard of each range of consecutive shards, in ascending order."""
    ranges: list[tuple[int, int]] = []
    for shard in sorted(shards):
        if ranges and ranges[-1][1] == shard - 1:
            ranges[-1] = ranges[-1][0], shard
        else:
            ranges.append((shard, shard))
    return ranges


def format_shards(shards: Collection[int]) -> str:
    """Format shards as a list such as `0-255,512`. `parse_shards` is the inverse."""
    return ",".join(f"{first}-{last}" if last > first else f"{first}" for first, last in shard_ranges(shards))


def join_shards(parts: Iterable[Shards]) -> Shards:
    """Join several sets of shards (groups of tables) into one."""
    return frozenset[int]().union(*parts)
