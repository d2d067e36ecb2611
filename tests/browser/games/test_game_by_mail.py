"""A whole game of four: three play by mail over real SMTP in both directions, one in the browser."""

import re
from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page

from tests.support.beside import beside
from tests.support.browser.calls import Calls
from tests.support.browser.seat import Seat
from tests.support.games.playing import opened, short
from tests.support.mail.incoming import correspondent
from tests.support.mail.mail_players import MailPlayer, in_full, in_german, in_short
from tests.support.mail.processes import MailProcess, mail_settings
from tests.support.network.mail_server import mail_server
from tests.support.starting import Starter
from tests.support.waiting import wait_until

DONE = re.compile(r"Your bid: \d\.|You played \w+\.|Trump is named\.")
NAMES = ("alice", "bob", "dora")


def open_slow_table() -> str:
    """A slow table where three have sat down, and one seat is free."""
    options = short(1, 2, pace="slow", days=3)
    return opened(*map(correspondent, NAMES), options=options, now=timezone.now())


def test_three_play_by_mail_and_one_in_the_browser(
    start_server: Starter, new_player: Callable[..., Page]
) -> None:
    players = [
        MailPlayer("alice", "Gmail in English", in_short),
        MailPlayer("bob", "Outlook in German", in_german),
        MailPlayer("dora", "Apple Mail", in_full, is_html=True),
    ]
    with mail_server() as outside:
        server = start_server("sqlite", PUSH_TURN_GRACE="0", **mail_settings(outside))
        door = MailProcess(server)
        try:
            table_id = beside(server, open_slow_table)
            page = new_player(server.url)
            Calls(page).guest()
            page.goto(f"/tables/{table_id}/")
            page.locator("[data-action=sit]").first.click()
            emil = Seat(page)
            while (task := emil.wait_for_task()) != "final":
                if task == "others":
                    for player in players:
                        player.reply_to_turns(outside, door)
                    page.wait_for_timeout(100)
                else:
                    emil.do(task)
            for player in players:
                wait_until(lambda player=player: all(player.answers(outside).values()), server.log)
        finally:
            door.stop()
    for player in players:
        # Two bids and three cards; whoever deals may have named trump.
        assert len(player.sent) in (5, 6, 7)
        for texts in player.answers(outside).values():
            (text,) = texts
            assert DONE.search(text), text
    assert "Traceback" not in server.log() + door.log()
