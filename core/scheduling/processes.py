"""Which process this is, and whether another one of this machine still runs."""

import os
import socket


def is_dead(host: str, pid: int) -> bool:
    """Whether this machine's process `pid` has ended.

    Returns False for another machine's process, which cannot be checked.
    """
    if host != socket.gethostname():
        return False
    try:
        # Signal 0 reaches nobody; the system only checks that the process exists.
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # It exists, and belongs to another user.
    except PermissionError:
        pass
    return False
