"""The bot of the examples at the real server: flagged by staff, at tables of people, to the end of a game."""

import asyncio
import os
import subprocess
import sys

import pytest
from api import Api, Problem
from bot import choose, play

from accounts.models import User
from games.rules.record.check import check_record
from tests.support.beside import beside
from tests.support.docs.phones import guests, simple
from tests.support.servers import ROOT, ServerProcess
from tests.support.waiting import WAIT_TIMEOUT

BOT = ROOT / "docs/examples/bot.py"
PASSWORD = "a spring and a key 7"


def account(server: ServerProcess, name: str) -> Api:
    """A new account that staff have flagged as a bot's."""
    api = Api(server.url)
    api.enter("auth/register", {"username": name, "password": PASSWORD})
    beside(server, lambda: User.objects.filter(username=name).update(kind="bot"))
    return api


def test_the_bot_has_sixty_lines_at_most() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 60


def test_the_command_plays_a_whole_game_with_the_sites_bots(server: ServerProcess) -> None:
    api = account(server, "robby")
    known = {**os.environ, "BOT_PASSWORD": PASSWORD}
    done = subprocess.run(
        [sys.executable, str(BOT), "robby", "--url", server.url],
        env=known,
        capture_output=True,
        text=True,
        timeout=WAIT_TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    assert [line[:2] for line in done.stdout.splitlines()] == ["1.", "2.", "3.", "4."]
    [table] = api.call("GET", "tables?status=finished&mine=1")["results"]
    record = api.call("GET", f"tables/{table['id']}/record")
    assert check_record(record) == []
    assert [player["kind"] for player in record["players"]] == ["bot"] * 4


def test_without_a_password_it_says_what_it_wants() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "BOT_PASSWORD"}
    done = subprocess.run([sys.executable, str(BOT), "robby"], env=bare, capture_output=True, text=True)
    assert done.returncode == 2
    assert "BOT_PASSWORD is not set" in done.stderr
    assert "Traceback" not in done.stderr


async def test_it_joins_people_and_is_marked_beside_them(server: ServerProcess) -> None:
    people, robot = guests(server.url, 2), account(server, "gort")
    rounds = [{"cards": 3}, {"cards": 2}]
    table = people[0].open({"preset": "custom", "rounds": rounds}, seats=3, bots=0)
    people[1].join(table)
    robot.join(table)
    async with asyncio.timeout(WAIT_TIMEOUT):
        finals = await asyncio.gather(play(robot, table), *(phone.play() for phone in simple(table, *people)))
    assert [final["status"] for final in finals] == ["finished"] * 3
    assert [player["kind"] for player in finals[1]["players"]] == ["guest", "guest", "bot"]
    assert robot.call("GET", "players/gort")["kind"] == robot.call("GET", "me")["kind"] == "bot"
    assert check_record(robot.call("GET", f"tables/{table}/record")) == []


async def test_it_gives_up_where_it_is_let_in_no_more(server: ServerProcess) -> None:
    robot = account(server, "tik-tok")
    table = robot.open({}, seats=3, bots=0)
    robot.call("POST", "auth/logout")
    with pytest.raises(SystemExit, match="lets this account in no more"):
        async with asyncio.timeout(WAIT_TIMEOUT):
            await play(robot, table)
    with pytest.raises(Problem, match="not_authenticated"):
        robot.call("GET", "me")


def test_it_chooses_among_what_is_legal() -> None:
    legal = {"suits": [], "bids": [], "cards": []}
    assert choose({"legal": {**legal, "suits": ["G"]}}) == {"type": "name_trump", "suit": "G"}
    assert choose({"legal": {**legal, "bids": [2]}}) == {"type": "bid", "bid": 2}
    assert choose({"legal": {**legal, "cards": ["W1"]}}) == {"type": "play", "card": "W1"}
