"""Analyses of finished games: requested by players, judged by a search worker, stored round by round.

One thread works on all requested analyses in turn, a round at a time. If several servers are asked for the
same analysis, one of them claims it and the others report its progress. Rounds that a dead server did not
store are judged again at the next request.
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
from core.sentence import Sentence
from games.bots.coach.analyst import ANALYST, SAMPLES, combine_samples
from games.models import Analysis, Table
from games.rules.errors import Busy, NotSeated
from games.rules.protocol.analysis import GameAnalysis, JudgedRound, Judgement, Progress, Sample
from games.rules.round import Round
from games.rules.state import State
from games.selectors.analysis.analyses import (
    build_analysis,
    build_judged_round,
    find_current_or_last_seat,
    find_stored_analysis,
)
from games.selectors.analysis.decisions import Decision, decisions_of_seat
from games.selectors.sights import load_finished_table
from games.services.analysis.claims import Claim, Claimant, ClaimLost, claimant_of_this_process
from games.services.bots.worker_pool import Question, WorkerPool

logger = logging.getLogger(__name__)

MAX_RUNNING = 30
"""Maximum analyses that may run or wait; further requests are refused."""
MAX_TRIES = 2
"""How often a sample is requested; a worker that has died or hangs is replaced in between."""
OTHER_SEAT = Sentence("Nobody has asked for this player’s analysis yet, and only the player can.")


class Unanswered(Exception):
    """No search worker has answered. The analysis stops, and is continued at the next request."""


class Job(NamedTuple):
    """An analysis in progress of the game of one seat, requested by `user`.

    `rounds_left` are the rounds still to be judged, each with the seat's decisions. `claimant` is the process
    that works on the analysis.
    """

    table_id: str
    seat: int
    user: int
    rounds_left: list[tuple[Round, list[Decision]]]
    claimant: Claimant

    def create_claim(self, clock: Callable[[], datetime]) -> Claim:
        """Create the claim by which the process that works on this job can reserve the job's analysis.

        Nothing is reserved until `Claim.take` is called. `clock` returns the current time.
        """
        return Claim(self.table_id, self.seat, self.claimant, clock)


# Unlike a bot's move, an analysis can wait: without an answer it stops until the next request.
_workers = WorkerPool(processes=1, fallback=lambda question: None)
_queue: SimpleQueue[Job] = SimpleQueue()
_running: dict[int, tuple[str, int]] = {}
"""The table and seat of each user's analysis in progress."""
_lock = threading.Lock()
_thread: threading.Thread | None = None


def analyse_game(*, table_id: str, user: int | None, seat: int | None) -> GameAnalysis | Progress:
    """Return the analysis of a seat's decisions, or the progress of the analysis if it is not complete.

    Start or continue an incomplete analysis, unless another process works on it. `user` is the user's id, or
    None for a visitor who is not signed in. If `seat` is None, use the user's own seat. For a user who was
    replaced, this is the user's last seat.

    Raise NotSeated if the analysis is incomplete and the seat is not the user's own, or if `seat` is None and
    the user has no own seat. Raise NotFound if there is no such seat, and NotFinished if the game is not over
    or its record is still held back. Raise Busy if the analysis cannot be started, because another analysis
    for this user is in progress, or because this process has too many analyses in progress.
    """
    state = load_finished_table(table_id).state
    own = None if user is None else find_current_or_last_seat(state, user)
    wanted = own if seat is None else seat
    if wanted is None:
        raise NotSeated()
    if wanted >= len(state.seats):
        raise NotFound(Sentence("There is no such seat."))
    so_far, scored = find_stored_analysis(table_id, wanted), _list_scored_rounds(state)
    if so_far.complete or not scored:
        return build_analysis(table_id, wanted, so_far.rounds)
    if user is None or wanted != own:
        raise NotSeated(OTHER_SEAT)
    if not Claim(table_id, wanted, claimant_of_this_process()).is_held_by_another():
        _start_job(table_id, wanted, user, state, len(so_far.rounds))
    return Progress(len(so_far.rounds), len(scored))


def judge_next_round(job: Job, *, clock: Callable[[], datetime] = timezone.now) -> bool:
    """Judge the seat's decisions in the job's next round, and store the judgements.

    Return whether rounds are left. Return False also if another process has reserved the analysis.
    """
    claim = job.create_claim(clock)
    if not claim.take():
        return False
    more = False
    try:
        past, made_then = job.rounds_left.pop(0)
        if not _is_round_judged(job, past):
            # This raises Unanswered if no search worker answers, and ClaimLost if another process takes over.
            judged = [(decision, _judge_decision(job, decision, claim)) for decision in made_then]
            _store_round(
                job, build_judged_round(past, job.seat, judged), None if job.rounds_left else clock()
            )
        more = bool(job.rounds_left)
    finally:
        # Also after an exception, so that another server need not wait until the claim expires.
        if not more:
            claim.release()
    return more


