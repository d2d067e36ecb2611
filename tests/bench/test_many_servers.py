"""What is made of the rounds with many servers: ratios of one run, and shards that several servers follow."""

from collections import Counter

import pytest

from bench.tables import many_servers
from bench.tables.load import Percentiles
from bench.tables.many_servers import COUNTS, DIRECT, LOAD, SPREAD, TCP_PROXY, UNIX_PROXY, ServerSetup
from bench.tables.moves import MoveFigures


def figures(rate: float, servers: float) -> MoveFigures:
    """What a round found: moves a second, and the servers' processor ms for each."""
    took = Percentiles(1.0, 2.0, 3.0)
    return MoveFigures(tables=32, rate=rate, ack=took, told=took, costs={"servers": servers, LOAD: 9.0})


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds in which each way has figures of its own."""
    one = many_servers._average_rounds([(figures(1000, 1.0), Counter({7: 1}))])
    four = many_servers._average_rounds(
        [(figures(900, 1.1), Counter({7: 1})), (figures(700, 1.3), Counter({7: 2, 8: 1}))]
    )
    spread = many_servers._average_rounds([(figures(500, 2.0), Counter({7: 2}))])
    found = {ServerSetup(count, how): one for count in COUNTS for how in (DIRECT, TCP_PROXY, UNIX_PROXY)}
    found |= {ServerSetup(4, UNIX_PROXY): four, ServerSetup(2, SPREAD): spread}
    monkeypatch.setattr(many_servers, "measure_setups", lambda: found)


@pytest.mark.usefixtures("measured")
def test_what_was_wanted_is_beside_what_was_found() -> None:
    wanted = many_servers.report().splitlines()[-5:]
    assert [line.split("|")[2].strip() for line in wanted] == [
        "1.20 times, through HAProxy, by Unix sockets",
        "0.50 times",
        "1.00 with 1, 1.00 with 2, 0.80 with 4",
        "1.00 with 1, 1.00 with 2, 1.00 with 4",
        "1 of 11 shards with players went to several servers",
    ]


@pytest.mark.usefixtures("measured")
def test_the_load_is_shown_and_not_counted() -> None:
    row = next(line for line in many_servers.report().splitlines() if line.startswith("| 2 | through"))
    assert row.split(" | ")[-3:] == ["1.00", "9.00", "1.00 |"]
