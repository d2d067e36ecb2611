"""The queue of an application's messages keeps their order and loses none, like asyncio's own."""

import asyncio

from core.asgi.message_queue import MessageQueue


async def test_messages_arrive_in_order_whether_they_were_there_before_or_not():
    queue = MessageQueue()
    queue.put_nowait(1)
    queue.put_nowait(2)
    assert [await queue.get(), await queue.get()] == [1, 2]
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait(3)
    assert await waiting == 3


async def test_several_that_wait_are_served_in_turn():
    queue = MessageQueue()
    waiting = [asyncio.create_task(queue.get()) for _ in range(3)]
    await asyncio.sleep(0)
    for message in (1, 2, 3):
        queue.put_nowait(message)
    assert await asyncio.gather(*waiting) == [1, 2, 3]


async def test_a_message_for_a_reader_that_is_cancelled_goes_to_the_next():
    queue = MessageQueue()
    first, second = asyncio.create_task(queue.get()), asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait(1)
    # It has been woken already, but has not taken the message yet.
    first.cancel()
    assert await second == 1
    assert first.cancelled()


async def test_a_reader_that_is_cancelled_while_nothing_comes_takes_nothing():
    queue = MessageQueue()
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    reader.cancel()
    await asyncio.wait([reader])
    queue.put_nowait(1)
    assert await queue.get() == 1
