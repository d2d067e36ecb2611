"""Accepting and declining challenges."""

from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.realtime import bus
from core.sentence import Sentence
from games import broadcast
from games.models import Challenge
from games.models.challenge import ChallengeAnswer
from games.rules.errors import AlreadySeated
from games.selectors.people.challenges import challenges_of
from games.services.challenges.challenging import announce_inbox_changes
from games.services.challenges.errors import ChallengeOver, NoSuchChallenge
from games.services.challenges.new_tables import queue_failed_challenge_emails, remove_all_players
from games.services.lobby.lobby import take_seat


def accept_challenge(*, challenge_id: int, user: User, now: datetime, salt: str = "") -> str:
    """Accept a challenge by taking a seat, and return the table's id.

    No invite code is needed, even at a private table. `salt`, in hex, is the user's own share of the
    randomness of the deals. Raise NoSuchChallenge, ChallengeOver or another Refusal if the user cannot
    accept.
    """
    challenge = _find_received_challenge(challenge_id, user)
    if challenge.answer != ChallengeAnswer.ACCEPTED:
        _check_answerable(challenge, now)
    table = challenge.table
    with suppress(AlreadySeated):
        take_seat(table_id=table.pk, user=user, now=now, seat=challenge.seat, salt=salt, invite=table.invite)
    _store_answer(challenge, ChallengeAnswer.ACCEPTED, now)
    return table.pk


def decline_challenge(*, challenge_id: int, user: User, now: datetime) -> None:
    """Decline a challenge and notify the challenger.

    If the challenge was for a group, also remove everybody from its table. Raise NoSuchChallenge if the user
    has received no challenge with this id, and ChallengeOver if the challenge can no longer be answered.
    """
    challenge = _find_received_challenge(challenge_id, user)
    if challenge.answer != ChallengeAnswer.DECLINED:
        _check_answerable(challenge, now)
        _store_answer(challenge, ChallengeAnswer.DECLINED, now)
    # Also if it was declined before, because the process may have crashed in between.
    if challenge.together:
        remove_all_players(challenge.table_id, now=now)


def _find_received_challenge(challenge_id: int, user: User) -> Challenge:
    """Return the user's received challenge with this id. Raise NoSuchChallenge if there is none."""
    challenge = challenges_of(user).filter(pk=challenge_id).first()
    if challenge is None:
        raise NoSuchChallenge
    return challenge


def _check_answerable(challenge: Challenge, now: datetime) -> None:
    """Raise ChallengeOver, with the reason, if the challenge was answered or withdrawn, or has expired."""
    match challenge.answer:
        case ChallengeAnswer.WITHDRAWN:
            raise ChallengeOver(Sentence("This challenge was withdrawn."))
        case "":
            # If the game has started, `take_seat` raises.
            if challenge.expires_at <= now:
                raise ChallengeOver(Sentence("This challenge has expired."))
        case _:
            raise ChallengeOver(Sentence("You have answered this challenge already."))


def _store_answer(challenge: Challenge, answer: ChallengeAnswer, now: datetime) -> None:
    """Store an answer to a challenge, and notify the challenger and the challenged person after the commit.

    If the answer declines a group challenge, also queue emails to its other players who are offline. Do
    nothing if the challenge already has an answer.
    """
    with transaction.atomic():
        rows = Challenge.objects.filter(pk=challenge.pk, answer="")
        if rows.update(answer=answer, answered_at=now):
            answered = broadcast.ChallengeAnswered(challenge.pk, challenge.challenger_id)
            transaction.on_commit(partial(bus.publish_message, answered))
            announce_inbox_changes([challenge.challenged_id])
            if challenge.together and answer == ChallengeAnswer.DECLINED:
                reason = Sentence("%(name)s has declined the challenge.", name=challenge.challenged.username)
                queue_failed_challenge_emails(table_id=challenge.table_id, reason=reason, now=now)
