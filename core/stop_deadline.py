"""The last resort for a process that was told to stop and does not end."""

import faulthandler

STOP_DEADLINE_SECONDS = 60.0
"""How long a process may take to stop; an orderly stop takes a few seconds."""


def enforce_stop_deadline() -> None:
    """Make this process exit with code 1 if it is still running after STOP_DEADLINE_SECONDS.

    Prints the stacks of its threads then. Otherwise a thread that waits forever would keep the process alive,
    because Python joins its threads before it exits. As with a kill, everything acknowledged is stored by
    then.
    """
    # It needs neither the event loop nor the interpreter's lock, either of which may be what hangs.
    faulthandler.dump_traceback_later(STOP_DEADLINE_SECONDS, exit=True)
