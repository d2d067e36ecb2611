"""How long a set-up machine needs until the server is ready; the baseline is Django's own check."""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

from bench.serving import run_python

STARTS = 3


def main() -> None:
    """Print the seconds that the server needs to start, and their ratio to the time of `manage.py check`."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/start.sqlite3", "PORT": "0"}
        # A machine that is set up has bytecode, also where the environment keeps Python from writing it.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        env["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        _time_start(env)  # the first start makes the database and the bytecode
        ready, bare = [], []
        for _ in range(STARTS):
            ready.append(_time_start(env))
            bare.append(_time_check(env))
    print(
        f"startup   {median(ready):8.2f} s until `manage.py serve` is ready (median of {STARTS}); "
        f"{median(ready) / median(bare):.1f} times `manage.py check`"
    )


def _time_start(env: dict[str, str]) -> float:
    """Start the server, and return the seconds until it is ready. Then stop the server."""
    began = time.perf_counter()
    with run_python("manage.py", "serve", "--port", "0", env=env):
        return time.perf_counter() - began


def _time_check(env: dict[str, str]) -> float:
    """Run `manage.py check`, and return the seconds that it takes."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "manage.py", "check"], env=env, check=True, capture_output=True)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
