"""A push service of our own: HTTPS with a test authority; decrypts what it gets, as the browser would."""

import ipaddress
import json
import ssl
import threading
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02

from tests.support.notifications.browser_keys import Browser
from tests.support.waiting import wait_until


class Delivery(NamedTuple):
    """One request that the service got."""

    path: str
    headers: dict[str, str]
    body: bytes

    def payload(self, browser: Browser) -> dict[str, Any]:
        """What the browser's worker gets, after the signature has been verified."""
        assert Vapid02.verify(self.headers["authorization"])
        plain = http_ece.decrypt(
            self.body, private_key=browser.private, auth_secret=browser.secret, version="aes128gcm"
        )
        return json.loads(plain)

    def claims(self) -> dict[str, Any]:
        """The token's claims."""
        middle = self.headers["authorization"].partition("t=")[2].split(".")[1]
        return json.loads(urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))


class PushService:
    """Answers with `statuses` in order, and then with 201; `headers` go with each of its answers."""

    def __init__(self, folder: Path) -> None:
        self.deliveries: list[Delivery] = []
        self.statuses: list[int] = []
        self.headers: dict[str, str] = {}
        self.ca_file = folder / "authority.pem"
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*_write_certificate(folder, self.ca_file))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    @property
    def port(self) -> int:
        """Where it listens on the loopback address."""
        return int(self._server.server_address[1])

    @property
    def origin(self) -> str:
        """Its address, under a name in its certificate."""
        return f"https://localhost:{self.port}"

    def browser(self) -> Browser:
        """A browser that subscribed here."""
        return Browser(service=f"{self.origin}/push")

    def wait_for(self, count: int) -> None:
        """Wait until it has got so many requests."""
        wait_until(lambda: len(self.deliveries) >= count, lambda: f"got {len(self.deliveries)} of {count}")

    def environment(self) -> dict[str, str]:
        """What a server needs to send here."""
        return {"PUSH_PRIVATE_SERVICES": self.origin, "PUSH_CA_FILE": str(self.ca_file)}

    def serve(self) -> None:
        """Answer requests until `stop`."""
        self._server.serve_forever(poll_interval=0.05)

    def stop(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()

    def _handler(service) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.deliveries.append(Delivery(self.path, headers, body))
                self.send_response(service.statuses.pop(0) if service.statuses else 201)
                for name, value in {"Content-Length": "0", **service.headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Write nothing."""

        return Handler


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """A push service that runs in a thread."""
    service = PushService(folder)
    thread = threading.Thread(target=service.serve, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.stop()
        thread.join()


def _write_certificate(folder: Path, ca_file: Path) -> tuple[Path, Path]:
    """Make an authority and a certificate for localhost; returns the files of certificate and key."""
    authority, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")])
    now = datetime.now(UTC)

    def certificate(name: x509.Name, public: Any) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer)
            .public_key(public)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), False)
        )

    root = (
        certificate(issuer, authority.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(authority.public_key()), critical=False)
        .add_extension(
            x509.KeyUsage(False, False, False, False, False, True, True, False, False), critical=True
        )
        .sign(authority, hashes.SHA256())
    )
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    leaf = (
        certificate(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), key.public_key())
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(authority, hashes.SHA256())
    )
    ca_file.write_bytes(root.public_bytes(Encoding.PEM))
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(leaf.public_bytes(Encoding.PEM))
    files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return files
