"""`make bench`: all figures, one after the other, each as a command of its own."""

import os
import subprocess
import sys

from bench.measure import machine

PARTS = (
    *(
        "engine",
        "sights",
        "command_handler",
        "verdict",
        "startup",
        "bots",
        "seating",
        "standings",
        "check_in",
    ),
    *("hall", "release", "moves", "limits", "boardgameio", "growth", "idle", "recovery", "compression"),
)


def main() -> None:
    """Run the parts named on the command line, else all."""
    print(f"machine   {machine()}", flush=True)
    env = {"DJANGO_SETTINGS_MODULE": "wizard_site.settings", **os.environ}
    for part in sys.argv[1:] or PARTS:
        subprocess.run([sys.executable, "-m", f"bench.{part}"], env=env, check=True)


if __name__ == "__main__":
    main()
