"""`make bench ARGS=report`: measures what docs/performance.md tells and writes it anew, within half an hour.

Each part has a TITLE and `report()`, which measures and gives Markdown. They run one after the other, each in
a process of its own: `python -m bench.report PART` prints one.
"""

import subprocess
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from bench.measure import machine
from bench.parts import module_of

PARTS = (
    "moves",
    "limits",
    "many_servers",
    "failover",
    "growth",
    "idle",
    "recovery",
    "compression",
    "ratios",
)
PAGE = Path("docs/performance.md")
PARTIAL = Path("var/performance.md")
HEAD = """# How fast it is

Written by `make bench ARGS=report` on {date}: {machine}. Servers, databases and load
share that machine, so these figures say what the whole of it does. `make bench` prints them and more, each
beside a bare baseline of the same run; with another machine, compare the ratios rather than the figures.
[scale.md](scale.md) reckons what they mean for a million players;
[experiments.md](experiments.md) says which goals are missed, and why.
"""


def main() -> None:
    """Write the performance report, or print only the section named on the command line."""
    if sys.argv[1:]:
        print(section(sys.argv[1]))
        return
    sections: list[str] = []
    try:
        for part in PARTS:
            sections.append(_measure_in_subprocess(part))
    finally:
        if len(sections) < len(PARTS):
            PARTIAL.write_text("\n".join(sections))
            print(f"report    {PARTIAL} has what was measured before")
    date = datetime.now(UTC).date().isoformat()
    page = "\n".join((HEAD.format(date=date, machine=machine()), *sections))
    PAGE.write_text(page.rstrip("\n") + "\n")
    print(f"report    {PAGE} is written")


def section(part: str) -> str:
    """Run the named benchmark in this process, and return its section of the report as Markdown."""
    module = import_module(module_of(part))
    return f"## {module.TITLE}\n\n{module.report()}"


def _measure_in_subprocess(part: str) -> str:
    """Run the named benchmark in a new process, and return its section of the report as Markdown."""
    print(f"report    measuring {part} …", flush=True)
    command = [sys.executable, "-m", "bench.report", part]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main()
