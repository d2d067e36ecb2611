"""Whole games of all options, played at random and for ever the same by their seed; hypothesis draws them."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from core.refusal import Refusal
from games.rules import engine, legal
from games.rules.actions import Action
from games.rules.events import Event
from games.rules.movers import KINDS
from games.rules.options import MIN_CHEATING_PAUSE, parse_options
from games.rules.state import State
from games.rules.statuses import ABANDONED, BIDDING, FINISHED, NAMING_TRUMP, OPEN, PAUSE, PLAYING
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.holds import HaltTable, ResumeTable
from games.rules.topics.lobby import LeaveSeat, OpenTable, StartGame, TakeSeat
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.rulings import AnnulGame, ReplacePlayer, SetTimeLimit, StopGame
from games.rules.topics.trump import NameTrump
from games.rules.verdicts import SOURCES
from tests.support.rules.tables import AT, NAMES, SEED

MOVERS = (None, None, None, "clock", "wing")


class Game(NamedTuple):
    """A game from its first log entry: the log with its moments, and the state after each action."""

    log: list[tuple[Event, datetime]]
    states: list[State]

    @property
    def state(self) -> State:
        """How it ended."""
        return self.states[-1]

    def __repr__(self) -> str:
        """One line: hypothesis warns of long texts when it reports a failure, and so hides the failure."""
        return f"Game({len(self.states)} states, {self.state.status}, {self.state.options})"


class _Recorder:
    """Does actions one second after the other and keeps what happened."""

    def __init__(self, options: dict[str, Any], size: int, seed: str) -> None:
        self.at = AT
        state, events = engine.open_table(OpenTable(parse_options(options), size, seed), self.at)
        self.game = Game([(event, self.at) for event in events], [state])

    @property
    def state(self) -> State:
        return self.game.state

    def do(self, seat: int | None, action: Action, by: str | None = None) -> None:
        self.at += timedelta(seconds=1)
        state, events = engine.take_action(self.state, seat, action, self.at, by=by)
        self.game.log.extend((event, self.at) for event in events)
        self.game.states.append(state)


def a_game(
    options: dict[str, Any] | None = None,
    players: int = 4,
    *,
    rng_seed: int = 0,
    seed: str = SEED,
    salts: Sequence[str | None] | None = None,
    kinds: tuple[str, ...] = ("bot",) * 6,
    lobby: bool = False,
    nerve: float = 0.0,
    zeal: float = 0.0,
    ambition: float = 0.0,
) -> Game:
    """A game to its end. `rng_seed` decides every choice; `nerve` is how readily players accuse, `zeal` how
    readily organisers intervene, `ambition` how readily players claim what they can prove; with `lobby`
    people come and go before the start, and it may start with seats left free."""
    rng = Random(rng_seed)
    size = rng.choice(_sizes(options or {}, players)) if lobby else players
    table = _Recorder(options or {}, size, seed)
    for number in range(players):
        if lobby:
            _a_visitor(table, rng)
        seat = rng.choice(_free(table.state)) if lobby else None
        salt = rng.choice([None, "ab", "00ff" * 16]) if salts is None else salts[number]
        table.do(None, TakeSeat(NAMES[number], kinds[number], seat=seat, salt=salt))
    if table.state.status == OPEN:
        table.do(next(n for n, seat in enumerate(table.state.seats) if seat), StartGame())
    while table.state.status not in (FINISHED, ABANDONED):
        if zeal and rng.random() < zeal:
            _intervene(table, rng)
        elif not table.state.halted:
            _move(table, rng, nerve, ambition)
        else:
            table.do(None, ResumeTable())
    return table.game


def _intervene(table: _Recorder, rng: Random) -> None:
    """One of the organisers' verbs; few games are ended by them."""
    state = table.state
    newcomer = len(state.substitutions)
    kind = rng.choice(KINDS)
    user = None if kind == "bot" else 100 + newcomer
    seat = rng.randrange(len(state.seats))
    verbs: list[Action] = [
        ResumeTable() if state.halted else HaltTable(),
        SetTimeLimit(f"2026-01-01T13:{len(table.game.log) % 60:02}:{len(table.game.states) % 60:02}Z"),
        ReplacePlayer(seat, f"newcomer{newcomer}", kind, user),
        ReplacePlayer(seat, f"newcomer{newcomer}", kind, user),
    ]
    if rng.random() < 0.1:
        verbs = [StopGame(), StopGame(), AnnulGame()]
    verb = rng.choice(verbs)
    if verb != SetTimeLimit(state.closes_at):
        table.do(None, verb)


def _sizes(options: dict[str, Any], players: int) -> list[int]:
    """The sizes of table at which so many may start."""
    sizes = []
    for size in range(players, 7):
        try:
            engine.open_table(OpenTable(parse_options(options), size, SEED), AT)
        except Refusal:
            continue
        sizes.append(size)
    return sizes


