"""Chat at one table of two servers: a message reaches both, and spectators' messages no player at either."""

import pytest

from tests.support.faults.two_servers import at_two_servers
from tests.support.games.connections.visitors import Said, Visitor
from tests.support.starting import Starter

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


def next_message(visitor: Visitor) -> Said:
    """The next chat message that somebody gets."""
    while (frame := visitor.hear())["type"] != "chat":
        pass
    return frame


def test_a_message_reaches_the_other_server_and_spectators_stay_among_themselves(
    start_server: Starter,
) -> None:
    here = start_server("postgres")
    there = start_server(beside=here)
    table_id, (ada, ben, _) = at_two_servers(here, there)
    eve, fay = Visitor(here), Visitor(there)
    with (
        ada.at_table(table_id),
        ben.at_table(table_id),
        eve.at_table(table_id),
        fay.at_table(table_id),
    ):
        for each in (ada, ben, eve, fay):
            each.until(1)
        eve.say({"type": "chat", "text": "Ada has R7"})
        assert next_message(fay)["text"] == "Ada has R7"
        ada.say({"type": "chat", "text": "Hello"})
        for each in (ada, ben):
            assert next_message(each)["text"] == "Hello"
        assert next_message(fay)["text"] == "Hello"
