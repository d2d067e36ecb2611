"""Where the time of another process's Python goes, read from outside by py-spy hundreds of times a second."""

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

SAMPLES_A_SECOND = 250
PY_SPY = Path(sys.executable).with_name("py-spy")
LEFT_OUT = "not measured: this account may not read other processes"
WATCH_TIMEOUT = 60.0
Rooms = Sequence[tuple[str, tuple[str, ...]]]
"""Names of places, each with parts of stacks by which it is known."""


def spy(pid: int, stacks: Path, seconds: float) -> None:
    """Sample a process for so long; writes `stacks`, or nothing where the system lets nobody look."""
    subprocess.run(
        [*_command(pid, stacks), "--duration", str(int(seconds))], check=False, capture_output=True
    )


@contextmanager
def spied(pid: int, stacks: Path) -> Iterator[None]:
    """Sample a process that starts just now, as soon as its Python runs, until the block ends."""
    watch = _started(_command(pid, stacks))
    try:
        yield
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait(WATCH_TIMEOUT)


def _started(command: list[str]) -> "subprocess.Popen[bytes]":
    """py-spy, once it has not given up at once: there is no Python yet in a process that has just begun."""
    until = time.monotonic() + 2
    while True:
        watch = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.1)
        if watch.poll() is None or time.monotonic() > until:
            return watch


def _command(pid: int, stacks: Path) -> list[str]:
    how = ["--gil", "--format", "raw", "--rate", str(SAMPLES_A_SECOND)]
    return [str(PY_SPY), "record", *how, "--output", str(stacks), "--pid", str(pid)]


def shares(stacks: Path, rooms: Rooms, rest: str) -> dict[str, float]:
    """The share of samples by room, the largest first; empty where there are none.

    A sample belongs to the first room of which a part is on its stack, else to the `rest`.
    """
    counted: Counter[str] = Counter()
    for line in stacks.read_text().splitlines() if stacks.exists() else ():
        stack, _, times = line.rpartition(" ")
        counted[next((room for room, parts in rooms if any(part in stack for part in parts)), rest)] += int(
            times
        )
    return {room: times / counted.total() for room, times in counted.most_common()}
