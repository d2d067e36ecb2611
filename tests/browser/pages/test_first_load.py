"""The first load of a table is small and takes few requests; `bench.tables.first_load` measures its time."""

from playwright.sync_api import Browser

from bench.tables.first_load import measure_first_load
from tests.support.servers import ServerProcess

MAX_BYTES = 250_000
MAX_REQUESTS = 20


def test_a_table_loads_with_few_bytes_and_requests(server: ServerProcess, browser: Browser) -> None:
    load = measure_first_load(browser, server.url, throttled=False)
    assert 10_000 < load.size < MAX_BYTES
    assert load.requests <= MAX_REQUESTS
