"""nginx in front of a server, with the configuration that docs/operating.md shows, on a free port."""

import getpass
import os
import re
import shutil
import socket
import subprocess
import time
from datetime import timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone

from tests.support.network.ports import free_port
from tests.support.servers import ROOT, left_out
from tests.support.waiting import WAIT_TIMEOUT

BLOCK = re.compile(r"^```nginx\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HOST = "localhost"
# Debian keeps it where only root's PATH leads.
PROGRAM = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
SURROUNDINGS = """{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    ssl_certificate {folder}/certificate.pem;
    ssl_certificate_key {folder}/key.pem;
    {block}
}}
"""


class Nginx:
    """A running nginx; `url` and `ws_url` are its own, `certificate` is what clients have to trust."""

    def __init__(self, folder: Path, upstream_port: int) -> None:
        if PROGRAM is None:
            left_out("there is no nginx")
        self.port = free_port()
        self.url, self.ws_url = f"https://{HOST}:{self.port}", f"wss://{HOST}:{self.port}"
        self.certificate = folder / "certificate.pem"
        _write_certificate(folder)
        configuration = folder / "nginx.conf"
        configuration.write_text(_configuration(folder, self.port, upstream_port))
        command = [PROGRAM, "-e", str(folder / "error.log"), "-c", str(configuration)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self._wait_for_port(folder / "error.log")

    def _wait_for_port(self, log: Path) -> None:
        end = time.monotonic() + WAIT_TIMEOUT
        while True:
            try:
                socket.create_connection((HOST, self.port)).close()
                return
            except ConnectionRefusedError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"nginx did not start: {log.read_text()}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def documented_block() -> str:
    """The only nginx block of docs/operating.md."""
    [block] = BLOCK.findall((ROOT / "docs" / "operating.md").read_text())
    return str(block)


def _configuration(folder: Path, port: int, upstream_port: int) -> str:
    """The documented block with this test's ports and name, inside of what Debian's nginx.conf would add."""
    block = documented_block()
    for documented, ours in [
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("server_name wizard.example.org;", f"server_name {HOST};"),
        ("http://127.0.0.1:8000;", f"http://127.0.0.1:{upstream_port};"),
    ]:
        if documented not in block:
            raise ValueError(f"docs/operating.md no longer has {documented!r}")
        block = block.replace(documented, ours)
    # Workers of an nginx that root starts would otherwise not be allowed to write into the test's folder.
    user = f"user {getpass.getuser()};" if os.getuid() == 0 else ""
    return SURROUNDINGS.format(user=user, folder=folder, block=block)


def _write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = timezone.now()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
