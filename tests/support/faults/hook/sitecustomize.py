"""Loaded by the server process of a test at its start, through PYTHONPATH: lets it fail where the test says.

DIE_AT="point:n" kills the process, as `kill -9` does, when a point is reached for the n-th time.
CLOCK_OFFSET=FILE moves the system's time by the seconds that the file holds at that moment.
STOOD_STILL=FILE moves the system's time and the monotonic clock by the seconds in the file (a C double).
READ_ONLY=FILE makes SQLite refuse all writes of log and loop while the file is there.
LIMITS="module:NAME=1.5 …" gives other values to numbers that the product has as constants,
"module:NAME.field=7" to one field of those that have several, or of a class.
SERVER_SEED=HEX is the seed of each table that somebody opens, so that salts alone decide the deals.
The product knows nothing of this.
"""

import importlib.abc
import importlib.util
import mmap
import os
import secrets
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

ENVIRONMENT = os.environ.get
PATCHES = {}
"""What is done to a module when it has been loaded."""


class Patched(importlib.abc.MetaPathFinder):
    """Finds modules as ever, and patches those of PATCHES once they are loaded."""

    def find_spec(self, name, path, target=None):
        if name not in PATCHES:
            return None
        patch = PATCHES.pop(name)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def load_and_patch(module):
            load(module)
            patch(module)

        spec.loader.exec_module = load_and_patch
        return spec


def counted(nth):
    """A function that kills this process at its n-th call."""
    calls = iter(range(1, nth + 1))

    def reached():
        if next(calls) == nth:
            os.kill(os.getpid(), signal.SIGKILL)

    return reached


def by_people(changes):
    """Whether a person's action is among what is to be stored."""
    return any(entry.action_id for change in changes for entry in change.entries)


def wrap(module, name, *, before=None, after=None, when=lambda *args: True):
    """Let a function of a module be preceded or followed by a call."""
    real = getattr(module, name)

    def wrapped(*args, **kwargs):
        hit = when(*args)
        if hit and before:
            before()
        result = real(*args, **kwargs)
        if hit and after:
            after()
        return result

    setattr(module, name, wrapped)


def die_at(point, nth):
    """Prepare the death at a named point."""
    die = counted(nth)
    points = {
        "before_append": ("games.store.append", "save_table_changes", {"before": die, "when": by_people}),
        # On SQLite only: PostgreSQL's one statement commits itself.
        "before_commit": ("games.store.append", "_insert_entries", {"after": die, "when": by_people}),
        "before_ack": ("games.store.append", "save_table_changes", {"after": die, "when": by_people}),
        "round_end": ("games.store.projections", "_write_round", {"after": die}),
        "before_match_commit": ("games.services.matching.tables", "create_table", {"after": die}),
        "before_match_news": ("games.services.matching.tables", "_announce_match", {"before": die}),
        "house": ("games.services.scheduler.due_moves", "server_command", {"after": die}),
    }
    module, name, how = points[point]
    PATCHES[module] = lambda loaded: wrap(loaded, name, **how)


def move_clock(offset):
    """Let Django's now be elsewhere."""

    def patch(timezone):
        real = timezone.now
        timezone.now = lambda: real() + timedelta(seconds=float(offset.read_text()))

    PATCHES["django.utils.timezone"] = patch


def stand_still(stood):
    """Let all clocks of this process be ahead, as for one that was halted; read at each look at a clock."""
    with stood.open("rb") as file:
        seconds = memoryview(mmap.mmap(file.fileno(), 8, prot=mmap.PROT_READ)).cast("d")
    monotonic_clock = time.monotonic
    time.monotonic = lambda: monotonic_clock() + seconds[0]

    def patch(timezone):
        real = timezone.now
        timezone.now = lambda: real() + timedelta(seconds=seconds[0])

    PATCHES["django.utils.timezone"] = patch


def read_only(flag):
    """Let SQLite itself refuse what the log, the scheduler and the check of the storage write."""

    def choose():
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA query_only = {'ON' if flag.exists() else 'OFF'}")

    def patch(module, *names):
        for name in names:
            wrap(module, name, before=choose)

    PATCHES["games.store.append"] = lambda append: patch(append, "save_table_changes")
    PATCHES["games.services.scheduler.heartbeat"] = lambda loops: patch(loops, "store_heartbeat", "can_store")
    PATCHES["wizard_site.health"] = lambda health: patch(health, "_write_test_row")


def limit(module, name, value):
    """Let a constant be another number, of the type that it has; in a row of several, all are it."""

    def patch(loaded):
        constant, _, field = name.partition(".")
        was = getattr(loaded, constant)
        number = float(value)
        if isinstance(was, type):
            setattr(was, field, type(getattr(was, field))(number))
        elif field:
            setattr(loaded, constant, was._replace(**{field: number}))
        else:
            setattr(loaded, constant, (number,) * len(was) if isinstance(was, tuple) else type(was)(number))

    before = PATCHES.get(module, lambda loaded: None)
    PATCHES[module] = lambda loaded: (before(loaded), patch(loaded))


def same_seed(seed):
    """Let tables be opened with this seed instead of a random one."""

    def patch(lobby):
        lobby.secrets = SimpleNamespace(token_hex=lambda size: seed, SystemRandom=secrets.SystemRandom)

    PATCHES["games.services.lobby.lobby"] = patch


for each in ENVIRONMENT("LIMITS", "").split():
    place, _, number = each.partition("=")
    limit(*place.split(":"), number)
if ENVIRONMENT("DIE_AT"):
    where, _, nth = ENVIRONMENT("DIE_AT").partition(":")
    die_at(where, int(nth))
if ENVIRONMENT("CLOCK_OFFSET"):
    move_clock(Path(ENVIRONMENT("CLOCK_OFFSET")))
if ENVIRONMENT("STOOD_STILL"):
    stand_still(Path(ENVIRONMENT("STOOD_STILL")))
if ENVIRONMENT("SERVER_SEED"):
    same_seed(ENVIRONMENT("SERVER_SEED"))
if ENVIRONMENT("READ_ONLY"):
    read_only(Path(ENVIRONMENT("READ_ONLY")))
sys.meta_path.insert(0, Patched())
