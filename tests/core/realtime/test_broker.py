"""The broker: a channel's messages reach whoever is subscribed to it, through one Redis or a cluster."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import pytest
from redis import RedisError
from redis.crc import key_slot

from core.realtime import broker
from core.realtime.broker import Broker
from core.realtime.channels import Subscribed, channel_name, shard_of_channel
from tests.support.faults.instances import Redis, RedisCluster, own_redis, own_redis_cluster
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.redis
SHARDS = [channel_name(shard) for shard in range(40)]


@pytest.fixture(scope="module")
def single() -> Iterator[Redis]:
    with own_redis() as running:
        yield running


@pytest.fixture(scope="module")
def cluster() -> Iterator[RedisCluster]:
    with own_redis_cluster() as running:
        yield running


@pytest.fixture(params=["single", "cluster"])
def site(request, settings) -> Redis | RedisCluster:
    """A site with one of these brokers."""
    running: Redis | RedisCluster = request.getfixturevalue(request.param)
    settings.REDIS_URL = running.url if request.param == "single" else ""
    settings.REDIS_CLUSTER_URL = running.url if request.param == "cluster" else ""
    return running


@contextlib.asynccontextmanager
async def connected() -> AsyncIterator[Broker]:
    connection = Broker()
    try:
        yield connection
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def subscribed(*channels: str) -> AsyncIterator[tuple[Broker, AsyncIterator[bytes | Subscribed]]]:
    """A connection that has subscribed to channels, and what it receives."""
    async with connected() as connection, asyncio.timeout(WAIT_TIMEOUT):
        await connection.set_subscriptions(set(channels))
        received = connection.receive()
        assert {await anext(received) for _ in channels} == set(channels)
        yield connection, received


async def test_a_channels_messages_arrive_in_order_and_those_of_others_do_not(site):
    async with subscribed(*SHARDS[::2]) as (_, received), connected() as sender:
        await sender.publish((name, f"{name} {turn}".encode()) for turn in range(3) for name in SHARDS)
        come = [await anext(received) for _ in range(3 * len(SHARDS[::2]))]
        for name in SHARDS[::2]:
            own = [data for data in come if data.startswith(f"{name} ".encode())]
            assert own == [f"{name} {turn}".encode() for turn in range(3)]


async def test_channels_may_be_changed(site):
    async with subscribed(*SHARDS[:10]) as (connection, received), connected() as sender:
        await connection.set_subscriptions(set(SHARDS[5:20]))
        assert {await anext(received) for _ in range(10)} == set(SHARDS[10:20])
        await sender.publish((name, name.encode()) for name in SHARDS)
        assert {await anext(received) for _ in range(15)} == {name.encode() for name in SHARDS[5:20]}


async def test_a_server_without_channels_is_left_and_may_be_needed_again(cluster, settings):
    settings.REDIS_CLUSTER_URL = cluster.url
    halves: dict[bool, str] = {key_slot(name.encode()) < 8192: name for name in SHARDS}
    async with subscribed(*halves.values()) as (connection, received), connected() as sender:
        await connection.set_subscriptions({halves[True]})
        while len(connection._receivers) > 1:
            await asyncio.sleep(0.001)
        await connection.set_subscriptions(set(halves.values()))
        assert await anext(received) == halves[False]
        await sender.publish([(halves[False], b"again")])
        assert await anext(received) == b"again"


async def test_a_channel_that_moves_to_another_server_is_noticed(cluster, settings):
    settings.REDIS_CLUSTER_URL = cluster.url
    name = next(name for name in SHARDS if key_slot(name.encode()) < 8192)
    async with subscribed(name) as (_, received):
        cluster.move_slot(key_slot(name.encode()))
        with pytest.raises(broker.ChannelMoved):
            await anext(received)
    async with subscribed(name) as (_, received), connected() as sender:
        await sender.publish([(name, b"there")])
        assert await anext(received) == b"there"


async def test_whoever_receives_notices_that_redis_ends(settings):
    with own_redis() as running:
        settings.REDIS_URL = running.url
        async with subscribed(channel_name()) as (_, received), connected() as sender:
            running.kill()
            with pytest.raises(RedisError):
                await anext(received)
            with pytest.raises(RedisError):
                await sender.publish([(channel_name(), b"lost")])


@pytest.mark.parametrize("messages", [1, 2])
async def test_a_cancelled_call_never_goes_on(site, messages):
    """Otherwise the relay would run on, and its process would not stop."""
    for switches in range(60):
        async with connected() as sender, connected() as receiver:
            calls = [
                asyncio.create_task(sender.publish([(SHARDS[0], b"news")] * messages)),
                asyncio.create_task(receiver.set_subscriptions({SHARDS[0]})),
            ]
            for _ in range(switches):
                await asyncio.sleep(0)
            cancelled = [call.cancel() for call in calls]
            await asyncio.wait(calls)
            assert [call.cancelled() for call in calls] == cancelled, switches


async def test_a_redis_that_does_not_answer_is_an_error(settings, monkeypatch):
    monkeypatch.setattr(broker, "REPLY_TIMEOUT_SECONDS", 0.2)
    with own_redis() as running:
        settings.REDIS_URL = running.url
        async with connected() as sender, subscribed(channel_name()) as (_, received):
            await sender.publish([(channel_name(), b"heard")])
            assert await anext(received) == b"heard"
            running.suspend()
            with pytest.raises(TimeoutError):
                await sender.publish([(channel_name(), b"lost")])
            with pytest.raises(TimeoutError):
                await sender.publish([(channel_name(), b"lost")] * 2)
            running.kill()


def test_channels_have_the_names_of_their_shards(settings):
    settings.REDIS_PREFIX = "here"
    assert [channel_name(), channel_name(7)] == ["here:news", "here:news:7"]
    assert [shard_of_channel(name) for name in ("here:news", "here:news:7")] == [None, 7]
