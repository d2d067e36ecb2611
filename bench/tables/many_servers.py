"""One, two and four servers on PostgreSQL and Redis, behind HAProxy and without it: what each adds to a move.

The servers run no tables themselves: a scheduler in a process of its own does, as in docs/operating.md. All
ways are measured several times in the one run, in turn and then in the opposite order. Without a proxy each
table's players are at the server to which the proxy would send them, or spread over all of them.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from statistics import mean
from typing import NamedTuple

from redis import Redis

from bench.proxying import LEFT_OUT, Proxy, find_haproxy, run_haproxy
from bench.serving import processor_seconds
from bench.tables.fill import FilledTable, start_games
from bench.tables.load import LoadedTable, connect_tables
from bench.tables.moves import OPTIONS, MoveFigures, measure_load
from bench.tables.sites import REDIS, Site, postgres_database, run_servers_and_schedulers
from games.shards import shard_of

TITLE = "Many servers"
TABLES = 32
SPARES = 8
SECONDS = 4.0
COUNTS = (1, 2, 4)
ROUNDS = 4
SCHEDULER_TIMEOUT = 30.0
DIRECT, SPREAD = "without a proxy", "without a proxy, each table's players at both"
TCP_PROXY, UNIX_PROXY = "through HAProxy, by TCP", "through HAProxy, by Unix sockets"
LOAD = "the load"


class ServerSetup(NamedTuple):
    """How many servers there are, and how players reach them."""

    servers: int
    method: str


class SetupResult(NamedTuple):
    """What was measured of one way: means of all its rounds, and all the shards of its tables."""

    rate: float
    p99: float
    """Milliseconds until the last seat had the update."""
    costs: dict[str, float]
    """Processor ms a move, by the kind of process."""
    shards: int
    shared: int
    """Shards whose messages went to more than one server."""

    @property
    def cost(self) -> float:
        """The CPU milliseconds per move of all processes except the load generator."""
        return sum(cost for kind, cost in self.costs.items() if kind != LOAD)


def main() -> None:
    """Print the moves per second and the CPU time of one, two and four servers, with and without HAProxy."""
    for line in report().splitlines():
        print(f"servers   {line}")


def report() -> str:
    """Return the moves per second and the CPU time of one, two and four servers, as Markdown tables."""
    found = measure_setups()
    kinds = list(next(iter(found.values())).costs)
    lines = [
        f"{TABLES} tables at full speed, PostgreSQL and Redis, servers without schedulers and one scheduler",
        f"beside them; means of {ROUNDS} times {SECONDS:g} s, in turn. Costs are processor ms a move; their",
        "sum is without the load, which is one process on the same processors. HAProxy routes by shard as",
        "docs/deploy/haproxy.cfg says, here without TLS.",
        "",
        f"| servers | | moves a second | p99 to the last seat, ms | {' | '.join(kinds)} | sum |",
        f"{'| --- ' * (len(kinds) + 5)}|",
    ]
    for setup, each in found.items():
        costs = " | ".join(f"{cost:.2f}" for cost in each.costs.values())
        lines.append(
            f"| {setup.servers} | {setup.method} | {each.rate:,.0f} | {each.p99:.1f} "
            f"| {costs} | {each.cost:.2f} |"
        )
    if find_haproxy() is None:
        lines += ["", f"HAProxy is {LEFT_OUT}."]
    return "\n".join([*lines, "", *_goals_table(found)])


def _goals_table(found: Mapping[ServerSetup, SetupResult]) -> list[str]:
    """Return the lines of a Markdown table that compares the goals with the measured results."""
    method = UNIX_PROXY if ServerSetup(1, UNIX_PROXY) in found else DIRECT
    dearer = found[ServerSetup(COUNTS[-1], method)].cost / found[ServerSetup(1, method)].cost
    spread = found[ServerSetup(2, SPREAD)].rate / found[ServerSetup(2, DIRECT)].rate
    together = [each for setup, each in found.items() if setup.method != SPREAD]
    shared, shards = sum(each.shared for each in together), sum(each.shards for each in together)
    return [
        "| wanted | found |",
        "| --- | --- |",
        "| four servers: at most 1.3 times the processor time of one for a move "
        f"| {dearer:.2f} times, {method} |",
        f"| players spread over two servers: 0.8 times the rate of players at one | {spread:.2f} times |",
        f"| {UNIX_PROXY}: 0.9 times the rate without it | {_proxy_speed_ratios(found, UNIX_PROXY)} |",
        f"| {TCP_PROXY}: the same | {_proxy_speed_ratios(found, TCP_PROXY)} |",
        "| no server hears of tables that it does not serve "
        f"| {shared} of {shards} shards with players went to several servers |",
    ]


def _proxy_speed_ratios(found: Mapping[ServerSetup, SetupResult], method: str) -> str:
    """Compare the speed through a proxy with the speed of direct connections.

    Return the ratios as text. `method` is the kind of proxy connection.
    """
    ratios = [
        f"{found[ServerSetup(count, method)].rate / found[ServerSetup(count, DIRECT)].rate:.2f} with {count}"
        for count in COUNTS
        if ServerSetup(count, method) in found
    ]
    return ", ".join(ratios) or LEFT_OUT


@cache
def measure_setups() -> dict[ServerSetup, SetupResult]:
    """Measure each number of servers with each connection method. Combine the results of ROUNDS rounds."""
    rounds: dict[ServerSetup, list[tuple[MoveFigures, Counter[int]]]] = {}
    with postgres_database() as migrated:
        start_games(migrated, 0, options=OPTIONS)
        for number in range(ROUNDS):
            for count in COUNTS[:: -1 if number % 2 else 1]:
                # Players connect directly or through HAProxy. With two servers, each table's players are also
                # spread over both.
                proxies = [TCP_PROXY, UNIX_PROXY] if find_haproxy() else []
                methods = [DIRECT, *proxies, *([SPREAD] if count == 2 else [])]
                setups = [ServerSetup(count, method) for method in methods[:: -1 if number % 2 else 1]]
                for setup, figures in _measure_setups_once(setups, migrated["REDIS_PREFIX"]).items():
                    rounds.setdefault(setup, []).append(figures)
    return {
        setup: _average_rounds(rounds[setup])
        for setup in sorted(rounds, key=lambda setup: (setup.servers, setup.method))
    }


def _average_rounds(rounds: Sequence[tuple[MoveFigures, Counter[int]]]) -> SetupResult:
    """Combine the measurements of several rounds into one result.

    Speeds, times and CPU costs are averaged. Counts are added up.
    """
    all_figures = [figures for figures, _ in rounds]
    return SetupResult(
        rate=mean(each.rate for each in all_figures),
        p99=mean(each.told.p99 for each in all_figures),
        costs={kind: mean(each.costs[kind] for each in all_figures) for kind in all_figures[0].costs},
        shards=sum(len(subscribers) for _, subscribers in rounds),
        shared=sum(1 for _, subscribers in rounds for servers in subscribers.values() if servers > 1),
    )


def _measure_setups_once(
    setups: Sequence[ServerSetup], template: str
) -> dict[ServerSetup, tuple[MoveFigures, Counter[int]]]:
    """Measure setups with the same number of servers on a new copy of the database `template`.

    Return the measurement of each setup, and how many servers receive the messages of each shard (a group of
    tables).
    """
    with postgres_database(template) as env, ExitStack() as stack:
        filled = start_games(env, (TABLES + SPARES) * len(setups), options=OPTIONS)
        running = stack.enter_context(run_servers_and_schedulers(env, setups[0].servers))
        proxies = {}
        if find_haproxy():
            for method, unix in ((TCP_PROXY, False), (UNIX_PROXY, True)):
                proxies[method] = stack.enter_context(run_haproxy(running.servers, by_unix_sockets=unix))
        found = {}
        for number, setup in enumerate(setups):
            tables = filled[number * (TABLES + SPARES) : (number + 1) * (TABLES + SPARES)]
            found[setup] = asyncio.run(
                _play_and_measure(setup.method, running, proxies, tables, env["REDIS_PREFIX"])
            )
        return found


async def _play_and_measure(
    method: str, running: Site, proxies: Mapping[str, Proxy], filled: Sequence[FilledTable], prefix: str
) -> tuple[MoveFigures, Counter[int]]:
    """Connect the players to the servers of `running` by this method, play, and return the measurement.

    Also return how many servers receive the messages of each shard (a group of tables). The names of the
    Redis channels begin with `prefix`.
    """

    def processor_seconds_by_kind() -> dict[str, float]:
        """Return the CPU seconds used so far, by kind of process."""
        used = sum(processor_seconds(each.pid) for each in proxies.values())
        return {**running.processor_seconds(), "HAProxy": used, LOAD: time.process_time()}

    shards = sorted({shard_of(table.id) for table in filled})
    schedulers = await _wait_for_schedulers(prefix, shards)
    opened = await _connect_players(method, running, proxies, filled)
    figures = await measure_load(opened, TABLES, processor_seconds_by_kind, seconds=SECONDS)
    # A scheduler hears of all shards that it serves; what came with the players are servers.
    servers = _count_subscribers(prefix, shards) - schedulers
    for table in opened:
        table.close()
    await asyncio.sleep(0.5)
    return figures, servers


async def _connect_players(
    method: str, running: Site, proxies: Mapping[str, Proxy], filled: Sequence[FilledTable]
) -> list[LoadedTable]:
    """Connect the players of all tables by this method. Return the connected tables in order of `filled`."""
    addresses = [each.address for each in running.servers]
    if method in proxies:
        return await connect_tables(filled, [proxies[method].address])
    if method == SPREAD:
        return await connect_tables(filled, addresses, spread=True)
    ids = [table.id for table in filled]
    if TCP_PROXY in proxies:
        places = proxies[TCP_PROXY].server_indexes(ids)
    else:
        places = {one: shard_of(one) % len(addresses) for one in ids}
    opened = []
    for place, address in enumerate(addresses):
        opened += await connect_tables([table for table in filled if places[table.id] == place], [address])
    # In the order of `filled`, so that the same share of each server's tables waits as a spare.
    return sorted(opened, key=lambda table: ids.index(table.filled.id))


async def _wait_for_schedulers(prefix: str, shards: Sequence[int]) -> Counter[int]:
    """Wait until each shard (a group of tables) has a scheduler that receives the shard's messages.

    Return the number of receiving processes by shard. Raise TimeoutError after SCHEDULER_TIMEOUT seconds. The
    names of the Redis channels begin with `prefix`.
    """
    # No player is connected yet, so no server has subscribed.
    # A scheduler says that it is ready some time before it is subscribed.
    async with asyncio.timeout(SCHEDULER_TIMEOUT):
        while min((found := _count_subscribers(prefix, shards)).values()) < 1:
            await asyncio.sleep(0.05)
    return found


def _count_subscribers(prefix: str, shards: Sequence[int]) -> Counter[int]:
    """Return how many processes listen to the Redis channel of each shard (a group of tables).

    The names of the channels begin with `prefix`.
    """
    channels = [f"{prefix}:news:{shard}" for shard in shards]
    with Redis.from_url(REDIS) as broker:
        answer = broker.execute_command("PUBSUB", "SHARDNUMSUB", *channels)
    return Counter(dict(zip(shards, answer[1::2], strict=True)))


if __name__ == "__main__":
    main()
