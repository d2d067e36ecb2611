"""The kinds of refusals: a sentence, a code, and the HTTP status to which the edge maps each of them."""

import ast
import sys
from pathlib import Path

import pytest

from core import refusal as module
from core import sentence
from core.http.problems import http_status_of
from core.refusal import BadRequest, Forbidden, Refusal, Throttled

KINDS = {
    "bad_request": 400,
    "not_authenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "refused": 409,
    "throttled": 429,
    "unavailable": 503,
}


class NotYours(Forbidden):
    code = "not_yours"


def test_each_kind_has_its_code_and_status() -> None:
    kinds = [
        found for found in vars(module).values() if isinstance(found, type) and issubclass(found, Refusal)
    ]
    assert {kind.code: http_status_of(kind) for kind in kinds} == KINDS
    assert all(kind.detail.endswith(".") for kind in kinds)


def test_a_refusal_has_the_status_of_its_kind_and_a_code_of_its_own() -> None:
    refusal = NotYours("This hat is not yours.")
    assert (http_status_of(refusal), refusal.code, str(refusal)) == (
        403,
        "not_yours",
        "This hat is not yours.",
    )


def test_a_refusal_without_a_sentence_says_that_of_its_class() -> None:
    assert (str(Refusal()), Refusal().errors) == (Refusal.detail, {})


def test_a_bad_request_names_the_fields_that_are_wrong() -> None:
    refusal = BadRequest({"bid": ["This must be a whole number."]})
    assert refusal.detail == "bid: This must be a whole number."
    assert refusal.errors == {"bid": ["This must be a whole number."]}


def test_a_bad_request_can_have_a_sentence_of_its_own() -> None:
    refusal = BadRequest({"name": ["Too short."]}, "Too short.")
    assert (refusal.detail, refusal.errors) == ("Too short.", {"name": ["Too short."]})


def test_who_is_throttled_learns_for_how_long() -> None:
    assert Throttled(wait=7).wait == 7


@pytest.mark.parametrize("file", [module.__file__, sentence.__file__])
def test_refusals_and_sentences_import_the_standard_library_alone(file: str) -> None:
    tree = list(ast.walk(ast.parse(Path(file).read_text())))
    assert not [node for node in tree if isinstance(node, ast.Import)]
    imported = {node.module for node in tree if isinstance(node, ast.ImportFrom) and node.module}
    others = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert others <= {"core.sentence"}
