"""The parts of `make bench` are called by short names, in whatever folder their modules are."""

import pytest

from bench.__main__ import PARTS
from bench.parts import module_of
from bench.report import PARTS as REPORTED


@pytest.mark.parametrize(
    ("part", "module"),
    [("claims", "bench.rules.claims"), ("bots", "bench.bots"), ("startup", "bench.startup")],
)
def test_a_short_name_stands_for_a_module(part: str, module: str) -> None:
    assert module_of(part) == module


@pytest.mark.parametrize("part", sorted({*PARTS, *REPORTED}))
def test_every_part_has_a_module(part: str) -> None:
    assert module_of(part).split(".")[-1] == part


def test_both_end_with_the_ratios() -> None:
    assert (PARTS[-1], REPORTED[-1]) == ("ratios", "ratios")


def test_an_unknown_part_is_refused_by_its_name() -> None:
    with pytest.raises(LookupError, match="There is no part clams in bench/"):
        module_of("clams")
