"""Due rows are claimed by one of several schedulers, and become due again when it dies."""

from datetime import timedelta

import pytest

from core.scheduling.claims import claim_due_row
from tests.support.tournaments.events import AT, event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(seconds=5)


def test_of_two_who_saw_the_same_moment_one_claims_the_row() -> None:
    pk = event().pk
    Tournament.objects.filter(pk=pk).update(due_at=AT)
    claims = [claim_due_row(Tournament.objects.all(), pk=pk, due_at=AT, until=LATER) for _ in range(2)]
    assert claims == [True, False]
    assert Tournament.objects.get(pk=pk).due_at == LATER


def test_a_row_whose_moment_was_moved_since_is_not_claimed() -> None:
    pk = event().pk
    Tournament.objects.filter(pk=pk).update(due_at=LATER)
    assert not claim_due_row(Tournament.objects.all(), pk=pk, due_at=AT, until=LATER + timedelta(seconds=5))
    assert Tournament.objects.get(pk=pk).due_at == LATER
