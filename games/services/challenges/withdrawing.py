"""Challenges that their challengers withdraw."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from games.models import Challenge
from games.models.challenge import ChallengeAnswer
from games.services.challenges.challenging import announce_inboxes
from games.services.challenges.errors import NoSuchChallenge
from games.services.challenges.new_tables import end_table, tell_players


def withdraw_challenge(*, table_id: str, user: User, name: str, now: datetime) -> None:
    """Withdraw the user's open challenge to the person with this name; raises NoSuchChallenge.

    A table that waits for everybody who was challenged together ends, and those who wait there are told.
    """
    challenges = Challenge.objects.filter(table=table_id, challenger=user, answer="", expires_at__gt=now)
    challenge = challenges.filter(challenged__in=User.objects.named(name)).first()
    if challenge is None:
        raise NoSuchChallenge
    with transaction.atomic():
        if challenges.filter(pk=challenge.pk).update(answer=ChallengeAnswer.WITHDRAWN, answered_at=now):
            announce_inboxes([challenge.challenged_id])
            if challenge.together:
                why = Sentence("%(name)s has withdrawn the challenge.", name=user.username)
                tell_players(table_id=table_id, why=why, now=now, but=user.pk)
    if challenge.together:
        end_table(table_id, now=now)
