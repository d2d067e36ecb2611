"""Whether another process on this machine is still running."""

import os
import socket


def has_process_ended(host: str, pid: int) -> bool:
    """Return whether the process `pid` on the machine `host` is known to have ended.

    Always return False if `host` is not this machine.
    """
    if host != socket.gethostname():
        return False
    try:
        # Signal 0 is not delivered; the system only checks that the process exists.
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # The process exists, and belongs to another user.
    except PermissionError:
        pass
    return False
