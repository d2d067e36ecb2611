"""Changed preferences reach all sockets that their user has at tables, and nobody else's."""

from asgiref.sync import sync_to_async as aside

from accounts.preferences import DEFAULTS
from accounts.services import set_preferences
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.people import person

CHOSEN = DEFAULTS._replace(deck="classic", sounds=True)


async def test_changed_preferences_reach_all_sockets_of_their_user_and_nobody_elses(table_id, tokens):
    path, bob = socket_path(table_id), await aside(person)("bob")
    async with (
        Socket(path, tokens["bob"]) as here,
        Socket(path, tokens["bob"]) as there,
        Socket(path, tokens["alice"]) as alice,
        Socket(path) as stranger,
    ):
        await aside(set_preferences)(user=bob, preferences=CHOSEN)
        for socket in (here, there):
            assert (await socket.next("preferences"))["preferences"] == CHOSEN._asdict()
        for socket in (alice, stranger):
            assert "preferences" not in [frame["type"] for frame in await socket.is_quiet()]
    await aside(set_preferences)(user=bob, preferences=DEFAULTS)
