"""nginx and HAProxy in front of servers, on a free port, with the configurations of docs/deploy."""

import getpass
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.network import plain_http
from tests.support.network.ports import free_port
from tests.support.servers import ROOT, left_out
from tests.support.site.certificates import HOST, write_certificate
from tests.support.waiting import WAIT_TIMEOUT, wait_until

DEPLOY = ROOT / "docs" / "deploy"
NGINX_SURROUNDINGS = """{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {documented}
}}
"""
SERVER_NAMES = ("one", "two", "three", "four")
"""What docs/deploy/haproxy.cfg calls its servers, and one more."""
ROUTED = re.compile(r" table=(\S*) (?:shard=(\S*) )?server=(.*)$", re.MULTILINE)
"""The end of a line of either log: a table, its shard, and the servers asked; the last one answered."""


class ReverseProxy:
    """A running proxy; `url` and `ws_url` are its own, `trust` accepts its certificate.

    It reaches the servers by TCP or, if `unix_sockets` lists them, by their Unix sockets.
    """

    name: str
    configuration: str
    unix_prefix: str

    def __init__(
        self, folder: Path, upstream_ports: Sequence[int], unix_sockets: Sequence[Path] = ()
    ) -> None:
        # Debian keeps them where only root's PATH leads.
        program = shutil.which(self.name) or shutil.which(self.name, path="/usr/sbin:/usr/local/sbin")
        if program is None:
            left_out(f"there is no {self.name}")
        self._program = program
        self.folder = folder
        self.port = free_port()
        self.url, self.ws_url = f"https://{HOST}:{self.port}", f"wss://{HOST}:{self.port}"
        self.certificate = folder / "certificate.pem"
        self.upstream_ports = list(upstream_ports)
        self.upstreams = [f"127.0.0.1:{port}" for port in upstream_ports]
        if unix_sockets:
            self.upstreams = [f"{self.unix_prefix}{path}" for path in unix_sockets]
        write_certificate(folder)
        (folder / self.configuration).write_text(self._configure())
        self.trust = ssl.create_default_context(cafile=str(self.certificate))
        self.start()

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        with (self.folder / "output.log").open("ab") as output:
            command = [self._program, *self._arguments()]
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        self._wait_for_port()

    def _arguments(self) -> list[str]:
        raise NotImplementedError

    def _configure(self) -> str:
        """Return the documented configuration with this test's addresses."""
        raise NotImplementedError

    def log(self) -> str:
        """What it has written about requests."""
        raise NotImplementedError

    def routes(self) -> list[tuple[str, int | None, int]]:
        """The table, the shard (HAProxy's alone) and the server's port of each request that is over."""
        return [
            (table, int(shard) if shard else None, self._port_of(servers.split(", ")[-1]))
            for table, shard, servers in ROUTED.findall(self.log())
            if table not in {"", "-"}
        ]

    def ports_of(self, table_id: str) -> list[int]:
        """The port of the server that answered, for each request of a table that is over."""
        return [port for table, _, port in self.routes() if table == table_id]

    def find_port(self, table_id: str) -> int:
        """The port of the server that answers a request about a table now; the table need not exist."""
        before = len(self.ports_of(table_id))
        plain_http.get(f"{self.url}/api/v1/tables/{table_id}")
        wait_until(lambda: len(self.ports_of(table_id)) > before, self.log)
        return self.ports_of(table_id)[-1]

    def _port_of(self, server: str) -> int:
        raise NotImplementedError

    def _replace(self, text: str, replacements: dict[str, str]) -> str:
        """Replace what stands for an operator's own in the documented configuration."""
        for documented, ours in replacements.items():
            if documented not in text:
                raise ValueError(f"docs/deploy/{self.configuration} no longer has {documented!r}")
            text = text.replace(documented, ours)
        return text

    def _wait_for_port(self) -> None:
        end = time.monotonic() + WAIT_TIMEOUT
        while True:
            try:
                socket.create_connection((HOST, self.port)).close()
                return
            except ConnectionRefusedError:
                if self._process.poll() is not None or time.monotonic() > end:
                    said = (self.folder / "output.log").read_text()
                    raise RuntimeError(f"{self.name} did not start: {said}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._process.kill()
        self._process.wait()


class Nginx(ReverseProxy):
    """nginx, with docs/deploy/nginx.conf inside of what Debian's nginx.conf would add."""

    name, configuration, unix_prefix = "nginx", "nginx.conf", "unix:"

    def _arguments(self) -> list[str]:
        return ["-e", str(self.folder / "error.log"), "-c", str(self.folder / self.configuration)]

    def log(self) -> str:
        return (self.folder / "access.log").read_text()

    def _port_of(self, server: str) -> int:
        return int(server.rpartition(":")[2])

    def _configure(self) -> str:
        text = (DEPLOY / self.configuration).read_text()
        listed = re.findall(r"^ *server 10\..*\n", text, re.MULTILINE)
        ours = [
            re.sub(r"10\.[\d.]+:8000", upstream, line)
            for line, upstream in zip(listed, self.upstreams, strict=False)
        ]
        documented = self._replace(
            text,
            {
                "".join(listed): "".join(ours),
                "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
                "listen 80;": f"listen 127.0.0.1:{free_port()};",
                "server_name wizard.example.org;": f"server_name {HOST};",
                "/etc/ssl/wizard/fullchain.pem": str(self.certificate),
                "/etc/ssl/wizard/key.pem": str(self.folder / "key.pem"),
                "/var/log/nginx/wizard.log": str(self.folder / "access.log"),
            },
        )
        # Workers of an nginx that root starts would otherwise not be allowed to write into the test's folder.
        user = f"user {getpass.getuser()};" if os.getuid() == 0 else ""
        return NGINX_SURROUNDINGS.format(user=user, folder=self.folder, documented=documented)


class HAProxy(ReverseProxy):
    """HAProxy, with docs/deploy/haproxy.cfg; it writes its log to the standard output."""

    name, configuration, unix_prefix = "haproxy", "haproxy.cfg", "unix@"

    def _arguments(self) -> list[str]:
        return ["-db", "-f", str(self.folder / self.configuration)]

    def log(self) -> str:
        return (self.folder / "output.log").read_text()

    def _port_of(self, server: str) -> int:
        _, _, name = server.partition("/")
        # `<NOSRV>` stands for nobody.
        return self.upstream_ports[SERVER_NAMES.index(name)] if name in SERVER_NAMES else 0

    def _configure(self) -> str:
        text = (DEPLOY / self.configuration).read_text()
        names = SERVER_NAMES[: len(self.upstreams)]
        ours = "".join(
            f"    server {name} {upstream}\n" for name, upstream in zip(names, self.upstreams, strict=True)
        )
        text, found = re.subn(r"(?: *server \w+ 10\.[\d.]+:8000.*\n)+", ours, text)
        if found != 2:
            raise ValueError("docs/deploy/haproxy.cfg no longer has two lists of servers")
        return self._replace(
            text,
            {
                "bind :443 ssl": f"bind 127.0.0.1:{self.port} ssl",
                "bind :80": f"bind 127.0.0.1:{free_port()}",
                "wizard.example.org": HOST,
                "/etc/ssl/wizard/site.pem": str(self.folder / "site.pem"),
                "maxconn 20000": "maxconn 500",
                "log /dev/log local0": "log stdout format raw local0",
                # These take root, and a folder that only Debian's package makes.
                "    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n": "",
            },
        )
