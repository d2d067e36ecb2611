"""Each field of calls about people, matches, favourites, devices and undo, filled with what it can't be."""

import json
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import FriendRequest
from games.models import Challenge, Favourite, MatchRequest
from games.services.lobby.favourites import save_favourite
from notifications.models import PushDevice
from tests.support.games.people import api_of, person
from tests.support.games.playing import opened, running
from tests.support.notifications.browser_keys import Browser

pytestmark = pytest.mark.django_db
HUGE = 10**30
LONG = "a" * 10_000
# Hidden characters: a name or a text may look like another one.
HIDDEN = ["\0", "a\0b", "\ud800", "\x1b[2J", "a\u202eb"]
WRONG: dict[type, list[Any]] = {
    str: [*HIDDEN, LONG, None, 1, 1.5, True, [], {}, ["bob"]],
    int: ["", "x", "٣x", "1e3", -1, HUGE, -HUGE, 1.5, [], {}, [4]],
    bool: ["", "maybe", 7, [], {}, [True]],
    list: ["", "bob", 5, True, {}, {"0": "bob"}, [[]], [None], [{}], ["\0"], ["bob"] * 1000],
    dict: ["", "x", 5, True, [], [[]], {"nonsense": 1}, {"rounds": {}}, {"clock": HUGE}, {"\0": "\0"}],
}
"""By the type of a field's good value, what is never one."""
GAME = {
    "name": "Fridays",
    "seats": 4,
    "bots": 1,
    "bot_level": "master",
    "visibility": "public",
    "visiting_bots": True,
    "options": {"preset": "standard"},
}
CALLS: dict[tuple[str, str], dict[str, Any]] = {
    ("post", "me/friend-requests"): {"username": "bob"},
    ("post", "tables/{open}/challenges"): {"usernames": ["bob"]},
    ("post", "match"): {
        "size": 4,
        "pace": "fast",
        "fill_with_bots": True,
        "bot_level": "master",
        "salt": "ab",
    },
    ("post", "me/favourites"): GAME,
    ("put", "me/favourites/{favourite}"): {"name": "Fridays"},
    ("post", "me/push"): Browser().subscription(name="Phone"),
    ("post", "tables/{running}/actions"): {"id": "one", "type": "answer_undo", "allow": True},
}
FIELDS = [(*call, field) for call, body in CALLS.items() for field in body if field != "id"]
NULLABLE = {"size", "bot_level", "visibility", "options", "fill_with_bots", "salt"}


@pytest.mark.parametrize(("method", "path", "field"), FIELDS)
def test_a_field_that_is_none_of_its_kind_is_refused_and_nothing_is_stored(
    method: str, path: str, field: str
) -> None:
    alice = person("alice")
    person("bob")
    favourite = save_favourite(user=alice, name="Mondays", size=4, now=timezone.now())
    ids = {"open": opened(alice, size=4), "running": running(undo=True), "favourite": favourite.pk}
    client, url = api_of(alice), f"/api/v1/{path}".format(**ids)
    good = CALLS[method, path]
    for value in WRONG[type(good[field])]:
        if value is None and field in NULLABLE:
            continue
        answer = client.generic(
            method.upper(), url, json.dumps({**good, field: value}), content_type="application/json"
        )
        assert answer.status_code in (400, 404), (value, answer.content)
        assert answer["Content-Type"] == "application/problem+json"
    assert [each.name for each in Favourite.objects.all()] == ["Mondays"]
    stored = (FriendRequest, Challenge, MatchRequest, PushDevice)
    assert not any(model.objects.exists() for model in stored)
