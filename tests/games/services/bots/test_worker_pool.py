"""Search workers answer as bots do, and every question is answered whatever becomes of the process."""

import resource
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from games.bots.choose import choose_action
from games.bots.coach.advice import COACH, advise_seat
from games.services.bots import worker_pool
from games.services.bots.worker_pool import Question, WorkerPool, choose_fallback_move
from tests.support.bots.sights import bidding, playing
from tests.support.waiting import WAIT_TIMEOUT

MANY = 1100
"""More files than `select` can look at."""
PROCESSES = Path("/proc")
SERVING = """
import importlib, os, pkgutil, random, sys
import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
django.setup()
import wizard_site.asgi
import accounts, games, tournaments, wizard_site

AT_HOME = {f"games.bots.search.{name}" for name in ("arrays", "playout", "reckoning", "trial")}
for package in (accounts, games, tournaments, wizard_site):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name not in AT_HOME:
            importlib.import_module(module.name)

from games.services.bots.worker_pool import Question, choose_fallback_move
from tests.support.bots.sights import bidding, playing

assert choose_fallback_move(Question(bidding("R7 W1 G3"), "master", 1))
assert choose_fallback_move(Question(playing("R7 W1 G3", bid=1), "master", 1))
assert not AT_HOME & set(sys.modules)
assert "numpy" not in sys.modules
"""
SIGHTS = [bidding("R7 W1 G3 B12"), playing("R7 W1 G3", bid=1, lying="R5"), playing("R7", bid=1)]


@pytest.fixture
def thinkers():
    """Makes thinkers, and stops them at the end."""
    made: list[WorkerPool] = []

    def make(**given) -> WorkerPool:
        made.append(WorkerPool(**{"processes": 1, **given}))
        return made[-1]

    yield make
    for each in made:
        each.stop()


@pytest.fixture
def started(monkeypatch) -> list[subprocess.Popen]:
    """The processes that are started, as they come."""
    found: list[subprocess.Popen] = []
    real = subprocess.Popen

    def popen(*args, **given):
        found.append(real(*args, **given))
        return found[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    return found


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def question(seed: int = 1, level: str = "master") -> Question:
    return Question(playing("R7 W1 G3 B12", bid=2, lying="R5"), level, seed)


def answered(thinkers: WorkerPool, asked: Question):
    return thinkers.ask(asked).result(WAIT_TIMEOUT)


def test_thinkers_answer_what_the_bots_answer(thinkers) -> None:
    others = thinkers(processes=2)
    asked = [Question(sight, "master", seed) for sight in SIGHTS for seed in range(3)]
    futures = [others.ask(each) for each in asked]
    assert [future.result(WAIT_TIMEOUT) for future in futures] == [
        choose_action(each.sight, level="master", rng=Random(each.seed)) for each in asked
    ]


def test_thinkers_answer_what_the_coach_advises(thinkers) -> None:
    advice = advise_seat(question().sight, seed=3)
    assert advice is not None
    assert answered(thinkers(), question(seed=3, level=COACH)) == advice.as_dict()


def test_what_else_answers_for_thinkers_is_said_by_who_has_them(thinkers, monkeypatch) -> None:
    away = thinkers(command=("/there/is/no/such/program",), fallback=lambda asked: None)
    assert answered(away, question()) is None
    assert thinkers(max_waiting=0, fallback=lambda asked: None).ask(question()).result(0) is None


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (python("input()"), "it has died"),
        (python("input(); print('nonsense', flush=True); input()"), "invalid literal"),
        (("/there/is/no/such/program",), "No such file"),
    ],
)
def test_a_quicker_bot_answers_for_thinkers_that_fail(thinkers, caplog, command, said) -> None:
    assert answered(thinkers(command=command), question()) == choose_fallback_move(question())
    assert said in caplog.text


def test_a_thinker_that_hangs_is_killed_and_a_quicker_bot_answers(thinkers, caplog, monkeypatch) -> None:
    killed = []
    kill = subprocess.Popen.kill
    lazy = python("import signal; signal.pause()")

    def note_kill(process: subprocess.Popen) -> None:
        # Stopped thinkers of an earlier test may be killed only now.
        if process.args[: len(lazy)] == [*lazy]:
            killed.append(process)
        kill(process)

    monkeypatch.setattr(worker_pool, "ANSWER_TIMEOUT", 0.05)
    monkeypatch.setattr(subprocess.Popen, "kill", note_kill)
    assert answered(thinkers(command=lazy), question()) == choose_fallback_move(question())
    assert "no answer in 0.05 seconds" in caplog.text
    assert [each.returncode for each in killed] == [-9]


def test_a_thinker_that_died_is_replaced(thinkers, started) -> None:
    others = thinkers()
    best = answered(others, question())
    started[0].kill()
    started[0].wait()
    assert answered(others, question()) == choose_fallback_move(question())
    assert answered(others, question()) == best
    assert len(started) == 2


def test_a_question_that_cannot_be_answered_costs_its_asker_alone(thinkers) -> None:
    others = thinkers()
    unreadable = Question({"legal": {"suits": [], "bids": [0], "cards": []}}, "master", 1)
    with pytest.raises(KeyError):
        answered(others, unreadable)
    assert answered(others, question()) == choose_action(question().sight, level="master", rng=Random(1))


def test_when_too_many_wait_a_quicker_bot_answers_at_once(thinkers, caplog, monkeypatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 0)
    assert thinkers().ask(question()).result(0) == choose_fallback_move(question())
    assert "Too many" in caplog.text


def test_thinkers_that_are_started_behind_a_thousand_sockets_think_as_ever(thinkers, caplog) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as crowd:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        crowd.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        while (end := crowd.enter_context(socket.socket())).fileno() < MANY:
            pass
        assert end.fileno() == MANY
        assert answered(thinkers(), question()) == choose_action(
            question().sight, level="master", rng=Random(1)
        )
    assert caplog.text == ""


def test_a_thinker_has_no_thread_but_its_own(thinkers, started, monkeypatch) -> None:
    """What reckons with arrays could start one for each processor, and they would idle."""
    if not PROCESSES.is_dir():
        pytest.skip("no list of threads on this system")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    answered(thinkers(), question())
    assert len(list((PROCESSES / str(started[0].pid) / "task").iterdir())) == 1


def test_a_process_that_serves_people_does_not_load_what_the_search_reckons_with() -> None:
    """Only who searches does: not with all that is imported, nor when a Journeyman decides."""
    assert subprocess.run(python(SERVING), cwd=worker_pool.ROOT).returncode == 0


def test_a_thinker_knows_the_bots_and_no_framework() -> None:
    code = (
        "import sys, games.services.bots.worker; sys.exit(not {'django', 'asyncio'}.isdisjoint(sys.modules))"
    )
    assert subprocess.run(python(code), cwd=worker_pool.ROOT).returncode == 0
