"""A search worker: a process that reads one question per line from its input, and writes the answers.

Its only argument is its niceness. It imports only the pure bots, no framework and no database, and ends when
its input ends.
"""

import os
import random
import signal
import sys

import orjson

from core.sentence import encode_for_json
from games.bots.choose import choose_action
from games.bots.coach.advice import COACH, advise_seat
from games.bots.coach.analyst import ANALYST, sample_choices
from games.rules.cards.deck_names import DeckNames


def answer_question(line: bytes) -> bytes:
    """Answer a question about a player's decision, and return the answer. Both are JSON.

    The answer is advice, an analysis of all choices or a bot's action, or null if the player has no decision
    to make.
    """
    asked = orjson.loads(line)
    if asked["level"] == COACH:
        advice = advise_seat(asked["sight"], seed=asked["seed"], names=DeckNames(asked["deck"]))
        # Without this option, orjson would write only a sentence's English text.
        return orjson.dumps(advice and advice.as_dict(), encode_for_json, orjson.OPT_PASSTHROUGH_SUBCLASS)
    if asked["level"] == ANALYST:
        return orjson.dumps(sample_choices(asked["sight"], seed=asked["seed"]))
    return orjson.dumps(choose_action(asked["sight"], level=asked["level"], rng=random.Random(asked["seed"])))


def main() -> None:
    """Answer the questions that the server writes to standard input, until the input ends. Ignore SIGTERM."""
    # The niceness is an argument so that tests can change it: beside browsers that use every core, a worker
    # of the lowest priority may not answer within a minute.
    os.nice(int(sys.argv[1]))
    # numpy's linear algebra, which no bot uses, would start an idle thread for each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A service manager sends SIGTERM to all processes at once. The server closes the input when it stops.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(answer_question(line) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The server has ended. Without this, Python would flush again at exit and fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
