"""HAProxy in front of the servers of a benchmark: routing as documented, at other addresses."""

import re
import subprocess
from pathlib import Path

import pytest

from bench.proxying import Proxy, configuration, find_haproxy


def test_the_documented_routing_stays_and_the_addresses_are_ours() -> None:
    text = configuration(8443, [f"127.0.0.1:{port}" for port in (1, 2, 3, 4)])
    assert re.findall(r"^    bind (.*)$", text, re.MULTILINE) == ["127.0.0.1:8443"]
    servers = [f"server{place} 127.0.0.1:{place + 1}" for place in range(4)]
    assert re.findall(r"^    server (.*)$", text, re.MULTILINE) == [*servers, *servers]
    assert text.count("balance hash var(txn.shard)") == 2
    assert "var(txn.table),crc32,mod(1024)" in text


@pytest.mark.skipif(find_haproxy() is None, reason="there is no HAProxy")
def test_haproxy_takes_it(tmp_path: Path) -> None:
    (tmp_path / "haproxy.cfg").write_text(configuration(8443, ["127.0.0.1:1"]))
    subprocess.run([find_haproxy() or "", "-c", "-f", str(tmp_path / "haproxy.cfg")], check=True)


def test_a_table_goes_where_the_log_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    log.write_text(
        'a [b] "GET /api/v1/tables/2222222222/" 200 table=2222222222 shard=3 server=ready/server1\n'
        'a [b] "GET /api/v1/tables/3333333333/" 200 table=3333333333 shard=4 server=up/server0\n'
        'a [b] "GET /" 200 table=- shard=- server=ready/server3\n'
    )
    monkeypatch.setattr("bench.proxying.http.client.HTTPConnection", lambda address: _Connection())
    places = Proxy("127.0.0.1:1", 1, log).server_indexes(["3333333333", "2222222222"])
    assert places == {"3333333333": 0, "2222222222": 1}


class _Connection:
    """Takes requests, and answers nothing."""

    def request(self, method: str, path: str) -> None:
        pass

    def getresponse(self) -> "_Connection":
        return self

    def read(self) -> bytes:
        return b""

    def close(self) -> None:
        pass
