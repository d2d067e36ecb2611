"""What the server does regularly: it does not look at idle connections, and forgets those that have ended."""

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest
from daphne import server as daphne_server

from core.asgi import server as site_server
from core.asgi.server import SiteServer
from core.asgi.websocket import WebSocketConnection


class Untouched(dict[str, Any]):
    """Details of a connection that nobody may look at."""

    def get(self, *_: Any) -> Any:
        raise AssertionError


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> SiteServer:
    """A server that does not run: its checks are made when the test says so."""
    for module in (site_server, daphne_server):
        monkeypatch.setattr(module, "reactor", Mock())
    server = SiteServer(application=Mock(), endpoints=["tcp:0"], background=Mock(), on_ready=Mock())
    # Daphne makes it when it begins to run.
    server.connections = {}
    return server


def socket_in(state: int) -> WebSocketConnection:
    connection = WebSocketConnection()
    connection.state = state
    connection.check_timeouts = Mock()
    return connection


def test_connections_are_not_looked_at_while_none_has_ended(server: SiteServer):
    server.connections[Mock()] = Untouched()
    server.application_checker()
    site_server.reactor.callLater.assert_called_once_with(1, server.application_checker)


def test_a_connection_that_has_ended_is_forgotten(server: SiteServer):
    ended, idle = Mock(), Mock()
    for each in (ended, idle):
        server.protocol_connected(each)
    server.protocol_disconnected(ended)
    server.application_checker()
    assert list(server.connections) == [idle]
    server.connections[idle] = Untouched()
    server.application_checker()


async def test_an_application_that_outlives_its_connection_is_ended(server: SiteServer):
    connection = Mock()
    server.protocol_connected(connection)
    server.application = lambda **_: asyncio.sleep(3600)
    server.create_application(connection, {})
    server.protocol_disconnected(connection)
    server.application_checker()
    application = server.connections[connection]["application_instance"]
    server.connections[connection]["disconnected"] -= server.application_close_timeout + 1
    server.application_checker()
    await asyncio.wait([application])
    assert application.cancelled()
    server.application_checker()
    assert not server.connections


async def test_an_application_that_fails_is_reported_to_its_connection(server: SiteServer):
    async def fail(**_: Any) -> None:
        raise RuntimeError

    connection = Mock()
    server.protocol_connected(connection)
    server.application = fail
    server.create_application(connection, {})
    await asyncio.wait([server.connections[connection]["application_instance"]])
    await asyncio.sleep(0)
    server.application_checker()
    connection.handle_exception.assert_called_once()


def test_only_requests_and_handshakes_are_checked_for_timeouts(server: SiteServer):
    request = Mock()
    handshake = socket_in(WebSocketConnection.STATE_CONNECTING)
    idle = socket_in(WebSocketConnection.STATE_OPEN)
    for each in (request, handshake, idle):
        server.protocol_connected(each)
    server.socket_opened(idle)
    server.timeout_checker()
    assert [each.check_timeouts.called for each in (request, handshake, idle)] == [True, True, False]
    site_server.reactor.callLater.assert_called_once_with(2, server.timeout_checker)


def test_the_timeouts_of_what_has_ended_are_not_checked(server: SiteServer):
    request = Mock()
    server.protocol_connected(request)
    server.protocol_disconnected(request)
    server.timeout_checker()
    request.check_timeouts.assert_not_called()


async def test_no_application_is_started_for_a_connection_that_has_ended(server: SiteServer):
    assert server.create_application(Mock(), {}) is None
    server.application.assert_not_called()
