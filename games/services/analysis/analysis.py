"""Analyses of finished games: requested by players, judged by a search worker, stored round by round.

One thread takes all requested analyses in turn, a round of each. Of several servers that are asked for the
same analysis one claims it, and the others report its progress. What a server that dies has not stored is
judged again at the next request.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from queue import SimpleQueue
from typing import NamedTuple, cast
from zlib import crc32

from django.db import close_old_connections, transaction
from django.utils import timezone

from core.refusal import NotFound
from games.bots.coach.analyst import ANALYST, SAMPLES, combine_samples
from games.models import Analysis, Table
from games.rules.errors import Busy, NotSeated
from games.rules.protocol.analysis import GameAnalysis, JudgedRound, Judgement, Sample
from games.rules.round import Round
from games.rules.state import State
from games.selectors.analyses import analysis_of, judged_round, seat_played, stored_analysis
from games.selectors.decisions import Decision, decisions
from games.selectors.sights import finished
from games.services.analysis.claims import Claim, Claimant, ClaimLost, this_process
from games.services.bots.worker_pool import Question, WorkerPool

logger = logging.getLogger(__name__)

MAX_RUNNING = 30
"""Analyses that may run or wait; further requests are refused."""
MAX_TRIES = 2
"""How often a sample is asked for: a worker that has died or hung is replaced meanwhile."""
OTHER_SEAT = "Nobody has asked for this player’s analysis yet, and only the player can."


class Unanswered(Exception):
    """The workers give no answer: the analysis stops, and goes on at the next request."""


class Progress(NamedTuple):
    """The number of judged rounds, and of all rounds."""

    done: int
    of: int


class Job(NamedTuple):
    """A running analysis: the scored rounds of `seat` that are still to be judged."""

    table_id: str
    seat: int
    user: int
    left: list[tuple[Round, list[Decision]]]
    by: Claimant

    def claim(self, clock: Callable[[], datetime]) -> Claim:
        """The claim of the process that has this job."""
        return Claim(self.table_id, self.seat, self.by, clock)


_workers = WorkerPool(processes=1, fallback=lambda question: None)
_queue: SimpleQueue[Job] = SimpleQueue()
_running: dict[int, tuple[str, int]] = {}
"""By person, the table and seat whose analysis is running."""
_lock = threading.Lock()
_thread: threading.Thread | None = None


def analyse_game(*, table_id: str, user: int | None, seat: int | None) -> GameAnalysis | Progress:
    """Return the analysis of `seat` (None: the asker's own), or its progress; start it if nobody has.

    A player who was replaced may ask for the former seat, as may its new player. Raises NotFinished; NotFound
    for an unknown seat; NotSeated for another seat's analysis that does not exist yet; and Busy if the asker
    has another one running, or too many are.
    """
    state = finished(table_id).state
    own = None if user is None else seat_played(state, user)
    wanted = own if seat is None else seat
    if wanted is None:
        raise NotSeated()
    if wanted >= len(state.seats):
        raise NotFound("There is no such seat.")
    so_far, scored = stored_analysis(table_id, wanted), _scored(state)
    if so_far.complete or not scored:
        return analysis_of(table_id, wanted, so_far.rounds)
    if user is None or wanted != own:
        raise NotSeated(OTHER_SEAT)
    if not Claim(table_id, wanted, this_process()).is_held_by_another():
        _start_job(table_id, wanted, user, state, len(so_far.rounds))
    return Progress(len(so_far.rounds), len(scored))


def judge_next_round(job: Job, *, clock: Callable[[], datetime] = timezone.now) -> bool:
    """Judge one more round and store it; whether there are more, and this process has to judge them."""
    claim = job.claim(clock)
    if not claim.take():
        return False
    more = False
    try:
        past, made_then = job.left.pop(0)
        if not _stored(job, past):
            judged = [(decision, _judgement(job, decision, claim)) for decision in made_then]
            _store(job, judged_round(past, job.seat, judged), None if job.left else clock())
        more = bool(job.left)
    finally:
        if not more:
            claim.release()
    return more


def _stored(job: Job, past: Round) -> bool:
    """Whether another server that had the claim before has judged this round already."""
    return any(judged["round"] == past.number for judged in stored_analysis(job.table_id, job.seat).rounds)


def _scored(state: State) -> list[Round]:
    return [past for past in state.all_rounds if past.points is not None]


def _start_job(table_id: str, seat: int, user: int, state: State, done: int) -> None:
    with _lock:
        going = _running.get(user)
        if going == (table_id, seat):
            return
        if going is not None:
            raise Busy("Another of your games is being analysed. Ask again when it is done.")
        if len(_running) >= MAX_RUNNING:
            raise Busy("Many games are being analysed right now. Ask again in a few minutes.")
        _running[user] = (table_id, seat)
    try:
        _enqueue(Job(table_id, seat, user, _left(table_id, seat, state, done), this_process()))
    except BaseException:
        _forget(user)
        raise


def _left(table_id: str, seat: int, state: State, done: int) -> list[tuple[Round, list[Decision]]]:
    """The scored rounds after the first `done`, each with the seat's decisions in it."""
    by_round = {
        number: list(some) for number, some in groupby(decisions(table_id, seat), lambda one: one.round)
    }
    return [(past, by_round[past.number]) for past in _scored(state)[done:]]


def _enqueue(job: Job) -> None:
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_work, name="analyses", daemon=True)
            _thread.start()
    _queue.put(job)


