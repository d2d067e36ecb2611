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
StackGroups = Sequence[tuple[str, tuple[str, ...]]]
"""Names of places, each with parts of stacks by which it is known."""


def sample_stacks(pid: int, stacks: Path, seconds: float) -> None:
    """Sample a process's Python stacks for `seconds`, and count how often each stack occurs.

    Write the counts to the file `stacks`.
    """
    # No file is written if the system forbids this account to read the process.
    subprocess.run(
        [*_py_spy_command(pid, stacks), "--duration", str(int(seconds))], check=False, capture_output=True
    )


@contextmanager
def sampling_stacks(pid: int, stacks: Path) -> Iterator[None]:
    """Sample a process's Python stacks during the block, and write them to the file `stacks`."""
    # The process may have been started only just before.
    watch = _start_py_spy(_py_spy_command(pid, stacks))
    try:
        yield
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait(WATCH_TIMEOUT)


def _start_py_spy(command: list[str]) -> "subprocess.Popen[bytes]":
    """Start py-spy, and return its process. If py-spy ends at once, start it again, for up to 2 seconds.

    Then return the last process, although it has ended.
    """
    until = time.monotonic() + 2
    while True:
        watch = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.1)
        if watch.poll() is None or time.monotonic() > until:
            return watch


def _py_spy_command(pid: int, stacks: Path) -> list[str]:
    """Return the command that makes py-spy sample process `pid` and write the stacks to the file `stacks`."""
    how = ["--gil", "--format", "raw", "--rate", str(SAMPLES_A_SECOND)]
    return [str(PY_SPY), "record", *how, "--output", str(stacks), "--pid", str(pid)]


def sample_shares(stacks: Path, groups: StackGroups, other_group: str) -> dict[str, float]:
    """Return each group's share of the sampled stacks, from 0 to 1, largest first.

    `groups` has the name of each group, and the strings by which its stacks are known. A stack belongs to the
    first group with a string that occurs in the stack, or else to `other_group`. Return an empty dict if the
    file `stacks` does not exist.
    """
    counted: Counter[str] = Counter()
    for line in stacks.read_text().splitlines() if stacks.exists() else ():
        stack, _, times = line.rpartition(" ")
        counted[
            next((group for group, parts in groups if any(part in stack for part in parts)), other_group)
        ] += int(times)
    return {group: times / counted.total() for group, times in counted.most_common()}
