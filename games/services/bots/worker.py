"""A search worker: a process that reads one question a line from its input and writes the answers.

Its only argument is its niceness. It imports the pure bots, no framework and no database, and ends with its
input.
"""

import os
import random
import signal
import sys

import orjson

from games.bots.choose import choose
from games.bots.coach.advice import COACH, advise
from games.bots.coach.analyst import ANALYST, judge


def answer(line: bytes) -> bytes:
    """The answer to one question: an action, advice or a judgement; null where there is nothing to do."""
    asked = orjson.loads(line)
    if asked["level"] == COACH:
        advice = advise(asked["sight"], seed=asked["seed"])
        return orjson.dumps(advice and advice.as_dict())
    if asked["level"] == ANALYST:
        return orjson.dumps(judge(asked["sight"], seed=asked["seed"]))
    return orjson.dumps(choose(asked["sight"], level=asked["level"], rng=random.Random(asked["seed"])))


def main() -> None:
    """Answer until the input ends; a question that cannot be answered ends the process with its traceback.

    SIGTERM, which a service manager sends to all processes, is left to the server: it ends in order, and so
    does the input then.
    """
    os.nice(int(sys.argv[1]))
    # numpy's linear algebra, which no bot uses, would start an idle thread for each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(answer(line) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The server has ended. Without this, Python would try to flush again at exit, and fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
