"""How figures are taken: in rounds that alternate with a bare baseline; medians, and nothing asserted."""

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Pair(NamedTuple):
    """Medians of a thing and its baseline, in seconds each time, and the median of the pairwise ratios."""

    thing: float
    baseline: float
    ratio: float


def machine() -> str:
    """Describe this machine in one line: number of cores, Python version, system and architecture."""
    python = platform.python_version()
    # The same release takes 1.4 times as long where it was built without profile-guided optimisation.
    build = "the system's own" if sys.base_prefix == "/usr" else "not the system's own"
    return f"{os.cpu_count()} cores, Python {python} ({build}), {platform.system()} {platform.machine()}"


def measure_cpu_seconds(job: Callable[[], object]) -> float:
    """Call `job` once, and return how many CPU seconds this process used for the call."""
    began = time.process_time()
    job()
    return time.process_time() - began


def compare(measured: Callable[[], object], baseline: Callable[[], object], rounds: int = 7) -> Pair:
    """Time two functions alternately, `rounds` times each after an untimed first call.

    Return the median CPU seconds of each, and the median over all rounds of `measured` / `baseline`.
    """
    measured(), baseline()
    pairs = [(measure_cpu_seconds(measured), measure_cpu_seconds(baseline)) for _ in range(rounds)]
    ratio = statistics.median(a / b for a, b in pairs)
    return Pair(statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), ratio)


def call_from_depth(depth: int, job: Callable[[], T]) -> T:
    """Call `job` with `depth` additional frames on the call stack, and return the result of `job`."""
    # Python keeps frames in chunks of memory. If a chunk happens to end inside a loop, each call there maps
    # and unmaps memory, which can double the time. So deeply nested code is measured from several depths.
    return call_from_depth(depth - 1, job) if depth else job()


def resident_kb() -> float:
    """Return the resident memory of this process in KB (1,024 bytes). Works only on Linux."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1024
