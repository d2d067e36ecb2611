"""HAProxy in front of servers of this machine, with the routing of docs/deploy/haproxy.cfg.

It speaks plain HTTP, because the load would have to encrypt as much as the proxy in its one process, and
lets one address have any number of connections, because the load has a single one.
"""

import http.client
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.serving import Served, find_free_port

DOCUMENTED = Path("docs/deploy/haproxy.cfg")
LEFT_OUT = "left out: there is no HAProxy on this machine"
START_TIMEOUT = 10.0
ROUTED = re.compile(r" table=(\S+) shard=\S+ server=(?:ready|up)/server(\d+)$", re.MULTILINE)
"""The end of a line of its log, written when a request is over."""


class Proxy(NamedTuple):
    """A running proxy: its host and port, its process, and the file with its log."""

    address: str
    pid: int
    log: Path

    def server_indexes(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the index of the server to which HAProxy routes each table.

        Exit if HAProxy's log stays incomplete.
        """
        connection = http.client.HTTPConnection(self.address)
        for table_id in table_ids:
            connection.request("GET", f"/api/v1/tables/{table_id}/")
            connection.getresponse().read()
        connection.close()
        until = time.monotonic() + START_TIMEOUT
        while time.monotonic() < until:
            found = {table_id: int(place) for table_id, place in ROUTED.findall(self.log.read_text())}
            if found.keys() >= set(table_ids):
                return {table_id: found[table_id] for table_id in table_ids}
            time.sleep(0.02)
        raise SystemExit(f"HAProxy has not said where it sent all tables: {self.log.read_text()[-2000:]}")


def find_haproxy() -> str | None:
    """Return the path of the HAProxy program, or None if HAProxy is not installed."""
    # Debian keeps it where only root's PATH leads.
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


@contextmanager
def run_haproxy(servers: Sequence[Served], *, by_unix_sockets: bool = False) -> Iterator[Proxy]:
    """Run HAProxy in front of these servers until the `with` block ends.

    HAProxy connects to the servers by TCP, or by their Unix sockets if `by_unix_sockets` is True.
    Exit if HAProxy is not installed or does not start.
    """
    path = find_haproxy()
    if path is None:
        raise SystemExit(LEFT_OUT)
    port = find_free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        upstreams = [f"unix@{each.unix_socket}" if by_unix_sockets else each.address for each in servers]
        (folder / "haproxy.cfg").write_text(configuration(port, upstreams))
        log = folder / "log"
        with log.open("wb") as output:
            command = [path, "-db", "-f", str(folder / "haproxy.cfg")]
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        try:
            _wait_for_port(port, process, log)
            yield Proxy(f"127.0.0.1:{port}", process.pid, log)
        finally:
            process.terminate()
            process.wait()


def _wait_for_port(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until HAProxy accepts connections on this port.

    Exit and show HAProxy's log if its process ends, or after START_TIMEOUT seconds.
    """
    until = time.monotonic() + START_TIMEOUT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"HAProxy did not start: {log.read_text()}") from None
            time.sleep(0.02)


def configuration(port: int, addresses: Sequence[str]) -> str:
    """Return the configuration in docs/deploy/haproxy.cfg, changed for a benchmark on this machine.

    With this configuration, HAProxy listens on `port` without TLS and forwards to the servers at `addresses`.
    Exit if a line to be changed is missing from the file.
    """
    listed = "".join(f"    server server{place} {address}\n" for place, address in enumerate(addresses))
    replacements = (
        # These take root, and a folder that only Debian's package makes.
        (r"    user haproxy\n    group haproxy\n    chroot .*\n", ""),
        (r"log /dev/log local0", "log stdout format raw local0"),
        (r"maxconn 20000 .*", "maxconn 2000"),
        (r"    bind :443 ssl .*\n", ""),
        (r"    bind :80\n", f"    bind 127.0.0.1:{port}\n"),
        (r"    http-request redirect scheme https .*\n", ""),
        (r"    http-request deny deny_status 429 .*\n", ""),
        (r"wizard\.example\.org", "127.0.0.1"),
        (r"(?:    server .*\n)+", listed),
    )
    text = DOCUMENTED.read_text()
    for documented, ours in replacements:
        text, found = re.subn(documented, ours, text)
        if not found:
            raise SystemExit(f"{DOCUMENTED} no longer has {documented!r}")
    return text
