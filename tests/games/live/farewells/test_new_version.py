"""Pages that were loaded before a deployment are told so; nobody else is."""

import pytest
from django.conf import settings

from tests.support.games.connections.socket_client import Socket, socket_path


async def test_a_page_of_another_version_is_told(table_id, tokens):
    async with Socket(socket_path(table_id, "?version=0123456789ab"), tokens["alice"]) as page:
        assert (await page.next("new_version"))["version"] == settings.STATIC_VERSION


@pytest.mark.parametrize("query", ["", f"?version={settings.STATIC_VERSION}"])
async def test_other_clients_are_not(table_id, tokens, query):
    async with Socket(socket_path(table_id, query), tokens["alice"]) as client:
        assert "new_version" not in [frame["type"] for frame in await client.is_quiet()]
