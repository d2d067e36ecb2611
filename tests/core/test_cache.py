"""The cache in Redis: while it is down the site goes on, does not wait for it, and says so once."""

import logging
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client, override_settings

from core import cache as module

NOWHERE = {
    "default": {
        "BACKEND": "core.cache.ForgivingRedisCache",
        "LOCATION": "redis://127.0.0.1:1",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
}


@pytest.fixture
def redis_is_down(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(module, "_rests_until", 0.0)
    monkeypatch.setattr(module, "_logged_at", -module.LOG_INTERVAL_SECONDS)
    with override_settings(CACHES=NOWHERE):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_down")
def test_calls_and_log_in_pages_go_on(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        assert client.get("/api/v1/tables").status_code == 200
        assert client.post("/api/v1/auth/guest", {}, "application/json").status_code == 201
        wrong = {"login": "alice", "password": "wrong"}
        assert client.post("/accounts/login/", wrong).status_code == 200
    said = [each for each in caplog.records if each.name == "core.cache"]
    assert [each.levelno for each in said] == [logging.ERROR]


@pytest.mark.usefixtures("redis_is_down")
def test_it_is_asked_again_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(caches["default"]._cache, "get", lambda *args: asked.append(args) or "value")
    cache.set("key", "value")
    assert cache.get("key", "nothing") == "nothing"
    assert not asked
    monkeypatch.setattr(module, "_rests_until", 0.0)
    assert cache.get("key", "nothing") == "value"


@pytest.mark.usefixtures("redis_is_down")
def test_what_is_not_there_says_so() -> None:
    assert cache.add("lock", True)
    assert cache.get("lock") is None
    assert not cache.delete("lock")
    with pytest.raises(ValueError):
        cache.incr("lock")
