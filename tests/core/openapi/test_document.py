"""`/api/v1/schema`: the whole document, made once however often it is asked for."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

from accounts import errors as errors_of_accounts
from core.http.problems import http_status_of
from core.openapi import document
from core.refusal import Refusal
from games.rules import errors as errors_of_rules
from games.services.challenges import errors as errors_of_challenges
from games.services.chat import errors as errors_of_chat
from games.services.lobby import favourites
from games.wire.http import component_name
from notifications import errors as errors_of_notifications
from tests.support import openapi
from wizard_site import docs

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    for kept in (
        document.openapi_document,
        document._render_document,
        docs._endpoints_by_tag,
        docs._schema_sections,
    ):
        kept.cache_clear()


def test_it_is_the_whole_document_as_yaml_or_json(client: Client) -> None:
    whole = SchemaGenerator().get_schema(request=None, public=True)
    as_yaml = client.get("/api/v1/schema")
    as_json = client.get("/api/v1/schema", headers={"Accept": "application/json"})
    assert as_yaml["Content-Type"].startswith("application/vnd.oai.openapi")
    assert as_json["Content-Type"].startswith("application/json")
    assert yaml.safe_load(as_yaml.content) == as_json.json()
    assert set(as_json.json()["paths"]) == set(whole["paths"])
    assert "Accept" in as_json["Vary"]


def test_it_is_made_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    make = SchemaGenerator.get_schema

    def count(*args: object, **kwargs: object) -> object:
        made.append(args)
        return make(*args, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", count)
    for path in ("/api/v1/schema", "/api/v1/docs", "/api/v1/schema"):
        assert client.get(path).status_code == 200
    assert len(made) == 1


def test_the_page_to_read_shows_every_kind_of_action_and_every_shape(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()
    assert "for accuse" in page
    assert "`must_follow_suit`" in page
    for name in openapi.document()["components"]["schemas"]:
        assert f'id="{name}"' in page


def test_who_has_it_does_not_get_it_again(client: Client) -> None:
    first = client.get("/api/v1/schema")
    assert first["Cache-Control"] == "public, max-age=300"
    again = client.get("/api/v1/schema", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    as_json = client.get(
        "/api/v1/schema", headers={"If-None-Match": first["ETag"], "Accept": "application/json"}
    )
    assert as_json.status_code == 200


def test_other_formats_are_refused(client: Client) -> None:
    answer = client.get("/api/v1/schema", headers={"Accept": "image/png"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_the_file_in_the_repository_is_what_the_code_says() -> None:
    assert openapi.document() == yaml.safe_load(document._render_document(OpenApiYamlRenderer).body)


def test_sockets_and_calls_share_their_shapes() -> None:
    """What the OpenAPI document takes over is what docs/socket.schema.json says, word by word."""
    told = json.loads((openapi.ROOT / "docs/socket.schema.json").read_text())["$defs"]
    shown = openapi.document()["components"]["schemas"]
    for name in ("sight", "event", "outcome", "options", "seated", "cell", "place", "card"):
        moved = json.dumps(shown[component_name(name)])
        for other in told:
            moved = moved.replace(f'"#/components/schemas/{component_name(other)}"', f'"#/$defs/{other}"')
        assert json.loads(moved) == told[name]


def test_every_refusal_has_a_call_that_tells_of_it_and_no_other_is_told_of() -> None:
    described = {
        code
        for path, item in openapi.document()["paths"].items()
        for call in item.values()
        if "/tournaments" not in path  # Those have refusals of their own.
        for answer in [call["responses"].get("409")]
        if answer
        for code in answer["content"]["application/problem+json"]["schema"]["properties"]["code"]["enum"]
    }
    modules = (
        errors_of_accounts,
        errors_of_rules,
        errors_of_chat,
        errors_of_challenges,
        errors_of_notifications,
        favourites,
    )
    classes = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    assert described == {each.code for each in classes if _is_refusal(each)} - {"refused"}


def _is_refusal(each: type) -> bool:
    return issubclass(each, Refusal) and http_status_of(each) == 409


def test_a_list_of_objects_is_described_with_its_limits() -> None:
    plays = openapi.document()["components"]["schemas"]["RecordTrick"]["properties"]["plays"]
    assert (plays["minItems"], plays["maxItems"]) == (3, 6)


def test_no_field_of_an_answer_is_left_undescribed() -> None:
    """Objects have their fields, lists their items, but for errors by field and the options of a favourite.

    A favourite is shown as it was stored, with options that an update of the server may have removed.
    """
    anything = sorted(_vague(openapi.document()["components"]["schemas"], ""))
    assert anything == [
        "FavouriteGame.properties.errors",
        "FavouriteGame.properties.options",
        "Problem.properties.errors",
    ]


def _vague(part: Any, path: str) -> Iterator[str]:
    """Where a schema says no more than "an object", "a list" or "anything"."""
    if isinstance(part, list):
        part = dict(enumerate(part))
    if not isinstance(part, dict):
        return
    if part.get("type") == "object" and "properties" not in part:
        yield path
    if part.get("type") == "array" and "items" not in part:
        yield path
    for name, inner in part.items():
        yield from _vague(inner, f"{path}.{name}".lstrip("."))


def test_every_call_says_what_it_does_and_what_its_parameters_are() -> None:
    for path, item in document.openapi_document()["paths"].items():
        for method, call in item.items():
            assert call["summary"][0].isupper(), (method, path)
            assert call["description"].endswith("."), (method, path)
            assert "\n\n" not in call["summary"], (method, path)
            for parameter in call.get("parameters", []):
                assert parameter["description"].endswith("."), (method, path, parameter["name"])
