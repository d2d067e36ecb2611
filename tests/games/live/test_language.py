"""Refusals come in the language of the socket, which its handshake says."""

import pytest

from tests.support.games.connections.socket_client import Socket, socket_path

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "headers", [{"accept-language": "de-AT"}, {"cookie": "language=de", "accept-language": "en"}]
)
async def test_a_sockets_refusals_are_in_its_language(headers: dict[str, str]):
    async with Socket(socket_path("nowhere"), **headers) as socket:
        refused = await socket.next("refused")
    assert refused["code"] == "not_found"
    assert refused["detail"] == "Diesen Tisch gibt es nicht."


async def test_errors_of_a_frame_are_in_the_sockets_language():
    async with Socket("/ws/lobby", **{"accept-language": "de"}) as german, Socket("/ws/lobby") as english:
        await german.say("no JSON")
        await english.say("no JSON")
        assert (await german.next("refused"))["errors"] == {"frame": ["Das muss JSON-Text sein."]}
        assert (await english.next("refused"))["errors"] == {"frame": ["This must be JSON text."]}