def _work() -> None:
    while True:
        _judge_turn(_queue.get())


def _judge_turn(job: Job) -> None:
    """Judge one round of a job, and queue it again; a fault ends it until the next request."""
    close_old_connections()
    try:
        more = judge_next_round(job)
    except ClaimLost:
        logger.warning("Another server now analyses seat %s at table %s", job.seat, job.table_id)
        more = False
    except Unanswered as fault:
        logger.warning("The analysis of seat %s at table %s waits: %s", job.seat, job.table_id, fault)
        more = False
    except Exception:
        logger.exception("The analysis of seat %s at table %s has stopped", job.seat, job.table_id)
        more = False
    close_old_connections()
    if more:
        _queue.put(job)
    else:
        _forget(job.user)


def _forget(user: int) -> None:
    with _lock:
        _running.pop(user, None)


def _judgement(job: Job, decision: Decision, claim: Claim) -> Judgement:
    """Several samples together; each is one short question, so that no worker is busy for long."""
    samples = []
    for number in range(SAMPLES):
        claim.renew()
        samples.append(_sample(job, decision, number))
    return combine_samples(samples)


def _sample(job: Job, decision: Decision, number: int) -> Sample:
    """Return one sample. Its seed is the same on every server."""
    seed = crc32(f"{job.table_id} {decision.number} {number}".encode())
    for _ in range(MAX_TRIES):
        sample = _workers.ask(Question(decision.sight, ANALYST, seed)).result()
        if sample is not None:
            return cast(Sample, sample)
    raise Unanswered(f"nobody judges entry {decision.number}")


def _store(job: Job, judged: JudgedRound, made_at: datetime | None) -> None:
    """Store a judged round; does nothing if another server was faster (with equal figures) or the table is
    gone.
    """
    with transaction.atomic():
        if not Table.objects.filter(pk=job.table_id).exists():
            job.left.clear()
            return
        Analysis.objects.get_or_create(table_id=job.table_id, seat=job.seat)
        row = Analysis.objects.select_for_update().get(table_id=job.table_id, seat=job.seat)
        if row.made_at is None:
            row.data = _rounds_with(row.data, judged)
            row.made_at = made_at
            row.save(update_fields=["data", "made_at"])


def _rounds_with(rounds: Sequence[JudgedRound], judged: JudgedRound) -> list[JudgedRound]:
    known = [past for past in rounds if past["round"] != judged["round"]]
    return sorted([*known, judged], key=lambda past: int(past["round"]))
