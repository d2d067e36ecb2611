"""People, tokens and tables in every phase for schemathesis to find, made over the API alone."""

import weakref
from datetime import date, timedelta
from typing import Any

import httpx

from tests.support.games.choices import first_legal
from tests.support.network import plain_http
from tests.support.notifications.browser_keys import Browser
from tests.support.waiting import WAIT_TIMEOUT, wait_until

PASSWORD = "brass lamp 71"


class Person:
    """Somebody with an account and a token."""

    def __init__(self, url: str, name: str) -> None:
        self.api = httpx.Client(base_url=f"{url}/api/v1/", verify=False, timeout=WAIT_TIMEOUT)
        weakref.finalize(self, self.api.close)
        entry = self.ask("POST", "auth/register", username=name, password=PASSWORD)
        self.api.headers["Authorization"] = f"Bearer {entry['token']}"

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The answer's JSON."""
        answer = self.api.request(method, path, json=body or None)
        return answer.raise_for_status().json()

    def open(self, bots: int = 0, seats: int = 3, **more: Any) -> str:
        """A table that somebody opened."""
        table: str = self.ask("POST", "tables", seats=seats, bots=bots, **more)["id"]
        return table


def prepare(url: str) -> dict[str, list[Any]]:
    """Make all of it; gives what there is to ask for, the dictionaries of schemathesis.toml."""
    alice, bob = Person(url, "alice"), Person(url, "bob")
    waiting = [person.open(bots=bots) for person in (alice, bob) for bots in (0, 1) for _ in range(4)]
    waiting.append(bob.open(visibility="private"))
    phases = {"bidding": [5], "playing": [5], "pause": [1, 5]}
    # Slow, so that nobody moves for an absent Alice before the coach is asked, however slow the machine is.
    coached = [cheating(alice, until="bidding", rounds=[5], coach=True, pace="slow") for _ in range(6)]
    running = [cheating(alice, until=phase, rounds=rounds) for phase, rounds in phases.items()]
    finished = [cheating(alice, until="finished", rounds=[1]) for _ in range(2)]
    joinable = [bob.open(seats=6) for _ in range(12)]
    startable = [alice.open(2, seats=6) for _ in range(3)]
    attended = [alice.open(4, seats=6) for _ in range(6)]
    chatted = bob.open(seats=6)
    messages = [bob.ask("POST", f"tables/{chatted}/chat", text=f"{n}")["id"] for n in range(4)]
    favourites = [alice.ask("POST", "me/favourites", name=f"Game {n}", seats=3)["id"] for n in range(12)]
    befriended = [Person(url, f"friend{n}") for n in range(6)]
    for friend in befriended:
        friend.ask("POST", "me/friend-requests", username="alice")
    unwanted = [Person(url, f"unwanted{n}") for n in range(6)]
    for each in unwanted:
        each.ask("POST", "me/friend-requests", username="alice")
    challenging = [bob.open(seats=6) for _ in range(6)]
    for each in challenging:
        bob.ask("POST", f"tables/{each}/challenges", usernames=["alice"])
    strangers = [Person(url, f"stranger{n}").ask("GET", "me")["username"] for n in range(6)]
    asked = [Person(url, f"asked{n}").ask("GET", "me")["username"] for n in range(6)]
    for name in asked:
        alice.ask("POST", "me/friend-requests", username=name)
    inviting = [alice.open(seats=6) for _ in range(3)]
    for each in inviting:
        alice.ask("POST", f"tables/{each}/challenges", usernames=asked)
    challenges = [each["id"] for each in alice.ask("GET", "me/challenges")]
    tokens = [spare_token(alice, url) for _ in range(12)]
    browsers = [Browser() for _ in range(3)]
    devices = [alice.ask("POST", "me/push", **Browser().subscription())["id"] for _ in range(6)]
    vacations = [alice.ask("POST", "me/vacations", **vacation(n))["vacations"][-1]["id"] for n in range(6)]
    slow = [alice.open(2, options={"pace": "slow"}) for _ in range(3)]
    return {
        "slow": slow,
        "tables": [*waiting, *startable, *running, *finished],
        "joinable": joinable,
        "startable": startable,
        "attended": attended,
        "running": running[1:],
        "dealt": running[:1],
        "hand": alice.ask("GET", f"tables/{running[0]}")["sight"]["hand"],
        "coached": coached,
        "finished": finished,
        "chatted": [chatted],
        "messages": messages,
        "commands": ["/help", "/help play", "/who", "/join", "wizard games", "/show", "/queue 2, R7"],
        "tokens": tokens,
        "devices": devices,
        "endpoints": [browser.endpoint for browser in browsers],
        "public_keys": [browser.p256dh for browser in browsers],
        "secrets": [browser.auth for browser in browsers],
        "names": ["alice", "BOB", "nobody-has-this-name"],
        "others": ["bob"],
        "befriended": [f"friend{n}" for n in range(6)],
        "unwanted": [f"unwanted{n}" for n in range(6)],
        "asked": asked,
        "strangers": strangers,
        "challenges": challenges,
        "inviting": inviting,
        "favourites": favourites,
        "vacations": vacations,
        "passwords": [PASSWORD, "seven green owls"],
    }


def vacation(number: int) -> dict[str, str]:
    """One of the days to come, for each number another one."""
    day = date.today() + timedelta(days=30 + 2 * number)
    return {"first_day": day.isoformat(), "last_day": day.isoformat()}


def spare_token(person: Person, url: str) -> int:
    """The id of one more token of somebody."""
    known = {token["id"] for token in person.ask("GET", "auth/tokens")}
    name = person.ask("GET", "me")["username"]
    who = {"username": name, "password": PASSWORD}
    plain_http.post(f"{url}/api/v1/auth/login", json=who).raise_for_status()
    [new] = {token["id"] for token in person.ask("GET", "auth/tokens")} - known
    return int(new)


def cheating(person: Person, *, until: str, rounds: list[int], **more: Any) -> str:
    """A table with two bots, so far as wanted, at which one may cheat and accuse."""
    options = {"preset": "custom", "rounds": rounds, "pause": 60, "cheating": True, **more}
    table = person.open(2, options=options)
    play(person, table, until=until)
    return table


def play(person: Person, table: str, *, until: str) -> None:
    """Let somebody play whatever is legal until the table is so far; bots move at once."""

    def is_so_far() -> bool:
        sight = person.ask("GET", f"tables/{table}")["sight"]
        if sight["status"] == until and (until != "playing" or sight["last_trick"]):
            return True
        if sight["viewer"] in sight["turn"]:
            action = first_legal(sight)
            person.ask("POST", f"tables/{table}/actions", id=f"move-{sight['number']}", **action)
        elif sight["status"] == "pause" and sight["viewer"] not in sight["ready"]:
            person.ask("POST", f"tables/{table}/actions", id=f"move-{sight['number']}", type="ready")
        return False

    wait_until(is_so_far, lambda: f"the table never came to be {until}")