def _free(state: State) -> list[int]:
    return [number for number, seat in enumerate(state.seats) if seat is None]


def _a_visitor(table: _Recorder, rng: Random) -> None:
    """Sometimes somebody comes and goes again, where that neither starts the game nor ends the table."""
    if table.state.human_seats() and len(_free(table.state)) > 1 and rng.random() < 0.5:
        table.do(None, TakeSeat("gus", "guest", 7, None, rng.choice(_free(table.state)), "0f"))
        table.do(table.state.seat_of(7), LeaveSeat())


def _move(table: _Recorder, rng: Random, nerve: float, ambition: float) -> None:
    state = table.state
    if ambition and rng.random() < ambition and _claim(table):
        return
    if legal.accepts_accusations(state) and rng.random() < nerve:
        accuser = rng.randrange(len(state.seats))
        accused = rng.choice(legal.accusable_seats(state, accuser))
        lux = rng.choice([None, 0.0, 12.5])
        table.do(accuser, Accuse(accused, rng.choice(SOURCES), lux, None))
    elif state.status == PAUSE:
        waiting = [seat for seat in range(len(state.seats)) if seat not in state.round.ready]
        if waiting and rng.random() < 0.7:
            table.do(rng.choice(waiting), Ready())
        else:
            table.do(None, EndPause())
    else:
        seat = rng.choice(legal.seats_to_act(state))
        by = rng.choice(MOVERS) if state.status == PLAYING else None
        table.do(seat, _choice(state, seat, rng), by)


def _claim(table: _Recorder) -> bool:
    """The player on turn claims what can be proven; False if nothing can."""
    for seat in legal.seats_to_act(table.state):
        for tricks in legal.claimable_tricks(table.state, seat):
            with suppress(Refusal):
                table.do(seat, ClaimTricks(tricks))
                return True
    return False


def _choice(state: State, seat: int, rng: Random) -> Action:
    if state.status == NAMING_TRUMP:
        return NameTrump(rng.choice(legal.legal_suits(state, seat)))
    if state.status == BIDDING:
        return Bid(rng.choice(legal.legal_bids(state, seat)))
    return Play(rng.choice(legal.playable_cards(state, seat)))


# --- What hypothesis draws ------------------------------------------------------------------------


def _bidding() -> st.SearchStrategy[dict[str, Any]]:
    restricted = st.fixed_dictionaries(
        {
            "restriction": st.sampled_from(["american", "notequal", "german", "canadian"]),
            "reveal": st.sampled_from(["open", "hiddentip"]),
        }
    )
    return restricted | st.just({"restriction": "american", "reveal": "delayed"})


def _common() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "cheating": st.booleans(),
            "spare_one_card": st.booleans(),
            "pause": st.sampled_from([8, 8, 0, 2.5]),
            "edition": st.sampled_from(["base", "base", "magic"]),
        }
    )


def _custom(players: int) -> st.SearchStrategy[dict[str, Any]]:
    cards = st.integers(1, 6) | st.just(60 // players)
    plan = st.builds(lambda n, bidding: {"cards": n, **bidding}, cards, _bidding())
    return st.fixed_dictionaries(
        {"preset": st.just("custom"), "rounds": st.lists(plan, min_size=1, max_size=5)}
    )


def _presets(players: int) -> st.SearchStrategy[dict[str, Any]]:
    """Mostly short games; the whole ones are there too."""
    short = _custom(players)
    whole = [_bidding().map(lambda bidding: {"preset": "standard", **bidding})]
    if players == 4:
        whole.append(st.just({"preset": "dm2008"}))
    if players in (4, 5):
        whole.append(_bidding().map(lambda bidding: {"preset": "tournament", **bidding}))
    return st.one_of(short, short, *whole)


@st.composite
def games(
    draw: st.DrawFn,
    *,
    cheating: bool | None = None,
    short: bool = False,
    verbs: bool = False,
    claims: bool = False,
) -> Game:
    """A whole game; `short` leaves out the presets' long schedules, `verbs` lets organisers intervene, and
    with `claims` players claim tricks.
    """
    players = draw(st.integers(3, 6))
    options = {**draw(_common()), **draw(_custom(players) if short else _presets(players))}
    if cheating is not None:
        options["cheating"] = cheating
    if options["cheating"]:
        options["pause"] = max(options["pause"], MIN_CHEATING_PAUSE)
    return a_game(
        options,
        players,
        rng_seed=draw(st.integers(0, 2**32)),
        seed=draw(st.binary(min_size=32, max_size=32)).hex(),
        kinds=tuple(draw(st.lists(st.sampled_from(KINDS), min_size=6, max_size=6))),
        lobby=draw(st.booleans()),
        nerve=draw(st.sampled_from([0.0, 0.05, 0.3])),
        zeal=draw(st.sampled_from([0.02, 0.1, 0.3])) if verbs else 0.0,
        ambition=0.5 if claims else 0.0,
    )
