"""Which seats have a living socket in this process; a matter of the moment, kept nowhere else."""

from collections import Counter, defaultdict

_sockets: defaultdict[str, Counter[int]] = defaultdict(Counter)


def arrive(table_id: str, seat: int) -> bool:
    """Count a socket; True if the seat was without one."""
    _sockets[table_id][seat] += 1
    return _sockets[table_id][seat] == 1


def depart(table_id: str, seat: int) -> bool:
    """Forget a socket; True if it was the seat's last."""
    seats = _sockets[table_id]
    seats[seat] -= 1
    if seats[seat] > 0:
        return False
    del seats[seat]
    if not seats:
        del _sockets[table_id]
    return True


def connected(table_id: str) -> frozenset[int]:
    """The seats with a living socket."""
    return frozenset(_sockets[table_id]) if table_id in _sockets else frozenset()
