"""Analyses: of finished games, for who sat there, a round at a time, resumed, and blind for hidden cards."""

from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from games.bots.analyst import judge
from games.models import Analysis, LogEntry, Table
from games.rules.errors import Busy, NotFinished, NotFound, NotSeated
from games.selectors.decisions import decisions
from games.services import analysis
from games.services.analysis import Job, Progress, analyse_game
from games.services.thinking import Question
from tests.games.people import person
from tests.games.playing import loaded, on_turn, play_on, running, short, sight, user_at

pytestmark = pytest.mark.django_db


class Hands:
    """The thread and the thinkers in the test's hand."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.asked: list[Question] = []
        self.gone = False

    def ask(self, question: Question) -> "Future[Any]":
        self.asked.append(question)
        future: Future[Any] = Future()
        future.set_result(None if self.gone else judge(question.sight, seed=question.seed))
        return future

    def put(self, job: Job) -> None:
        self.jobs.append(job)

    def work(self, rounds: int = 99) -> None:
        while self.jobs and rounds:
            analysis._take(self.jobs.pop(0))
            rounds -= 1


@pytest.fixture
def hands(monkeypatch) -> Hands:
    hands = Hands()
    monkeypatch.setattr(analysis, "_thinkers", hands)
    monkeypatch.setattr(analysis, "_queue", hands)
    monkeypatch.setattr(analysis, "_start", hands.put)
    monkeypatch.setattr(analysis, "close_old_connections", lambda: None)
    monkeypatch.setattr(analysis, "_running", {})
    return hands


def played(*cards: int, **options: Any) -> str:
    table_id = running(3, **short(*(cards or (2, 1)), **options))
    play_on(table_id, Random(7))
    return table_id


def ask(table_id: str, seat: int = 0, *, of: int | None = None) -> Any:
    return analyse_game(table_id=table_id, user=user_at(table_id, seat), seat=of)


def test_an_analysis_is_made_a_round_at_a_time_and_then_kept(hands: Hands) -> None:
    table_id = played()
    assert ask(table_id) == ask(table_id) == Progress(0, 2)
    hands.work(1)
    assert ask(table_id) == Progress(1, 2)
    hands.work()
    told, asked = ask(table_id), len(hands.asked)
    assert [past["round"] for past in told["rounds"]] == [1, 2]
    assert [len(past["decisions"]) for past in told["rounds"]] == [3, 2]
    assert ask(table_id) == told
    assert (len(hands.asked), len(hands.jobs)) == (asked, 0)


def test_points_are_the_average_and_luck_and_what_was_made_of_it(hands: Hands) -> None:
    table_id = played()
    ask(table_id)
    hands.work()
    told = ask(table_id)
    for part in (told, *told["rounds"]):
        assert part["points"] == pytest.approx(part["average"] + part["luck"] + part["made"], abs=0.3)
    state = loaded(table_id).state
    assert [past["totals"] for past in told["rounds"]] == [list(past.totals or ()) for past in state.past]
    costs = {one["number"]: one["cost"] for past in told["rounds"] for one in past["decisions"]}
    assert all(cost >= 0 for cost in costs.values())
    assert len(told["costliest"]) <= 3
    assert [costs[number] for number in told["costliest"]] == sorted(
        (cost for cost in costs.values() if cost), reverse=True
    )[:3]


def test_what_is_judged_is_what_the_seat_could_know_then(hands: Hands) -> None:
    table_id = running(3, **short(3))
    seat, then = 0, []

    def watch() -> None:
        if (seen := sight(table_id, seat)) and seat in seen["turn"]:
            then.append((seen["hand"], seen["legal"], seen["trick"]))

    watch()
    play_on(table_id, Random(7), watch=watch)
    found = decisions(table_id, seat)
    assert [(one.sight["hand"], one.sight["legal"], one.sight["trick"]) for one in found] == then
    hidden = {card for hand in loaded(table_id).state.past[0].dealt[1:] for card in hand}
    assert not hidden & set(str(found[0].sight).replace("'", " ").split())


def test_a_server_that_died_is_resumed_where_the_rounds_end(hands: Hands, monkeypatch) -> None:
    table_id = played()
    ask(table_id)
    hands.work(1)
    first = list(Analysis.objects.get().data)
    hands.jobs.clear()
    monkeypatch.setattr(analysis, "_running", {})
    assert ask(table_id) == Progress(1, 2)
    hands.work()
    assert ask(table_id)["rounds"][:1] == first
    Analysis.objects.all().delete()
    ask(table_id)
    hands.work()
    assert ask(table_id)["rounds"][:1] == first


def test_thinkers_that_are_gone_end_it_until_somebody_asks_again(hands: Hands) -> None:
    table_id = played()
    ask(table_id)
    hands.gone = True
    hands.work()
    assert not Analysis.objects.exists()
    hands.gone = False
    assert ask(table_id) == Progress(0, 2)
    hands.work()
    assert Analysis.objects.get().made_at is not None


def test_one_at_a_time_for_each_person_and_not_too_many_in_all(hands: Hands, monkeypatch) -> None:
    one, other = played(), played()
    ask(one, 0)
    with pytest.raises(Busy):
        ask(other, 0)
    monkeypatch.setattr(analysis, "MOST", 1)
    with pytest.raises(Busy):
        ask(other, 1)
    hands.work()
    assert ask(other, 0) == Progress(0, 2)


def test_others_read_what_is_made_and_set_nothing_going(hands: Hands) -> None:
    table_id = played()
    charlie = person("charlie").pk
    for user in (None, charlie, user_at(table_id, 1)):
        with pytest.raises(NotSeated):
            analyse_game(table_id=table_id, user=user, seat=0)
    with pytest.raises(NotSeated):
        analyse_game(table_id=table_id, user=charlie, seat=None)
    with pytest.raises(NotFound):
        ask(table_id, 0, of=3)
    assert hands.jobs == []
    ask(table_id)
    hands.work()
    assert analyse_game(table_id=table_id, user=None, seat=0) == ask(table_id)


def test_only_a_finished_game_without_a_seal_is_analysed(hands: Hands) -> None:
    table_id = running(3, **short(2))
    with pytest.raises(NotFinished):
        ask(table_id, on_turn(table_id))
    done = played()
    Table.objects.filter(pk=done).update(sealed=True)
    with pytest.raises(NotFinished):
        ask(done)
    assert hands.jobs == []


def test_a_card_against_the_rules_is_shown_without_figures(hands: Hands) -> None:
    table_id = played(4, 4, 4, cheating=True)
    state = loaded(table_id).state
    cheats = {cheat.card for past in state.past for cheat in past.cheats if cheat.seat == 0}
    assert cheats, "nobody cheated in this game: choose other dice"
    ask(table_id)
    hands.work()
    found = [one for past in ask(table_id)["rounds"] for one in past["decisions"] if one["cost"] is None]
    assert {one["what"] for one in found} == cheats
    assert LogEntry.objects.filter(table_id=table_id, number__in=[one["number"] for one in found]).count()
