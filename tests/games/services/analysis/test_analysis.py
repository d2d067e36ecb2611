"""Analyses: of finished games, for who sat there, a round at a time, resumed, and blind for hidden cards."""

from random import Random
from typing import Any

import pytest

from core.refusal import NotFound
from games.bots.coach.analyst import combine_samples, sample_choices
from games.models import Analysis, LogEntry, Table
from games.rules.errors import NotFinished, NotSeated
from games.rules.protocol.analysis import Progress
from games.selectors.analysis import decisions as folded
from games.selectors.analysis.decisions import decisions_of_seat
from games.services.analysis.analysis import analyse_game
from games.services.referee import annul_game, replace_player, stop_game
from tests.support.games.analysing import Hands, ask, played
from tests.support.games.organised import MERLIN, in_second_round, sitter
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    in_play,
    on_turn,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)
from tests.support.secrets.permuting import another_table

pytestmark = pytest.mark.django_db


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


GAMES: list[tuple[int, dict[str, Any]]] = [
    (3, short(2, 1)),
    (6, short(1, 3)),
    (4, short(3, 3, restriction="notequal", reveal="hiddentip")),
    (3, short(4, 2, reveal="delayed")),
    (5, short(3, 3, 3, 3, 3, cheating=True)),
]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_points_are_the_average_and_luck_and_what_was_made_of_it(
    hands: Hands, players: int, options: dict[str, Any]
) -> None:
    table_id = running(players, **options)
    play_on(table_id, Random(7), nerve=0.3 if options.get("cheating") else 0.0)
    ask(table_id)
    hands.work()
    told = ask(table_id)
    rounds = snapshot(table_id).state.past
    for part in (told, *told["rounds"]):
        assert part["points"] == pytest.approx(part["average"] + part["luck"] + part["made"])
        assert part["made"] == pytest.approx(part["fortune"] - part["lost"])
    for name in ("points", "average", "luck", "made", "lost", "fortune"):
        assert told[name] == pytest.approx(sum(past[name] for past in told["rounds"]))
    assert [past["points"] for past in told["rounds"]] == [(past.points or ())[0] for past in rounds]
    assert [past["totals"] for past in told["rounds"]] == [list(past.totals or ()) for past in rounds]
    judged = [one for past in told["rounds"] for one in past["decisions"] if one["cost"] is not None]
    for one in judged:
        assert one["cost"] == pytest.approx(one["best_points"] - one["points"])
        assert one["cost"] >= 0
        assert (one["cost"] == 0) == (one["best"] == one["what"])
    costs = {one["number"]: one["cost"] for one in judged}
    assert [costs[number] for number in told["costliest"]] == sorted(
        (cost for cost in costs.values() if cost), reverse=True
    )[:3]


def test_points_of_accusations_are_left_out_and_the_totals_have_them(hands: Hands) -> None:
    table_id = running(5, **short(3, 3, 3, 3, 3, cheating=True))
    play_on(table_id, Random(7), nerve=0.3)
    ask(table_id)
    hands.work()
    told = ask(table_id)
    given = sum(past.adjustments[0] for past in snapshot(table_id).state.past)
    assert given, "nobody accused with or against this seat: choose another seed"
    assert told["rounds"][-1]["totals"][0] == told["points"] + given


def test_who_names_trump_is_judged_for_it_and_the_hands_worth_is_that_before(hands: Hands) -> None:
    table_id = opened(*people(3), size=3, options=short(2), seed="1c" * 32)
    play_on(table_id, Random(7))
    past = next(past for past in snapshot(table_id).state.past if (past.turned_card or "")[:1] == "W")
    ask(table_id, past.dealer)
    hands.work()
    judged = ask(table_id, past.dealer)["rounds"][past.number - 1]
    kinds = [one["kind"] for one in judged["decisions"]]
    assert (kinds, judged["turned"]) == (["name_trump", "bid", "play", "play"], past.turned_card)
    first = next(asked for asked in hands.asked if asked.sight["legal"]["suits"])
    samples = [
        sample_choices(first.sight, seed=asked.seed) for asked in hands.asked if asked.sight == first.sight
    ]
    assert judged["worth"] == combine_samples([sample for sample in samples if sample])["worth"]


