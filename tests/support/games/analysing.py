"""Analyses whose thread and thinkers are in a test's hand, and games that can be analysed."""

from concurrent.futures import Future
from random import Random
from typing import Any

from games.bots.coach.analyst import sample_choices
from games.services.analysis import analysis
from games.services.analysis.analysis import Job, analyse_game
from games.services.bots.worker_pool import Question
from tests.support.games.playing import play_on, running, short, user_at


class Hands:
    """The thread and the thinkers in the test's hand."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.asked: list[Question] = []
        self.gone = False
        self.faults = 0

    def ask(self, question: Question) -> "Future[Any]":
        self.asked.append(question)
        future: Future[Any] = Future()
        silent = self.gone or self.faults > 0
        self.faults -= silent
        future.set_result(None if silent else sample_choices(question.sight, seed=question.seed))
        return future

    def put(self, job: Job) -> None:
        self.jobs.append(job)

    def work(self, rounds: int = 99) -> None:
        while self.jobs and rounds:
            analysis._judge_round_of_job(self.jobs.pop(0))
            rounds -= 1


def played(*cards: int, **options: Any) -> str:
    table_id = running(3, **short(*(cards or (2, 1)), **options))
    play_on(table_id, Random(7))
    return table_id


def ask(table_id: str, seat: int = 0, *, of: int | None = None) -> Any:
    return analyse_game(table_id=table_id, user=user_at(table_id, seat), seat=of)
