"""The HTTP calls that a client of Wizard needs, by the standard library alone; knows nothing of cards."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]


class Problem(Exception):
    """A refusal of the server: `code` for programs, `detail` for people."""

    def __init__(self, body: Json) -> None:
        """`body` is the JSON object of the error response."""
        super().__init__(f"{body.get('code')}: {body.get('detail')}")
        self.code = body.get("code")


class Api:
    """The calls under /api/v1/. `enter` sets `token`, which all later calls send."""

    def __init__(self, url: str) -> None:
        """`url` is the address of the site, such as `https://wizard.example`."""
        self.url, self.token, self.name = url.rstrip("/"), "", ""

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """Call the API with a JSON body, and return the JSON of the response, or None if it is empty.

        Raise Problem if the server answers with an error.
        """
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/api/v1/{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=20) as answer:
                return json.loads(answer.read() or "null")
        except HTTPError as error:
            raise Problem(json.loads(error.read())) from None

    def enter(self, path: str, body: Json) -> None:
        """Log in, register or become a guest, and keep the token and the name.

        `path` is `auth/guest`, `auth/login` or `auth/register`. An app would keep the token in its Keystore.
        """
        answer = self.call("POST", path, body)
        self.token, self.name = answer["token"], answer["user"]["username"]

    def join(self, table: str, invite: str | None = None) -> str:
        """Take a seat at a table, unless the account has one there, and return the table's id."""
        try:
            self.call("POST", f"tables/{table}/join", {"invite": invite} if invite else {})
        except Problem as problem:
            if problem.code != "already_seated":
                raise
        return table

    def join_any(self) -> str | None:
        """Take a seat at the first public table with a free one, and return the table's id.

        Return None if there is no such table.
        """
        for table in self.call("GET", "tables?status=open")["results"]:
            try:
                return self.join(table["id"])
            except Problem:  # somebody was faster
                continue
        return None

    def open(self, options: Json, seats: int, bots: int) -> str:
        """Open a table with this number of seats, and return its id.

        The account takes seat 0, and bots take `bots` of the other seats.
        """
        return self.call("POST", "tables", {"options": options, "seats": seats, "bots": bots})["id"]
