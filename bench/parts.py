"""The modules that short names of figures stand for, such as claims in `make bench ARGS=claims`."""

from importlib.util import find_spec

FOLDERS = ("rules", "tables", "outages", "slow", "bots", "tournaments", "comparisons")


def module_of(part: str) -> str:
    """Return the full module name of a benchmark from its short name: `bench.rules.claims` for `claims`.

    Raise LookupError if there is no such benchmark.
    """
    for name in (*(f"bench.{folder}.{part}" for folder in FOLDERS), f"bench.{part}"):
        if find_spec(name):
            return name
    raise LookupError(f"There is no part {part} in bench/.")
