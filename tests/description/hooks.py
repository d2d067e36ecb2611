"""What schemathesis can't know: who asks, and which refusals no schema foretells; loaded by its process."""

import json
import os
import random
from typing import Any

import httpx
import schemathesis
from schemathesis.generation import GenerationMode

from tests.support.network import plain_http
from tests.support.notifications.browser_keys import Browser

URL = os.environ["WIZARD_URL"]
NOTES = os.environ["WIZARD_NOTES"]
LEAVING = ["log_out", "claim_guest"]
"""Calls that end a token, or that can be made once: each is asked as a new guest."""

BEYOND_A_SCHEMA = {
    "username": ("This name is taken.", "This name is reserved."),
    "password": (
        "This password is too common.",
        "This password is too short.",
        "This password is entirely numeric.",
        "The password is too similar",
    ),
    "email": ("A guest account can have an e-mail address once it has been claimed.",),
    "preferences": ("Preferences ",),
    "reveal": ("Bids that are shown after", "The preset dm2008 fixes"),
    "restriction": ("The preset dm2008 fixes",),
    "rounds": ("Only the preset custom", "Round ", "Enter 1 to ", "This must be a list"),
    "bots": ("This must be a number from 0 to ",),
    "pause": ("Where cheating is allowed",),
    "seat": ("This table has the seats",),
    "accused": ("There is no such seat at this table.",),
    "undo": ("Where cheating is allowed", "At a slow table"),
    "clock": ("A slow table has days",),
    "days": ("Only slow tables",),
    "on_timeout": ("Only slow tables",),
    "stand_in_minutes": ("At a slow table", "At a table with a clock"),
    "first_day": ("A vacation can begin", "You already have a vacation"),
    "last_day": ("This is before the first day", "This is more than a year", "You have "),
    "time_zone": ("There is no such time zone",),
}
"""Why a request that fits its schema is a bad one all the same: for what else is in it, or is there."""


def bearer(answer: httpx.Response) -> str:
    """The header's value for the token in an answer."""
    return f"Bearer {answer.raise_for_status().json()['token']}"


class Sender:
    """Puts the token into the request."""

    def set(self, case: Any, data: str, context: Any) -> None:
        """Add the header."""
        case.headers = {**(case.headers or {}), "Authorization": data}


if os.environ["WIZARD_AS"] == "alice":

    @schemathesis.auth().skip_for(operation_id=LEAVING)
    class Alice(Sender):
        """Alice; when her token has been revoked, by herself, she logs in again."""

        def get(self, case: Any, context: Any) -> str:
            """A token of hers."""
            who = {"username": "alice", "password": "brass lamp 71"}
            return bearer(plain_http.post(f"{URL}/api/v1/auth/login", json=who))

    @schemathesis.auth(refresh_interval=None).apply_to(operation_id=LEAVING)
    class SomeGuest(Sender):
        """Somebody new."""

        def get(self, case: Any, context: Any) -> str:
            """A token of a new guest."""
            return bearer(plain_http.post(f"{URL}/api/v1/auth/guest"))


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Pass over a refusal of what fits the schema if each of its reasons is one that no schema tells."""
    if "positive_data_acceptance" not in failure.checks or response.status_code != 400:
        return True
    errors = json.loads(response.content)["errors"]
    sent = case.body if isinstance(case.body, dict) else {}
    foretold = [
        sentence
        for field, sentences in errors.items()
        for sentence in sentences
        if not sentence.startswith(BEYOND_A_SCHEMA.get(field, ())) and not is_whole(sent.get(field))
    ]
    return bool(foretold or not errors)


def is_whole(value: Any) -> bool:
    """Whether this is a number such as 2.0: to a schema an integer, to us a mistake of the client's."""
    return isinstance(value, float) and value.is_integer()


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Challenge people who exist and queue moves, as a dictionary holds no lists; remove who sits there."""
    if case.operation.definition.raw["operationId"] == "challenge" and is_valid(case):
        case.body = {"usernames": [f"stranger{random.randrange(6)}"]}
    if case.operation.definition.raw["operationId"] == "queue_moves" and is_valid(case):
        case.body = {"moves": ["2", "R7"]}
    # Who sits there is not known here; without a name the call removes anybody.
    if case.operation.definition.raw["operationId"] == "remove_player" and is_valid(case):
        case.query = {}
    # A device ends with its token, which another call may have revoked: it removes a new one.
    if case.operation.definition.raw["operationId"] == "remove_push_device" and is_valid(case):
        authorization = (case.headers or {}).get("Authorization", "")
        made = plain_http.post(
            f"{URL}/api/v1/me/push",
            json=Browser().subscription(),
            headers={"Authorization": authorization},
        )
        if made.status_code == 201:
            case.path_parameters = {"device_id": made.json()["id"]}


def is_valid(case: Any) -> bool:
    """Whether this is a request that the description allows."""
    return case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Note what was answered, so that the test can tell whether all that matters was asked at all."""
    if response.request.method.lower() != case.operation.method.lower():
        return  # A call that is not described, to see it refused.
    with open(NOTES, "a") as notes:
        notes.write(f"{case.operation.definition.raw['operationId']} {response.status_code}\n")
