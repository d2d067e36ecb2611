"""`/api/v1/schema`: the whole document, made once however often it is asked for."""

import pytest
import yaml
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from wizard_site import docs, schema

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    for kept in (schema.document, schema._written, docs._groups):
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
