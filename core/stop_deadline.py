"""The last resort for a process that was told to stop and does not end."""

import faulthandler

STOP_DEADLINE_SECONDS = 60.0
"""How long a process may take to stop; orderly stops take some seconds."""


def limit_stop() -> None:
    """End this process after STOP_DEADLINE_SECONDS, if it still runs then, and print its threads' stacks.

    A thread that waits for ever would otherwise keep it: Python joins its threads before a process ends. What
    was acked is stored by then, as after a kill. The exit code is 1.
    """
    # It needs neither the event loop nor the interpreter's lock, either of which may be what hangs.
    faulthandler.dump_traceback_later(STOP_DEADLINE_SECONDS, exit=True)
