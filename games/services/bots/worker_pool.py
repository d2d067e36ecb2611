"""A pool of search workers: few niced processes that search for slow bots, coaches and analyses.

A question is a sight, a level and a seed, its answer an action, advice or a judgement. Workers that die or
hang are replaced, and a fallback answers in their place, so that every question is answered soon.
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
from typing import IO, NamedTuple

import orjson

from games.bots.choose import choose
from games.bots.view import Action
from games.rules.protocol.advice import AdvisedChoices
from games.rules.protocol.analysis import Sample
from games.rules.protocol.memory import SeatSight

logger = logging.getLogger(__name__)

PROCESSES = max(1, min(4, (os.cpu_count() or 2) // 2))
NICENESS = 19
"""Workers give way to the processes that serve people."""
ANSWER_TIMEOUT = 5.0
"""Seconds after which a worker that has not answered counts as hung."""
MAX_WAITING = 64
"""Questions that may wait for each worker; beyond that the fallback answers at once."""
FALLBACK_LEVEL = "journeyman"
"""The bot that answers for workers that cannot."""
ROOT = Path(__file__).resolve().parents[3]
COMMAND = (sys.executable, "-m", "games.services.bots.worker")
Answer = Action | AdvisedChoices | Sample | None


class Question(NamedTuple):
    """What a bot of `level` is to decide on this sight, with a random generator of this seed."""

    sight: SeatSight
    level: str
    seed: int


class WorkerPool:
    """The workers and the questions that wait for them; processes start when they are first needed.

    `fallback` answers in this process, at once, what no worker can; `max_waiting` is for each worker.
    """

    def __init__(
        self,
        *,
        command: Sequence[str] = COMMAND,
        processes: int = PROCESSES,
        max_waiting: int | None = None,
        fallback: "Callable[[Question], Answer] | None" = None,
    ) -> None:
        self._waiting: queue.SimpleQueue[tuple[Question, Future[Answer]] | None] = queue.SimpleQueue()
        self._max_waiting = (MAX_WAITING if max_waiting is None else max_waiting) * processes
        self._fallback = fallback or fallback_move
        self._threads = [
            threading.Thread(
                target=_Worker(command, self._waiting, self._fallback).run,
                name=f"worker-{n}",
                daemon=True,
            )
            for n in range(processes)
        ]
        self._started = False

    def ask(self, question: Question) -> "Future[Answer]":
        """Put a question; the future always gets an answer, and soon."""
        future: Future[Answer] = Future()
        if self._waiting.qsize() >= self._max_waiting:
            logger.warning("Too many wait for a search worker: a quick answer has to do")
            future.set_result(self._fallback(question))
            return future
        if not self._started:
            self._started = True
            for thread in self._threads:
                thread.start()
        self._waiting.put((question, future))
        return future

    def stop(self) -> None:
        """End the workers; questions that still wait get no answer."""
        if self._started:
            for _ in self._threads:
                self._waiting.put(None)


def fallback_move(question: Question) -> Answer:
    """What a quick bot does in the same place."""
    return choose(question.sight, level=FALLBACK_LEVEL, rng=random.Random(question.seed))


class _Worker:
    """One process, and the thread that writes questions to it and waits for answers."""

    def __init__(
        self,
        command: Sequence[str],
        waiting: "queue.SimpleQueue[tuple[Question, Future[Answer]] | None]",
        fallback: Callable[[Question], Answer],
    ) -> None:
        self._command = command
        self._waiting = waiting
        self._fallback = fallback
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Answer questions until told to stop; runs on the worker's thread."""
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
            return self._ask_process(question)
        except (OSError, ValueError) as fault:
            logger.warning("A search worker is replaced, and a quick answer has to do: %s", fault)
            self._end()
            return self._fallback(question)

    def _ask_process(self, question: Question) -> Answer:
        """The answer of the process; raises OSError if it died or hangs, ValueError if that is no answer."""
        if self._process is None:
            # In a process group of its own: a terminal's Ctrl-C is for the server, which ends it.
            self._process = subprocess.Popen(
                [*self._command, str(NICENESS)],
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
        if not _has_output(process.stdout):
            raise TimeoutError(f"no answer in {ANSWER_TIMEOUT:g} seconds")
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise BrokenPipeError("it has died")
        answer: Answer = orjson.loads(line)
        return answer

    def _end(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _has_output(output: IO[bytes]) -> bool:
    """Whether there is output, or the end of it, within the time-out.

    `poll`, because `select` refuses the high file numbers of a server with a thousand sockets.
    """
    waiting = select.poll()
    waiting.register(output, select.POLLIN)
    return bool(waiting.poll(ANSWER_TIMEOUT * 1000))
