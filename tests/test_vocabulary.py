"""Names of modules, classes, functions and constants use the words of `docs/glossary.md`, no retired ones."""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("accounts", "core", "games", "notifications", "tournaments", "wizard_site")
NAMED = (*PRODUCT, "bench", "tests/support")

RETIRED = {
    "door": "command handler",
    "settle": "handle_commands",
    "unfold": "project",
    "house": "scheduler, or the site's (bots)",
    "agenda": "timer queue",
    "tend": "run",
    "tends": "run",
    "attend": "run",
    "mind": "run",
    "renewing": "clock renewal",
    "arrivals": "attendance",
    "leavers": "absence",
    "course": "lifecycle",
    "dice": "rng",
    "onlooker": "spectator",
    "onlookers": "spectators",
    "thinker": "search worker",
    "thinkers": "worker pool",
    "thinking": "search worker, or what is computed",
    "choke": "backpressure",
    "choked": "backpressure",
    "deaf": "silent connection",
    "welcome": "access check",
    "unwelcome": "revoked",
    "collected": "staticfiles",
    "collector": "gc_tuning",
    "folded": "fold, or the state",
    "fault": "error, failure or discrepancy",
    "steady": "monotonic",
    "standstill": "stall",
    "suspicion": "provable cheat",
    "suspicions": "provable cheats",
}
"""Words that no name contains, and what to use."""

PARTICIPLES = {"told", "heard", "said", "shown", "seen", "made", "taken", "laid", "seated", "owed", "kept"}
"""How no function's name begins: a function is named by a verb, or by a noun that it returns."""

NO_NOUNS = {
    *(
        "Answer",
        "Reply",
        "Request",
        "Draft",
        "Loaded",
        "Moment",
        "Picture",
        "Staged",
        "Placed",
        "Seated",
        "Shown",
    ),
    *("Line", "Place"),
}
"""Class names that say too little, or that the field uses for something else."""

RETIRED_OF_LIMITS = {"MOST", "LONGEST", "SHORTEST", "FEWEST", "KEPT", "STILL", "REST", "PATIENCE", "GONE"}
"""Words of constants: a limit is `MAX_…` or `MIN_…`, a time ends in `_TIMEOUT`, `_INTERVAL` or its unit."""

ALLOWED: dict[str, str] = {
    "games/wire/http.py:Answer": "names the component `Answer` of the API",
    "tournaments/models/entry.py:shown_name": "the name that is shown, where namesakes are told apart",
    "tournaments/models/stage.py:shown_title": "the title that is shown, in the reader's language",
    "wizard_site/settings/http.py:REST_FRAMEWORK": "Django REST framework's own setting",
}
"""Names that stay, with the reason."""

SHARED: dict[str, str] = {
    "Command": "Django demands this name of management commands; the other one goes to the command handler",
    "Meta": "Django's and REST framework's options of a class",
    "Accusation": "a row, and the rules' value that it stores",
    "Bid": "a row, and the action that it stores",
    "Cheat": "a row, and the rules' value that it stores",
    "Round": "a row, and the part of a table's state that it stores",
    "Seat": "a row, and the part of a table's state that it stores",
    "Trick": "a row, and the part of a round that it stores",
}
"""Class names that several modules may define: a row and a value of the rules for one word of the game."""


class Name(NamedTuple):
    """A name, where it is defined, and whether it is a module's, a class's, a function's or a constant's."""

    path: str
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.text}"


def words(name: str) -> list[str]:
    """The words of a snake_case or CamelCase name, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def names() -> Iterator[Name]:
    listed = subprocess.run(["git", "ls-files", *NAMED], cwd=ROOT, capture_output=True, text=True, check=True)
    for path in listed.stdout.splitlines():
        if path.endswith(".py") and "/migrations/" not in path and (ROOT / path).exists():
            yield Name(path, "module", Path(path).stem)
            yield from names_in(path, ast.parse((ROOT / path).read_text()))


def names_in(path: str, tree: ast.Module) -> Iterator[Name]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield Name(path, "class", node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Name(path, "function", node.name)
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name) and each.id.isupper():
                    yield Name(path, "constant", each.id)


def is_retired(name: Name) -> bool:
    """Whether a name uses a retired word."""
    parts = words(name.text)
    return (
        bool(set(parts) & set(RETIRED))
        or (name.kind == "constant" and bool({part.upper() for part in parts} & RETIRED_OF_LIMITS))
        or (name.kind == "function" and parts[:1] != [] and parts[0] in PARTICIPLES)
        or (name.kind == "class" and name.text in NO_NOUNS)
        or (name.kind == "module" and "line" in parts)
    )


@pytest.fixture(scope="module")
def found() -> list[Name]:
    return list(names())


def test_no_name_uses_a_retired_word(found: list[Name]) -> None:
    assert {str(name) for name in found if is_retired(name)} - set(ALLOWED) == set()


def test_every_exception_is_needed(found: list[Name]) -> None:
    retired = [name for name in found if is_retired(name)]
    assert set(ALLOWED) <= {str(name) for name in retired}
    assert set(SHARED) <= set(classes_with_several_definitions(found))


def test_one_class_name_means_one_class(found: list[Name]) -> None:
    several = classes_with_several_definitions(found)
    assert {text: paths for text, paths in several.items() if text not in SHARED} == {}


def classes_with_several_definitions(found: list[Name]) -> dict[str, list[str]]:
    """The class names of the product and its benchmarks that several modules define, with these modules."""
    paths = defaultdict(list)
    for name in found:
        if name.kind == "class" and name.path.startswith((*PRODUCT, "bench")):
            paths[name.text].append(name.path)
    return {text: defined for text, defined in paths.items() if len(defined) > 1}


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("games/services/door.py", "module", "door"),
        ("games/live/hub.py", "class", "HouseServer"),
        ("games/live/hub.py", "class", "Moment"),
        ("core/realtime/line.py", "module", "line"),
        ("games/store/tables.py", "function", "_seen_by"),
        ("core/realtime/bus.py", "constant", "MOST_WAITING"),
        ("core/realtime/bus.py", "constant", "HOUSE_PAUSE_SECONDS"),
    ],
)
def test_retired_words_are_found(path: str, kind: str, text: str) -> None:
    assert is_retired(Name(path, kind, text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("class", "SeatTaken"),
        ("class", "LogEntry"),
        ("function", "bids_made"),
        ("constant", "MAX_WAITING"),
        ("module", "timeline"),
    ],
)
def test_other_words_are_not(kind: str, text: str) -> None:
    assert not is_retired(Name("games/rules/round.py", kind, text))
