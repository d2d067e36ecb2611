"""A loop that sleeps is woken by its own thread and by others."""

import asyncio

import pytest

from core.scheduling.wake_up import WakeUpEvent
from tests.support.waiting import WAIT_TIMEOUT


async def test_nothing_is_told_when_the_time_is_over() -> None:
    assert not await WakeUpEvent().wait(0.001)


async def test_news_are_kept_until_they_are_cleared() -> None:
    wake_up = WakeUpEvent()
    wake_up.set()
    assert [await wake_up.wait(None), await wake_up.wait(0)] == [True, True]
    wake_up.clear()
    assert not await wake_up.wait(0)


async def test_another_thread_wakes_the_loop_up() -> None:
    wake_up = WakeUpEvent()
    waiting = asyncio.create_task(wake_up.wait(None))
    await asyncio.to_thread(wake_up.set_threadsafe)
    assert await waiting


@pytest.mark.parametrize("steps", range(4))
async def test_a_loop_that_is_cancelled_while_it_wakes_up_ends(steps: int) -> None:
    wake_up = WakeUpEvent()

    async def run() -> None:
        while True:
            wake_up.clear()
            await wake_up.wait(WAIT_TIMEOUT)

    running = asyncio.create_task(run())
    await asyncio.sleep(0)
    wake_up.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    done, _ = await asyncio.wait({running}, timeout=1)
    assert done
