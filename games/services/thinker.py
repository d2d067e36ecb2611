"""A process that only thinks, for bots and coaches: a question on each line of its input, answers come out.

Its one argument is its niceness. It knows the pure bots alone, no framework and no database, and ends when
its input does.
"""

import os
import random
import signal
import sys

import orjson

from games.bots.advice import COACH, advise
from games.bots.analyst import ANALYST, judge
from games.bots.choose import choose


def answer(line: bytes) -> bytes:
    """The answer to one question: an action, advice or a judgement; null where there is nothing to do."""
    asked = orjson.loads(line)
    if asked["level"] == COACH:
        advice = advise(asked["sight"], seed=asked["seed"])
        return orjson.dumps(advice and advice.as_dict())
    if asked["level"] == ANALYST:
        return orjson.dumps(judge(asked["sight"], seed=asked["seed"]))
    return orjson.dumps(choose(asked["sight"], level=asked["level"], dice=random.Random(asked["seed"])))


def main() -> None:
    """Answer until nobody asks; a question that cannot be answered ends the process with its traceback.

    A stop that a manager of services asks of all processes is the server's to follow: it ends in order, and
    then so does the input.
    """
    os.nice(int(sys.argv[1]))
    # Linear algebra, which no bot asks numpy for, would have a thread for each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(answer(line) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever asked ended meanwhile. What could not be said is not tried again at this process's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