def test_what_is_judged_is_what_the_seat_could_know_then(hands: Hands) -> None:
    table_id = running(3, **short(3))
    seat, then = 0, []

    def watch() -> None:
        if (seen := sight(table_id, seat)) and seat in seen["turn"]:
            then.append((seen["hand"], seen["legal"], seen["trick"]))

    watch()
    play_on(table_id, Random(7), watch=watch)
    found = decisions_of_seat(table_id, seat)
    assert [(one.sight["hand"], one.sight["legal"], one.sight["trick"]) for one in found] == then
    hidden = {card for hand in snapshot(table_id).state.past[0].dealt_hands[1:] for card in hand}
    assert not hidden & set(str(found[0].sight).replace("'", " ").split())


@pytest.mark.parametrize("options", [short(3), short(3, reveal="delayed"), short(3, reveal="hiddentip")])
def test_other_hidden_cards_and_bids_lead_to_the_same_analysis(
    hands: Hands, monkeypatch, options: dict[str, Any]
) -> None:
    table_id = running(3, **options)
    play_on(table_id, Random(7))
    ask(table_id)
    hands.work()
    first = ask(table_id)
    seen = folded._sight_before_entry
    monkeypatch.setattr(
        folded,
        "_sight_before_entry",
        lambda state, seat, entry: seen(another_table(state, seat, Random(3)), seat, entry),
    )
    Analysis.objects.all().delete()
    ask(table_id)
    hands.work()
    assert ask(table_id) == first


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
    state = snapshot(table_id).state
    cheats = {cheat.card for past in state.past for cheat in past.cheats if cheat.seat == 0}
    assert cheats, "nobody cheated in this game: choose another seed"
    ask(table_id)
    hands.work()
    found = [one for past in ask(table_id)["rounds"] for one in past["decisions"] if one["cost"] is None]
    assert {one["what"] for one in found} == cheats
    assert LogEntry.objects.filter(table_id=table_id, number__in=[one["number"] for one in found]).count()


def test_only_the_scored_rounds_of_a_stopped_game_are_judged(hands: Hands) -> None:
    table_id = in_second_round()
    stop_game(table_id=table_id, now=AT)
    ask(table_id)
    hands.work()
    assert [past["round"] for past in ask(table_id)["rounds"]] == [1]


def test_a_game_that_was_stopped_before_any_round_was_scored_has_an_empty_analysis(hands: Hands) -> None:
    table_id = in_play(3, 2, 1)
    stop_game(table_id=table_id, now=AT)
    told = ask(table_id)
    assert (told["rounds"], told["costliest"], told["points"], told["luck"]) == ([], [], 0, 0)
    assert hands.jobs == []


def test_an_annulled_game_has_none(hands: Hands) -> None:
    table_id = in_second_round()
    annul_game(table_id=table_id, now=AT)
    with pytest.raises(NotFinished, match="abandoned"):
        ask(table_id)


def test_who_was_replaced_may_ask_for_the_seat_as_well_as_who_has_it_now(hands: Hands) -> None:
    table_id = in_play(3, 2, 1)
    former = user_at(table_id, 2)
    replace_player(table_id=table_id, seat=2, sitter=sitter("eve"), now=AT)
    play_on(table_id, Random(1))
    asked = [
        analyse_game(table_id=table_id, user=user, seat=seat)
        for user in (former, person("eve").pk)
        for seat in (None, 2)
    ]
    assert set(asked) == {Progress(0, 3)}
    with pytest.raises(NotSeated):
        analyse_game(table_id=table_id, user=former, seat=1)
    hands.work()
    assert analyse_game(table_id=table_id, user=former, seat=None)["seat"] == 2


def test_nobody_asks_for_a_bots_seat(hands: Hands) -> None:
    table_id = in_play(3, 2, 1)
    replace_player(table_id=table_id, seat=3, sitter=MERLIN, now=AT)
    play_on(table_id, Random(1))
    with pytest.raises(NotSeated):
        ask(table_id, 0, of=3)
    assert hands.jobs == []
