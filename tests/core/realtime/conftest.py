"""A broker that the test controls."""

import pytest

from core.realtime import bus
from tests.support.fake_broker import FakeBroker, Redis


@pytest.fixture
def redis(monkeypatch, settings) -> Redis:
    """The broker of a site that has one."""
    settings.REDIS_URL = "redis://somewhere"
    monkeypatch.setattr(bus, "open_broker", FakeBroker)
    FakeBroker.redis = Redis()
    return FakeBroker.redis
