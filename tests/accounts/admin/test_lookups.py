"""The lists of players and tokens are asked about what they show alone."""

import pytest
from django.urls import reverse


@pytest.mark.parametrize(
    ("model", "query", "status"),
    [
        ("token", {"digest__startswith": "a"}, 400),
        ("token", {"user__password__startswith": "a"}, 400),
        ("token", {"user": "1", "revoked_at__isnull": "True"}, 200),
        ("token", {"created_at__gte": "2026-01-01 00:00:00+00:00"}, 200),
        ("user", {"password__startswith": "a"}, 400),
        ("user", {"email__regex": "("}, 400),
        ("user", {"seats__isnull": "False"}, 400),
        ("user", {"kind": "guest"}, 200),
        ("user", {"kind__exact": "guest", "is_active__exact": "1"}, 200),
    ],
)
def test_only_the_lists_own_filters_are_answered(staff, model, query, status):
    assert staff.get(reverse(f"admin:accounts_{model}_changelist"), query).status_code == status
