"""The last resort for a process that was asked to stop and does not end."""

import faulthandler

STOP_DEADLINE_SECONDS = 60.0
"""How long a process may take to stop; an orderly stop takes a few seconds."""


def enforce_stop_deadline() -> None:
    """Arrange for this process to exit with code 1 if it is still running after STOP_DEADLINE_SECONDS.

    The stacks of its threads are printed first. Without this, a thread that waits forever would keep the
    process alive, because Python joins its threads before it exits. Everything that was acknowledged is
    stored by then, as it is when the process is killed.
    """
    # It needs neither the event loop nor the interpreter's lock, either of which may be what hangs.
    faulthandler.dump_traceback_later(STOP_DEADLINE_SECONDS, exit=True)
