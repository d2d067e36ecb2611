"""The recorded scenes of light, for the tests of both detectors."""

import json
from typing import Any

from tests.support.servers import ROOT

FILE = ROOT / "docs" / "examples" / "readings.json"
SCENES: list[dict[str, Any]] = json.loads(FILE.read_text())["scenes"]
NAMES = [scene["name"] for scene in SCENES]
LOOK_ON = 1000
"""Milliseconds that the sensor is watched after a scene's last reading."""


def scene(name: str) -> dict[str, Any]:
    """The scene of that name."""
    return SCENES[NAMES.index(name)]


def watched(timeline: list[Any]) -> list[Any]:
    """A timeline with the silence after its last reading."""
    return [*timeline, [timeline[-1][0] + LOOK_ON, None]]
