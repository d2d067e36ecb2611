"""Sends requests to push services chosen by clients: checked addresses, tight limits, no redirects."""

import asyncio
import ssl
from collections.abc import Iterable
from typing import Any, NamedTuple

import certifi
import httpcore
from django.conf import settings

from notifications.push.addresses import NotPublic, look_up_addresses, look_up_public_addresses
from notifications.push.message import Message

CONNECT_TIMEOUT_SECONDS = 5.0
TIMEOUT_SECONDS = 15.0
"""The timeout of a whole request; it also stops services that send their response byte by byte."""
MAX_RESPONSE_BYTES = 4096
"""How much of a response's body is read; the body is not needed, but the connection can then be reused."""
MAX_CONNECTIONS = 16


class ServiceResponse(NamedTuple):
    """The response of a push service."""

    status: int
    retry_after: str
    """The value of the Retry-After header, or "" if it is missing."""


class NotReached(Exception):
    """The push service could not be reached, or its address is not allowed. Clients never see the message."""


class CheckedBackend(httpcore.AnyIOBackend):
    """Connects only to addresses that were checked when the host name was looked up.

    The certificate is still checked against the host name.
    """

    def __init__(self, own_hosts: Iterable[str]) -> None:
        """Store the hosts of the operator's own push services, which may have private network addresses."""
        self._own_hosts = frozenset(own_hosts)

    async def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first of the host's addresses that accepts the connection.

        Wait up to `timeout` seconds for each address. Raise ConnectError if the host has no address, or has
        an address that is not public although the host is not one of the operator's own push services. If no
        address accepts the connection, raise the ConnectError or ConnectTimeout of the last attempt.
        """
        # Only the operator's own push services may have private addresses.
        try:
            addresses = await (look_up_addresses if host in self._own_hosts else look_up_public_addresses)(
                host, port
            )
        except NotPublic as refusal:
            raise httpcore.ConnectError(f"{refusal} is not on the public internet") from refusal
        fault: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                return await super().connect_tcp(address, port, timeout, *args, **options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failure:
                fault = failure
        raise fault

    async def connect_unix_socket(self, *args: Any, **options: Any) -> httpcore.AsyncNetworkStream:
        """Raise ConnectError, because push services are reached only over TCP."""
        raise httpcore.ConnectError("a push service is reached by TCP")


class Transport:
    """A pool of connections to push services, kept open between messages.

    Use a transport in only one event loop, and close it when it is no longer needed.
    """

    def __init__(self) -> None:
        """Create an empty pool of connections to push services."""
        own = {
            origin.removeprefix("https://").rpartition(":")[0] for origin in settings.PUSH_PRIVATE_SERVICES
        }
        own |= {origin.removeprefix("https://") for origin in settings.PUSH_PRIVATE_SERVICES}
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_create_tls_context(),
            max_connections=MAX_CONNECTIONS,
            keepalive_expiry=30.0,
            network_backend=CheckedBackend(own),
        )

    async def send(self, message: Message) -> ServiceResponse:
        """Send a message and return the push service's response, whatever its status.

        Raise NotReached if no valid response arrives in time.
        """
        host, port, target, _ = message.endpoint
        url = httpcore.URL(scheme=b"https", host=host.encode(), port=port, target=target.encode())
        limits = {"connect": CONNECT_TIMEOUT_SECONDS, "read": TIMEOUT_SECONDS, "write": TIMEOUT_SECONDS}
        headers = [("Host", message.endpoint.origin.removeprefix("https://")), *message.headers]
        headers.append(("Content-Length", str(len(message.body))))
        try:
            async with (
                asyncio.timeout(TIMEOUT_SECONDS),
                self._pool.stream(
                    "POST", url, headers=headers, content=message.body, extensions={"timeout": limits}
                ) as response,
            ):
                await _skip_body(response)
                return ServiceResponse(response.status, _get_header(response, b"retry-after"))
        # Network and TLS errors, malformed responses (httpcore maps h11's errors), and timeouts.
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as fault:
            raise NotReached(f"{type(fault).__name__}: {fault}"[:200]) from fault
        except (OSError, ssl.SSLError, TimeoutError) as fault:
            raise NotReached(type(fault).__name__) from fault

    async def close(self) -> None:
        """Close all connections to push services."""
        await self._pool.aclose()


async def _skip_body(response: httpcore.Response) -> None:
    """Read and discard the response's body. Stop reading after MAX_RESPONSE_BYTES."""
    read = 0
    async for part in response.aiter_stream():
        read += len(part)
        if read > MAX_RESPONSE_BYTES:
            return


def _get_header(response: httpcore.Response, name: bytes) -> str:
    """Return a header's value, or "" if it is missing; `name` must be lower-case."""
    return next((value.decode("latin1") for key, value in response.headers if key.lower() == name), "")


def _create_tls_context() -> ssl.SSLContext:
    """Return a TLS context that trusts the public certificate authorities and those in PUSH_CA_FILE."""
    context = ssl.create_default_context(cafile=certifi.where())
    if settings.PUSH_CA_FILE:
        context.load_verify_locations(settings.PUSH_CA_FILE)
    return context
