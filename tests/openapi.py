"""Holds answers of the API against docs/openapi.yaml: every one that a test's client gets."""

import json
import re
from functools import cache
from typing import Any

import yaml
from django.http import HttpResponse
from jsonschema import Draft202012Validator, FormatChecker

from tests.servers import ROOT

PREFIX = "/api/v1"


@cache
def document() -> dict[str, Any]:
    """The description in the repository."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docs/openapi.yaml").read_text())
    return loaded


def closed(part: Any) -> Any:
    """The same without room for more: clients have to expect new fields, but we have to describe them."""
    if isinstance(part, list):
        return [closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    narrow = {name: closed(inner) for name, inner in part.items()}
    if "properties" in part and "$ref" not in part and part.get("additionalProperties", True) is True:
        narrow["additionalProperties"] = False
    return narrow


@cache
def _components() -> dict[str, Any]:
    components: dict[str, Any] = closed(document()["components"])
    return components


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", template) + "/*"), item)
        for template, item in document()["paths"].items()
    ]


def check_answer(method: str, path: str, answer: HttpResponse) -> None:
    """Fail where a described call answers in a way that its description does not know, fields and all.

    Unknown paths and methods, and what is refused before any view (404, 405), have no description.
    """
    operation = next(
        (item.get(method.lower()) for pattern, item in _paths() if pattern.fullmatch(path)), None
    )
    if operation is None or answer.status_code == 405:
        return
    described = operation["responses"]
    said = f"{method} {path} answers {answer.status_code}"
    assert str(answer.status_code) in described, f"{said}, which is not described"
    for name, header in described[str(answer.status_code)].get("headers", {}).items():
        assert name in answer or not header["required"], f"{said} without {name}"
    content = described[str(answer.status_code)].get("content")
    if content is None:
        assert not answer.content, f"{said} with a body, and none is described"
        return
    kind = answer["Content-Type"].split(";")[0]
    assert kind in content, f"{said} as {kind}, which is not described"
    _validator(method.lower(), path, str(answer.status_code), kind).validate(json.loads(answer.content))


def _validator(method: str, path: str, status: str, kind: str) -> Draft202012Validator:
    operation = next(item[method] for pattern, item in _paths() if pattern.fullmatch(path))
    schema = operation["responses"][status]["content"][kind]["schema"]
    return Draft202012Validator(
        {**closed(schema), "components": _components()}, format_checker=FormatChecker()
    )
