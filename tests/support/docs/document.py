"""What a document shows in its fenced blocks, and whether the real thing looks like it."""

import json
import re
from typing import Any, NamedTuple

from tests.support.servers import ROOT

BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    """A command, and the answer that the document shows for it, if it shows one."""

    command: str
    shown: Any


def _blocks(name: str) -> list[tuple[str, str, str]]:
    return BLOCK.findall((ROOT / "docs" / name).read_text())


def steps(name: str) -> list[Step]:
    """The document's commands in order; the answer is the plain JSON block right after."""
    found = _blocks(name)
    following = [*found[1:], ("", "", "")]
    return [
        Step(text, json.loads(after[2]) if after[:2] == ("json", "") else None)
        for (language, _, text), after in zip(found, following, strict=True)
        if language == "sh"
    ]


def frames(name: str, side: str) -> list[Any]:
    """The document's frames of the `client` or the `server`, one a line."""
    texts = [text for language, mark, text in _blocks(name) if (language, mark) == ("json", side)]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def unlike(shown: Any, real: Any, place: str = "answer") -> list[str]:
    """Where the real thing is not of the shape shown; it may have more, and null fits anything."""
    if shown is None or real is None:
        return []
    if _kind(shown) != _kind(real):
        return [f"{place} is {real!r}; the document shows {shown!r}."]
    if isinstance(shown, dict):
        lacking = [f"{place}.{key} does not exist." for key in shown if key not in real]
        known = [key for key in shown if key in real]
        return lacking + [fault for key in known for fault in unlike(shown[key], real[key], f"{place}.{key}")]
    if isinstance(shown, list) and real:
        best = (min((unlike(one, other, f"{place}[]") for other in real), key=len) for one in shown)
        return [fault for faults in best for fault in faults]
    return []


def _kind(value: Any) -> type:
    return float if isinstance(value, int | float) and not isinstance(value, bool) else type(value)
