"""Draws the moves of golden games when their files are written: mostly legal ones, some that are refused."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from games.rules import legal
from games.rules.actions import Action
from games.rules.cards import DECK, SUITS
from games.rules.claims.claim import CLAIMS
from games.rules.options import Options
from games.rules.state import State
from games.rules.statuses import ABANDONED, BIDDING, FINISHED, NAMING_TRUMP, PAUSE
from games.rules.topics.absence import AskStandIn, ComeBack, GoAway, LeaveGame, RenewClock
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.holds import AskPause, EndOwnPause, HaltTable, ResumeTable
from games.rules.topics.hosting import ChangeOptions
from games.rules.topics.lobby import LeaveSeat, StartGame, TakeSeat
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.preparing import PrepareBid, SetWing
from games.rules.topics.rulings import ReplacePlayer, SetTimeLimit
from games.rules.topics.slow import ChangeVacations
from games.rules.topics.trump import NameTrump
from games.rules.undo.ask import find_open_undo_request, find_seats_to_answer
from games.rules.undo.asking import AnswerUndo, AskUndo, LapseUndo, WithdrawUndo
from games.rules.undo.decision import last_decision
from games.rules.verdicts import SOURCES
from tests.golden.moves import Move
from tests.golden.playback import Playback

NAMES = ("ada", "ben", "cleo", "dan", "eve", "fay", "gus", "hal")


class Temper(NamedTuple):
    """How often, out of one, something else happens than the next move."""

    wings: float = 0.0
    preparations: float = 0.0
    claims: float = 0.0
    undos: float = 0.0
    accusations: float = 0.0
    absence: float = 0.0
    pauses: float = 0.0
    rulings: float = 0.0
    vacations: float = 0.0
    stand_ins: float = 0.0
    nonsense: float = 0.03
    other_options: tuple[Options, ...] = ()
    """What the first player asks for, one after another, before anyone else sits."""


class Driver:
    """Takes a table from its first visitor to its end; `rng` decides everything."""

    def __init__(self, setting: dict[str, Any], kinds: tuple[str, ...], temper: Temper, rng: Random) -> None:
        self.table = Playback(setting)
        self.kinds, self.temper, self.rng = kinds, temper, rng
        self.newcomers = 0

    def moves(self) -> Iterator[Move]:
        """All moves of the game, each of them done."""
        yield from (*self._arrivals(), *self._until_the_end())

    @property
    def state(self) -> State:
        return self.table.state

    def _do(self, action: Action, seat: int | None, by: str | None = None) -> Move:
        lag = self.rng.choice([0, 0, 40, 700])
        move = Move(action, seat, by, lag, self.rng.choice([150, 900, 2500, 7000, 31_000]))
        self.table.do(move)
        return move

    def _arrivals(self) -> Iterator[Move]:
        size, players = self.state.size, len(self.kinds)
        for number, kind in enumerate(self.kinds):
            user = None if kind == "bot" else 10 + number
            level = "master" if kind == "bot" else None
            salt = self.rng.choice(["", "5a17", "00FF"])
            if number == 1:
                yield self._do(TakeSeat("hal", "guest", 99, None, size - 1, "ab"), None)
                yield self._do(TakeSeat("hal", "guest", 99), None)
                yield self._do(LeaveSeat(), size - 1)
            seat = self.rng.choice([n for n, sitter in enumerate(self.state.seats) if sitter is None])
            yield self._do(TakeSeat(NAMES[number], kind, user, level, seat, salt), None)
            if number == 0:
                for options in self.temper.other_options:
                    yield self._do(ChangeOptions(options), seat)
        if players < size:
            yield self._do(StartGame(), self.state.seat_of(10) or 0)

    def _until_the_end(self) -> Iterator[Move]:
        while self.state.status not in (FINISHED, ABANDONED):
            yield self._next()

    def _next(self) -> Move:
        chosen = self.rng.random()
        kinds: list[tuple[float, Callable[[], Move]]] = [
            (self.temper.wings, self._wing),
            (self.temper.preparations, self._preparation),
            (self.temper.claims, self._claim),
            (self.temper.undos, self._undo),
            (self.temper.accusations, self._accusation),
            (self.temper.absence, self._absence),
            (self.temper.pauses, self._pause),
            (self.temper.rulings, self._ruling),
            (self.temper.vacations, self._vacation),
            (self.temper.stand_ins, self._stand_in),
            (self.temper.nonsense, self._nonsense),
        ]
        for share, move in kinds:
            if chosen < share:
                return move()
            chosen -= share
        return self._proper()

    def _seat(self) -> int:
        return self.rng.randrange(len(self.state.seats))

    def _proper(self) -> Move:
        state, rng = self.state, self.rng
        if state.halted:
            return self._do(EndOwnPause(), self._seat()) if state.own_pause else self._do(ResumeTable(), None)
        if state.status == PAUSE:
            seat = self._seat()
            return self._do(Ready(), seat) if rng.random() < 0.8 else self._do(EndPause(), None)
        seat = rng.choice(legal.seats_to_act(state))
        by = rng.choice([None, None, None, None, "clock", "bot"])
        if state.status == NAMING_TRUMP:
            return self._do(NameTrump(rng.choice(legal.legal_suits(state, seat))), seat, by)
        if state.status == BIDDING:
            low = legal.legal_bids(state, seat)[:4]
            return self._do(Bid(rng.choice(low)), seat, by)
        return self._do(Play(rng.choice(legal.playable_cards(state, seat))), seat, by)

    def _wing(self) -> Move:
        seat = self._seat()
        hand = self.state.round.hands[seat] if self.state.round else ()
        return self._do(SetWing(self.rng.choice([None, *hand, *hand])), seat)

    def _preparation(self) -> Move:
        current = self.state.round
        bids = range(current.cards + 1) if current else (0,)
        return self._do(PrepareBid(self.rng.choice([None, *bids, *bids])), self._seat())

    def _claim(self) -> Move:
        seat = self.rng.choice(
            [*legal.seats_to_act(self.state), *legal.seats_to_act(self.state), self._seat()]
        )
        return self._do(ClaimTricks(self.rng.choice(CLAIMS)), seat)

    def _undo(self) -> Move:
        ask, last = find_open_undo_request(self.state), last_decision(self.state)
        if ask is None and self.rng.random() < 0.1:
            return self._do(AnswerUndo(True), self._seat())
        if ask is None:
            return self._do(AskUndo(), last.seat if last and self.rng.random() < 0.8 else self._seat())
        other = self.rng.choice(sorted(find_seats_to_answer(self.state, ask)))
        answers: list[tuple[Action, int | None]] = [
            (WithdrawUndo(), ask.seat),
            (LapseUndo(), None),
            *[(AnswerUndo(True), other)] * 7,
            (AnswerUndo(False), other),
        ]
        return self._do(*self.rng.choice(answers))

    def _accusation(self) -> Move:
        lux = self.rng.choice([None, 0.0, 12.5])
        moment = self.rng.choice([None, "2026-01-01T12:00:00Z"])
        return self._do(Accuse(self._seat(), self.rng.choice(SOURCES), lux, moment), self._seat())

    def _absence(self) -> Move:
        seat = self._seat()
        action = self.rng.choice([GoAway(seat), ComeBack(seat), ComeBack(seat), LeaveGame(), RenewClock()])
        return self._do(action, seat if isinstance(action, LeaveGame) else None)

    def _vacation(self) -> Move:
        first, days = self.rng.randrange(1, 10), self.rng.randrange(1, 8)
        taken = ((f"2026-01-{first:02}T00:00:00Z", f"2026-01-{first + days:02}T00:00:00Z"),)
        return self._do(ChangeVacations(self._seat(), self.rng.choice([(), taken, taken])), None)

    def _stand_in(self) -> Move:
        return self._do(AskStandIn(self._seat()), self._seat())

    def _pause(self) -> Move:
        return self._do(self.rng.choice([AskPause(), AskPause(), AskPause(), EndOwnPause()]), self._seat())

    def _ruling(self) -> Move:
        self.newcomers += 1
        kind = self.rng.choice(["human", "guest", "bot"])
        user = None if kind == "bot" else 100 + self.newcomers
        newcomer = ReplacePlayer(self._seat(), f"new{self.newcomers}", kind, user, None)
        choices: list[Action] = [HaltTable(), ResumeTable(), newcomer, newcomer]
        choices.append(SetTimeLimit(self.rng.choice([None, f"2026-01-01T13:00:{self.newcomers % 60:02}Z"])))
        return self._do(self.rng.choice(choices), None)

    def _nonsense(self) -> Move:
        """Any action of anyone, mostly refused; none that ends the game."""
        rng, state = self.rng, self.state
        if state.status == BIDDING and (turn := legal.seats_to_act(state)):
            bid = legal.forbidden_bid_for_seat(state, turn[0])
            if bid is not None:
                return self._do(Bid(bid), turn[0])
        action = rng.choice(
            [
                TakeSeat("hal", "human", 99),
                TakeSeat("ada", "human", 10),
                LeaveSeat(),
                StartGame(),
                NameTrump(rng.choice([*SUITS, "X"])),
                Bid(rng.randrange(-1, 8)),
                Bid(-1),
                Bid(60),
                Play(rng.choice(DECK)),
                Accuse(rng.randrange(7), "button"),
                Ready(),
                SetWing(rng.choice(DECK)),
                EndPause(),
                EndOwnPause(),
                ComeBack(self._seat()),
                ResumeTable(),
                ReplacePlayer(rng.randrange(7), "ada", "human", 10),
            ]
        )
        return self._do(action, rng.choice([None, *range(len(state.seats)), *legal.seats_to_act(state) * 4]))