def _is_round_judged(job: Job, past_round: Round) -> bool:
    """Return whether the judgements of this round are already stored, whichever process has made them."""
    return any(
        judged["round"] == past_round.number for judged in find_stored_analysis(job.table_id, job.seat).rounds
    )


def _list_scored_rounds(state: State) -> list[Round]:
    """Return the game's rounds that have been scored."""
    return [past for past in state.all_rounds if past.points is not None]


def _start_job(table_id: str, seat: int, user_id: int, state: State, judged_count: int) -> None:
    """Queue a job that judges the decisions in the scored rounds after the first `judged_count` rounds.

    Do nothing if the user's job for this seat is in progress. Raise Busy if the user has another job, or if
    the server has too many.
    """
    with _lock:
        going = _running.get(user_id)
        if going == (table_id, seat):
            return
        if going is not None:
            raise Busy(Sentence("Another of your games is being analysed. Ask again when it is done."))
        if len(_running) >= MAX_RUNNING:
            raise Busy(Sentence("Many games are being analysed right now. Ask again in a few minutes."))
        _running[user_id] = (table_id, seat)
    try:
        _queue_job(
            Job(
                table_id,
                seat,
                user_id,
                _list_rounds_left(table_id, seat, state, judged_count),
                claimant_of_this_process(),
            )
        )
    # Otherwise, this user could start no analysis until the server restarts.
    except BaseException:
        _forget_job(user_id)
        raise


def _list_rounds_left(
    table_id: str, seat: int, state: State, judged_count: int
) -> list[tuple[Round, list[Decision]]]:
    """Return the scored rounds after the first `judged_count`, each with the seat's decisions."""
    by_round = {
        number: list(some)
        for number, some in groupby(decisions_of_seat(table_id, seat), lambda one: one.round)
    }
    return [(past, by_round[past.number]) for past in _list_scored_rounds(state)[judged_count:]]


def _queue_job(job: Job) -> None:
    """Queue a job, and start the analysis thread if it is not running."""
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            # A daemon thread, which does not delay the server's stop: judged rounds are stored already.
            _thread = threading.Thread(target=_run_queued_jobs, name="analyses", daemon=True)
            _thread.start()
    _queue.put(job)


def _run_queued_jobs() -> None:
    """Take jobs from the queue one after another forever, and judge one round of each."""
    while True:
        _judge_round_of_job(_queue.get())


def _judge_round_of_job(job: Job) -> None:
    """Judge one round of a job. Queue the job again if rounds are left, and drop it after an error."""
    # Django does this only around requests, and this thread serves none.
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
        # After an error, the job starts again when the user next asks for the analysis.
        _forget_job(job.user)


def _forget_job(user_id: int) -> None:
    """Remove the user's job from the analyses in progress, so that the user can start another one."""
    with _lock:
        _running.pop(user_id, None)


def _judge_decision(job: Job, decision: Decision, claim: Claim) -> Judgement:
    """Return a search worker's judgement of a decision, combined from SAMPLES short judgements.

    A search worker is a separate process. While it works, extend `claim`, the reservation of the analysis.
    """
    samples = []
    # Several short questions, so that the worker is never busy for long.
    for number in range(SAMPLES):
        claim.renew()
        samples.append(_ask_for_sample(job, decision, number))
    return combine_samples(samples)


def _ask_for_sample(job: Job, decision: Decision, sample_number: int) -> Sample:
    """Ask a search worker (a separate process) for one short judgement of a decision.

    Each `sample_number` gives another random seed. Raise Unanswered if MAX_TRIES attempts bring no answer.
    """
    # Every server uses the same seed for the same sample.
    seed = crc32(f"{job.table_id} {decision.number} {sample_number}".encode())
    for _ in range(MAX_TRIES):
        sample = _workers.ask(Question(decision.sight, ANALYST, seed)).result()
        if sample is not None:
            return cast(Sample, sample)
    raise Unanswered(f"nobody judges entry {decision.number}")


def _store_round(job: Job, judged: JudgedRound, completed_at: datetime | None) -> None:
    """Store a judged round unless the analysis is already complete.

    `completed_at` is None for all rounds but the last. Drop the job's other rounds if the table no
    longer exists.
    """
    with transaction.atomic():
        if not Table.objects.filter(pk=job.table_id).exists():
            # Nobody needs the remaining rounds of a table that no longer exists.
            job.rounds_left.clear()
            return
        Analysis.objects.get_or_create(table_id=job.table_id, seat=job.seat)
        # All rounds are in one list, so without a lock one server could overwrite another's round.
        row = Analysis.objects.select_for_update().get(table_id=job.table_id, seat=job.seat)
        if row.made_at is None:
            row.data = _merge_round(row.data, judged)
            row.made_at = completed_at
            row.save(update_fields=["data", "made_at"])


def _merge_round(rounds: Sequence[JudgedRound], judged: JudgedRound) -> list[JudgedRound]:
    """Return the rounds in order, with `judged` added. `judged` replaces any round of the same number."""
    known = [past for past in rounds if past["round"] != judged["round"]]
    return sorted([*known, judged], key=lambda past: int(past["round"]))
