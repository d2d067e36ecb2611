"""Where the code lies that a server under test loads before its own, to make it fail on purpose."""

import struct
from pathlib import Path

from tests.support.servers import ROOT

HOOK = str(ROOT / "tests/support/faults/hook")
"""For `PYTHONPATH`: Python imports `sitecustomize` from there at its start."""


class Clocks:
    """The clocks of one server, which can be advanced as if it had stood still."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clocks"
        self._ahead = 0.0
        self._file.write_bytes(struct.pack("d", 0.0))

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that the server needs."""
        return {"PYTHONPATH": HOOK, "STOOD_STILL": str(self._file)}

    def put_forward(self, seconds: float) -> None:
        """Advance the clocks at once."""
        self._ahead += seconds
        with self._file.open("r+b") as file:
            file.write(struct.pack("d", self._ahead))
