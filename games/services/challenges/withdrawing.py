"""Withdrawing challenges."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from games.models import Challenge
from games.models.challenge import ChallengeAnswer
from games.services.challenges.challenging import announce_inbox_changes
from games.services.challenges.errors import NoSuchChallenge
from games.services.challenges.new_tables import queue_failed_challenge_emails, remove_all_players


def withdraw_challenge(*, table_id: str, user: User, name: str, now: datetime) -> None:
    """Withdraw the user's unanswered challenge to a person, or raise NoSuchChallenge.

    If the challenge was for a group, remove everybody from the table.
    """
    challenges = Challenge.objects.filter(table=table_id, challenger=user, answer="", expires_at__gt=now)
    challenge = challenges.filter(challenged__in=User.objects.filter_by_name(name)).first()
    if challenge is None:
        raise NoSuchChallenge
    with transaction.atomic():
        if challenges.filter(pk=challenge.pk).update(answer=ChallengeAnswer.WITHDRAWN, answered_at=now):
            announce_inbox_changes([challenge.challenged_id])
            # Without one of its players, a group's game cannot begin.
            if challenge.together:
                reason = Sentence("%(name)s has withdrawn the challenge.", name=user.username)
                queue_failed_challenge_emails(
                    table_id=table_id, reason=reason, now=now, except_user_id=user.pk
                )
    if challenge.together:
        remove_all_players(table_id, now=now)
