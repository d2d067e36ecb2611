"""A pool of search workers: a few niced processes that search for slow bots, coaches and analyses.

A question contains a sight, a level and a seed; the answer is an action, advice or a judgement. Workers that
die or hang are replaced, and a fallback answers in their place, so that every question is answered soon.
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

from core.sentence import decode_sentences
from games.bots.choose import choose_action
from games.bots.view import Action
from games.rules.protocol.advice import AdvisedChoices
from games.rules.protocol.analysis import Sample
from games.rules.protocol.memory import SeatSight

logger = logging.getLogger(__name__)

PROCESSES = max(1, min(4, (os.cpu_count() or 2) // 2))
NICENESS = 19
"""The niceness of workers: the lowest priority, so that processes that serve people come first."""
ANSWER_TIMEOUT = 5.0
"""Seconds after which a worker that has not answered counts as hung."""
MAX_WAITING = 64
"""Maximum waiting questions per worker; beyond that, the fallback answers at once."""
FALLBACK_LEVEL = "journeyman"
"""The level of the bot that answers if a worker cannot."""
ROOT = Path(__file__).resolve().parents[3]
COMMAND = (sys.executable, "-m", "games.services.bots.worker")
Answer = Action | AdvisedChoices | Sample | None


class Question(NamedTuple):
    """A decision for a search worker: the seat's view of the table (`sight`), and the random seed to use.

    `level` is a bot's level, COACH or ANALYST.
    """

    sight: SeatSight
    level: str
    seed: int
    deck: str = "modern"
    """The deck whose card names a coach uses."""


class WorkerPool:
    """Search workers and the questions waiting for them. The processes start when they are needed."""

    def __init__(
        self,
        *,
        command: Sequence[str] = COMMAND,
        processes: int = PROCESSES,
        max_waiting: int | None = None,
        fallback: "Callable[[Question], Answer] | None" = None,
    ) -> None:
        """Create the pool without starting any worker.

        `command` is the command line that starts a worker, and `processes` the number of workers. `fallback`
        is a function that answers a question if its worker fails or is too slow, or if `max_waiting`
        questions per worker (by default MAX_WAITING) are already waiting.
        """
        self._waiting: queue.SimpleQueue[tuple[Question, Future[Answer]] | None] = queue.SimpleQueue()
        self._max_waiting = (MAX_WAITING if max_waiting is None else max_waiting) * processes
        self._fallback = fallback or choose_fallback_move
        self._threads = [
            threading.Thread(
                target=_Worker(command, self._waiting, self._fallback).run,
                name=f"worker-{n}",
                daemon=True,
            )
            for n in range(processes)
        ]
        self._started = False
        self._start_lock = threading.Lock()

    def ask(self, question: Question) -> "Future[Answer]":
        """Queue a question and return a future for its answer.

        If the worker fails, or too many questions are waiting, the pool's fallback function provides the
        answer.
        """
        future: Future[Answer] = Future()
        if self._waiting.qsize() >= self._max_waiting:
            logger.warning("Too many wait for a search worker: a quick answer has to do")
            future.set_result(self._fallback(question))
            return future
        # Two threads may ask the first questions at the same moment.
        with self._start_lock:
            if not self._started:
                self._started = True
                for thread in self._threads:
                    thread.start()
        self._waiting.put((question, future))
        return future

    def stop(self) -> None:
        """Tell the workers to end after all waiting questions are answered. Do not wait for that."""
        if self._started:
            for _ in self._threads:
                self._waiting.put(None)


def choose_fallback_move(question: Question) -> Answer:
    """Return the action that a fast bot chooses, whatever level the question asks for.

    Pools use this function by default for questions that no search worker can answer. Return None if the
    player has no decision to make.
    """
    return choose_action(question.sight, level=FALLBACK_LEVEL, rng=random.Random(question.seed))


class _Worker:
    """A search worker's process, and the thread that sends it questions and waits for the answers."""

    def __init__(
        self,
        command: Sequence[str],
        waiting: "queue.SimpleQueue[tuple[Question, Future[Answer]] | None]",
        fallback: Callable[[Question], Answer],
    ) -> None:
        """Create a worker that takes questions from `waiting`, the queue of its pool.

        `command` starts the worker's process. `fallback` is a function that answers a question if the process
        fails.
        """
        self._command = command
        # None in the queue ends a worker.
        self._waiting = waiting
        self._fallback = fallback
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Answer questions from the queue. If the queue returns None, kill this worker's process and stop."""
        while (asked := self._waiting.get()) is not None:
            question, future = asked
            # The caller has stopped waiting, as the coach does after its timeout.
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._answer(question))
            except Exception as fault:
                # Even the fallback has failed. The caller must learn of that, and this thread must go on.
                future.set_exception(fault)
        self._kill_process()

    def _answer(self, question: Question) -> Answer:
        """Return the answer of this worker's process to a question.

        If the process fails or is too slow, kill the process and return the fallback function's answer.
        """
        try:
            return self._ask_process(question)
        except (OSError, ValueError) as fault:
            logger.warning("A search worker is replaced, and a quick answer has to do: %s", fault)
            self._kill_process()
            return self._fallback(question)

    def _ask_process(self, question: Question) -> Answer:
        """Send a question to this worker's process, and return the answer.

        Start the process first if it is not running. Raise OSError if the process cannot be started, ends, or
        does not answer within ANSWER_TIMEOUT seconds, and ValueError if the answer is invalid.
        """
        if self._process is None:
            # In a process group of its own, because a terminal's Ctrl-C is for the server, which ends it.
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
        if not _wait_for_output(process.stdout):
            raise TimeoutError(f"no answer in {ANSWER_TIMEOUT:g} seconds")
        line = process.stdout.readline()
        # The process has died before or while it wrote its answer.
        if not line.endswith(b"\n"):
            raise BrokenPipeError("it has died")
        answer: Answer = decode_sentences(orjson.loads(line))
        return answer

    def _kill_process(self) -> None:
        """Kill this worker's process, if it has one. The next question starts a new process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            # Otherwise, the killed process would stay as a zombie.
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _wait_for_output(output: IO[bytes]) -> bool:
    """Wait until there is output to read, and return True. Return False after ANSWER_TIMEOUT seconds.

    The end of the pipe also counts as output.
    """
    # `select.select` does not support the high file descriptors of a server with a thousand sockets.
    waiting = select.poll()
    waiting.register(output, select.POLLIN)
    return bool(waiting.poll(ANSWER_TIMEOUT * 1000))
