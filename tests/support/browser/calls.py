"""The HTTP API with a page's own cookies: prepares tables quickly; what is tested is then done by hand."""

import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import APIResponse, Page

from tests.support.browser.deals import any_salt
from tests.support.games.choices import first_legal

Sight = dict[str, Any]
MAX_ACTIONS = 2000
"""Actions after which a table that never comes to what is wanted has failed."""


def custom(*cards: int, **options: Any) -> dict[str, Any]:
    """Options of a table with rounds of so many cards, with as short a pause as there can be."""
    pause = 5 if options.get("cheating") else 0
    return {"preset": "custom", "rounds": [{"cards": count} for count in cards], "pause": pause, **options}


def owes_ready(sight: Sight) -> bool:
    """Whether a pause may be waiting for this player."""
    return sight["status"] == "pause" and sight["viewer"] not in sight["ready"]


class Calls:
    """Calls of the API as the player of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def guest(self) -> "Calls":
        """Become a guest, as the page's form does."""
        self.page.request.get("/tables/")
        answer = self.page.request.post("/accounts/guest/", headers=self._headers(), max_redirects=0)
        assert answer.status == 302, answer.text()
        return self

    def open_table(self, options: dict[str, Any], seats: int = 3, **fields: Any) -> dict[str, Any]:
        """A table whose other seats bots take, unless `bots` says otherwise; `salt` decides who gets what."""
        body = {"options": options, "seats": seats, "bots": seats - 1, "salt": any_salt(), **fields}
        return self._post("/api/v1/tables", body)

    def join(self, table_id: str) -> None:
        """Take the first free seat."""
        self._post(f"/api/v1/tables/{table_id}/join", {})

    def leave(self, table_id: str) -> None:
        """Leave a table before its start."""
        self._post(f"/api/v1/tables/{table_id}/leave", {})

    def challenge(self, table_id: str, *names: str) -> None:
        """Challenge people to a table."""
        self._post(f"/api/v1/tables/{table_id}/challenges", {"usernames": list(names)})

    def act(self, table_id: str, **action: Any) -> None:
        """Do one action under a new id."""
        self._post(f"/api/v1/tables/{table_id}/actions", {"id": str(uuid.uuid4()), **action})

    def be_ready(self, table_id: str) -> None:
        """Say that the next round may begin, unless it has begun by itself in the meantime."""
        action = {"id": str(uuid.uuid4()), "type": "ready"}
        answer = self._send(f"/api/v1/tables/{table_id}/actions", action)
        assert answer.ok or answer.json()["code"] == "wrong_phase", answer.text()

    def say(self, table_id: str, text: str) -> None:
        """Say something in a table's chat."""
        self._post(f"/api/v1/tables/{table_id}/chat", {"text": text})

    def get(self, path: str) -> Any:
        """The answer of the API to this player."""
        answer = self.page.request.get(f"/api/v1/{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def prefer(self, **preferences: Any) -> None:
        """Set some preferences; the others get their defaults."""
        answer = self.page.request.patch(
            "/api/v1/me", data={"preferences": preferences}, headers=self._headers()
        )
        assert answer.ok, answer.text()

    def sight(self, table_id: str) -> Sight:
        """This player's sight of a table now."""
        return self.get(f"tables/{table_id}")["sight"]

    def play_until(self, table_id: str, wanted: Callable[[Sight], bool]) -> Sight | None:
        """Play anything legal until the sight is as wanted; None if the game ends before."""
        for _ in range(MAX_ACTIONS):
            sight = self.sight(table_id)
            if wanted(sight):
                return sight
            if sight["status"] == "finished":
                return None
            if sight["viewer"] in sight["turn"]:
                self.act(table_id, **first_legal(sight))
            elif owes_ready(sight):
                self.be_ready(table_id)
        raise AssertionError("The table does not go on.")

    def table_where(self, options: dict[str, Any], wanted: Callable[[Sight], bool], **fields: Any) -> str:
        """The id of a table against bots at which the sight is as wanted: the deals decide which."""
        for _ in range(MAX_ACTIONS):
            table_id = self.open_table(options, **fields)["id"]
            if self.play_until(table_id, wanted):
                return table_id
        raise AssertionError("It never happens.")

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._send(path, body)
        assert answer.ok, answer.text()
        return answer.json()

    def _send(self, path: str, body: dict[str, Any]) -> APIResponse:
        return self.page.request.post(path, data=body, headers=self._headers())

    def _headers(self) -> dict[str, str]:
        cookies = {cookie["name"]: cookie["value"] for cookie in self.page.context.cookies()}
        return {"X-CSRFToken": cookies.get("csrftoken", "")}
