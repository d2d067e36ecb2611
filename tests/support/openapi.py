"""Holds answers of the API against docs/openapi.yaml: every one that a test's client gets."""

import json
import re
from functools import cache
from typing import Any

import yaml
from django.http import HttpResponse
from jsonschema import Draft202012Validator, FormatChecker

from tests.support.servers import ROOT

PREFIX = "/api/v1"


@cache
def document() -> dict[str, Any]:
    """The description in the repository."""
    # The loader in C, because the one in Python takes seconds for these thousands of lines.
    # PyYAML lacks it where it was built without a compiler.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded: dict[str, Any] = yaml.load((ROOT / "docs/openapi.yaml").read_text(), loader)
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
    if answer.status_code == 405:
        return
    for pattern, item in _paths():
        if pattern.fullmatch(path) and method.lower() in item:
            _check(pattern, item, method, path, answer)
            return


def _check(
    pattern: re.Pattern[str], item: dict[str, Any], method: str, path: str, answer: HttpResponse
) -> None:
    described, status = item[method.lower()]["responses"], str(answer.status_code)
    said = f"{method} {path} answers {status}"
    assert status in described, f"{said}, which is not described"
    for name, header in described[status].get("headers", {}).items():
        assert name in answer or not header["required"], f"{said} without {name}"
    content = described[status].get("content")
    if content is None:
        assert not answer.content, f"{said} with a body, and none is described"
        return
    kind = answer["Content-Type"].split(";")[0]
    assert kind in content, f"{said} as {kind}, which is not described"
    _validator(pattern, method.lower(), status, kind).validate(json.loads(answer.content))


@cache
def _validator(pattern: re.Pattern[str], method: str, status: str, kind: str) -> Draft202012Validator:
    """Kept: making one takes longer than most answers."""
    item = next(item for template, item in _paths() if template == pattern)
    schema = item[method]["responses"][status]["content"][kind]["schema"]
    return Draft202012Validator(
        {**closed(schema), "components": _components()}, format_checker=FormatChecker()
    )
