"""Bots that think long do so in processes of their own: few, niced, and replaced when they die or hang.

Whoever asks gets a future and waits for nobody. What goes out is a sight, a level and a seed; what comes back
is an action, that of a quicker bot when the thinkers cannot help. Coaches think in the same way, where the
level is theirs.
"""

import contextlib
import logging
import os
import queue
import random
import select
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson

from games.bots.choose import choose

logger = logging.getLogger(__name__)

PROCESSES = max(1, min(4, (os.cpu_count() or 2) // 2))
NICE = 19
"""The niceness of a thinker: it stands back behind the processes that serve people."""
PATIENCE = 5.0
"""Seconds after which a thinker that has not answered is taken to hang."""
MOST_WAITING = 64
"""Questions that may wait for each process; beyond that the quicker bot answers at once."""
INSTEAD = "journeyman"
"""The level that answers for thinkers who cannot."""
ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "games.services.thinker")
Answer = dict[str, Any] | None


class Question(NamedTuple):
    """What a bot of `level` is to decide on this sight with dice of this seed."""

    sight: dict[str, Any]
    level: str
    seed: int


class Thinkers:
    """The processes and what waits for them; a process is started when it is first needed.

    `instead` answers in this process, at once, what the thinkers cannot; `most_waiting` is for each of them.
    """

    def __init__(
        self,
        *,
        command: Sequence[str] = COMMAND,
        processes: int = PROCESSES,
        most_waiting: int | None = None,
        instead: "Callable[[Question], Answer] | None" = None,
    ) -> None:
        self._waiting: queue.SimpleQueue[tuple[Question, Future[Answer]] | None] = queue.SimpleQueue()
        self._most_waiting = (MOST_WAITING if most_waiting is None else most_waiting) * processes
        self._instead = instead or quicker
        self._threads = [
            threading.Thread(
                target=_Thinker(command, self._waiting, self._instead).run, name=f"thinker-{n}", daemon=True
            )
            for n in range(processes)
        ]
        self._started = False

    def ask(self, question: Question) -> "Future[Answer]":
        """The answer that will come; always one comes, and soon."""
        future: Future[Answer] = Future()
        if self._waiting.qsize() >= self._most_waiting:
            logger.warning("Too many wait for a thinker: a quick answer has to do")
            future.set_result(self._instead(question))
            return future
        if not self._started:
            self._started = True
            for thread in self._threads:
                thread.start()
        self._waiting.put((question, future))
        return future

    def stop(self) -> None:
        """End the processes; what still waits is answered by none."""
        if self._started:
            for _ in self._threads:
                self._waiting.put(None)


def quicker(question: Question) -> Answer:
    """What the quicker bot does in this place."""
    return choose(question.sight, level=INSTEAD, dice=random.Random(question.seed))


class _Thinker:
    """One process and the thread that waits for it."""

    def __init__(
        self,
        command: Sequence[str],
        waiting: "queue.SimpleQueue[tuple[Question, Future[Answer]] | None]",
        instead: Callable[[Question], Answer],
    ) -> None:
        self._command = command
        self._waiting = waiting
        self._instead = instead
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Answer until told to stop."""
        while (asked := self._waiting.get()) is not None:
            question, future = asked
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._answer(question))
            except Exception as fault:
                future.set_exception(fault)
        self._end()

    def _answer(self, question: Question) -> Answer:
        try:
            return self._thought(question)
        except (OSError, ValueError) as fault:
            logger.warning("A thinker is replaced, and a quick answer has to do: %s", fault)
            self._end()
            return self._instead(question)

    def _thought(self, question: Question) -> Answer:
        """What the process says; OSError where it died or hangs, ValueError where that is no answer."""
        if self._process is None:
            # In a group of its own: a terminal's Ctrl-C is for the server, which ends in order.
            self._process = subprocess.Popen(
                [*self._command, str(NICE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                process_group=0,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(orjson.dumps(question._asdict()) + b"\n")
        process.stdin.flush()
        if not _has_spoken(process.stdout):
            raise TimeoutError(f"no answer in {PATIENCE:g} seconds")
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise BrokenPipeError("it has died")
        answer: Answer = orjson.loads(line)
        return answer

    def _end(self) -> None:
        """Kill the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _has_spoken(output: IO[bytes]) -> bool:
    """Whether there is something to read, or nothing will ever be, before patience ends.

    `select` would refuse whatever a server with a thousand sockets opens.
    """
    waiting = select.poll()
    waiting.register(output, select.POLLIN)
    return bool(waiting.poll(PATIENCE * 1000))
