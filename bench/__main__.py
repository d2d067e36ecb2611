"""`make bench`: all figures, one after the other, each as a command of its own."""

import os
import subprocess
import sys

from bench.measure import machine
from bench.parts import module_of

PARTS = (
    *(
        "engine",
        "sights",
        "claims",
        "command_handler",
        "verdict",
        "startup",
        "bots",
        "seating",
        "standings",
        "check_in",
    ),
    *(
        "first_load",
        "hall",
        "release",
        "moves",
        "mail",
        "reminders",
        "limits",
        "many_servers",
        "failover",
        "growth",
        "idle",
        "recovery",
        "compression",
        "ratios",
    ),
)


def main() -> None:
    """Run the benchmarks named on the command line, by default all, each in a new process."""
    try:
        modules = [module_of(part) for part in sys.argv[1:] or PARTS]
    except LookupError as error:
        sys.exit(str(error))
    print(f"machine   {machine()}", flush=True)
    env = {"DJANGO_SETTINGS_MODULE": "wizard_site.settings", **os.environ}
    for module in modules:
        subprocess.run([sys.executable, "-m", module], env=env, check=True)


if __name__ == "__main__":
    main()
