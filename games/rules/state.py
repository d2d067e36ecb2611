"""The complete, immutable state of a table, with its secrets; only store, services and selectors use it."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from games.rules.movers import BOT, HUMAN
from games.rules.options import Options, RoundPlan
from games.rules.options.pace import Break
from games.rules.options.schedules import plan_rounds
from games.rules.round import Round
from games.rules.scoring import FinalRank

if TYPE_CHECKING:
    from games.rules.marks import SeatMarks

T = TypeVar("T")


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of the tuple in which the element at `index` is `item`."""
    # By a list: half the time of putting two slices together.
    copy = list(items)
    copy[index] = item
    return tuple(copy)


def add_pairwise(items: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    """Return the pairwise sums of two sequences of numbers; raise ValueError if their lengths differ."""
    return tuple(a + b for a, b in zip(items, more, strict=True))


class Seat(NamedTuple):
    """A taken seat; `user` is an opaque id, None for the site's bots."""

    name: str
    kind: str
    user: int | None
    level: str | None
    salt: str


class Substitution(NamedTuple):
    """A change of the player on a seat: the round, after how many of its cards, and the player `before`."""

    round: int
    after: int
    seat: int
    name: str
    kind: str
    before: Seat


class Clocks(NamedTuple):
    """The clocks of a table; tuples are by seat."""

    since: datetime
    """When the time of the seats to act began."""
    spent: tuple[int, ...]
    """Milliseconds used of the banks."""
    missed: tuple[int, ...]
    """Consecutive decisions that the clock made for the seat."""
    breaks: tuple[tuple[Break, ...], ...]
    """At a slow table, the players' vacations, during which their time stands still."""


class State(NamedTuple):
    """Everything about a table; only `engine.apply` makes new ones."""

    status: str
    options: Options
    size: int
    server_seed: str
    commitment: str
    seats: tuple[Seat | None, ...]
    game_seed: bytes = b""
    scores: tuple[int, ...] = ()
    correct: tuple[int, ...] = ()
    round: Round | None = None
    past: tuple[Round, ...] = ()
    result: tuple[FinalRank, ...] | None = None
    tie_break: str | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    organised: bool = False
    """Whether organisers opened the table; then only they may end its game early."""
    halted: bool = False
    """Whether the table is on hold, by its organisers or its players."""
    own_pause: bool = False
    """Whether the players put the table on hold."""
    pause_asked: frozenset[int] = frozenset()
    """The seats that have asked for a pause."""
    closes_at: str | None = None
    """When the organisers intend to close the table, in ISO 8601."""
    stopped: bool = False
    """Whether the organisers ended the game before its last round."""
    substitutions: tuple[Substitution, ...] = ()
    away: frozenset[int] = frozenset()
    """The absent clients' seats, for which the server moves."""
    stand_in_asked: frozenset[tuple[int, int]] = frozenset()
    """Pairs of seats: the one that asks for a stand-in, and the absent one."""
    clocks: Clocks | None = None
    """The clocks; None at a live table without a clock."""
    arrivals: tuple[int, ...] = ()
    """Before the start, the taken seats in the order in which their players came."""
    removed: frozenset[int] = frozenset()
    """The users whom a host has removed; they can't sit down again."""
    marks: "tuple[SeatMarks, ...]" = ()
    """What players have prepared, by seat; empty if nobody has. It is not in the log: the store adds it."""

    def with_round(self, current: Round) -> "State":
        """Return a copy of the state with `current` as its round.

        Faster than `_replace`, because it runs for every card.
        """
        fields: list[object] = [*self]
        fields[_ROUND] = current
        return tuple.__new__(State, fields)

    def with_clocks(self, clocks: Clocks) -> "State":
        """Return a copy of the state with these clocks.

        Faster than `_replace`, because it runs for every card.
        """
        fields: list[object] = [*self]
        fields[_CLOCKS] = clocks
        return tuple.__new__(State, fields)

    @property
    def running_round(self) -> Round:
        """The current round; raises AssertionError if there is none."""
        assert self.round is not None
        return self.round

    @property
    def schedule(self) -> tuple[RoundPlan, ...]:
        """The rounds of the whole game in order, planned for a game in which every seat is taken."""
        return plan_rounds(self.options, len(self.seats))

    @property
    def all_rounds(self) -> tuple[Round, ...]:
        """All rounds so far, including the current one, which comes last."""
        return (*self.past, self.round) if self.round else self.past

    def seat_of(self, user: int) -> int | None:
        """Return the seat of a user, or None if the user has no seat."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.user == user:
                return number
        return None

    @property
    def host(self) -> int | None:
        """The seat of the host of a table that is waiting for players; None if it has no host.

        The host is the first person to have taken a seat, usually the one who opened the table. If only bots
        run by users sit there, the host is the first of them.
        """
        people = self.human_seats()
        clients = [seat for seat in self.arrivals if self.has_client(seat)]
        return next((seat for seat in clients if seat in people), clients[0] if clients else None)

    def mover_name(self, seat: int) -> str:
        """Return how logs name the mover when a seat's own player moves: "bot", or "human" for any person."""
        sitter = self.seats[seat]
        return BOT if sitter is not None and sitter.kind == BOT else HUMAN

    def present_seats(self) -> frozenset[int]:
        """Return the seats of people and of bots run by users, without those whose player is away."""
        return self.client_seats() - self.away

    @property
    def is_deserted(self) -> bool:
        """Whether all people are away; such a table waits for them and is eventually abandoned.

        Always False at organisers' tables, and at tables where only bots play.
        """
        # First, because at most tables nobody is away.
        if self.organised or not self.away:
            return False
        people = self.human_seats()
        return bool(people) and people <= self.away

    def client_seats(self) -> frozenset[int]:
        """Return the seats of people and of bots run by users, but not those of the site's own bots."""
        return frozenset([number for number in range(len(self.seats)) if self.has_client(number)])

    def has_client(self, number: int) -> bool:
        """Whether the seat belongs to a person or to a bot run by a user.

        Faster than `client_seats`, because no set is built.
        """
        seat = self.seats[number]
        return seat is not None and (seat.user is not None or seat.kind != BOT)

    def human_seats(self) -> frozenset[int]:
        """Return the seats that belong to people, including guests and people replaced by a stand-in."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat is not None and seat.kind != BOT)


_ROUND = State._fields.index("round")
_CLOCKS = State._fields.index("clocks")
