"""The last resort for a process that was asked to stop and does not end."""

import faulthandler

STOP_DEADLINE_SECONDS = 60.0
"""How long a process may take to stop; an orderly stop takes a few seconds."""


def enforce_stop_deadline() -> None:
    """Start a timer that ends the process if it is still running after STOP_DEADLINE_SECONDS.

    Return at once. When the time is up, the timer prints the stacks of all threads, and ends the process
    with status 1 and without any cleanup.
    """
    # Python joins its threads on exit, so a thread that waits forever would keep the process alive. No
    # acknowledged change is lost, because changes are stored before they are acknowledged.
    # This timer needs neither the event loop nor the interpreter's lock, either of which may be what hangs.
    faulthandler.dump_traceback_later(STOP_DEADLINE_SECONDS, exit=True)
