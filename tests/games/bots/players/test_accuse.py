"""Bots accuse on proof alone: who denied a suit shows it later in the round, and was not caught for it."""

import random

import pytest

from games.bots.players.accuse import Proof, build_accusation, find_cheat_proofs
from games.rules.state import State
from games.rules.topics.cheating import Accuse
from games.wire.actions import parse_action
from tests.support.bots.cheating_games import accused, of_wild_people
from tests.support.bots.sights import sight_with_memory
from tests.support.rules.tables import accuse, bids_nothing, dealt, pause_ended, play, verdicts
from tests.support.secrets.permuting import another_table

HANDS = ("R1 Y1 B1 R2", "G5 R5 Y5 R6", "R9 Y9 B9 W1")
DENIED = "R1 G5 R9"
"""Seat 1 denies red, which it holds; seat 2 leads on."""
SHOWN = f"{DENIED} Y9 Y1 R5"
"""Seat 1 plays a red card, and denies yellow, too."""


def table(*hands: str, cards: str = "", cheating: bool = True) -> State:
    return play(bids_nothing(dealt(*(hands or HANDS), turned="B13", cheating=cheating)), cards)


def found(state: State, seat: int = 0) -> tuple[Proof, ...]:
    return find_cheat_proofs(sight_with_memory(state, seat))


def test_a_denied_suit_proves_nothing_while_it_is_not_shown() -> None:
    assert found(table(cards=DENIED)) == ()
    assert found(table(cards=f"{DENIED} Y9 Y1")) == ()


def test_a_denied_suit_that_is_shown_is_a_proof_for_everybody_else() -> None:
    state = table(cards=SHOWN)
    assert found(state, 0) == found(state, 2) == (Proof(round=1, accused=1, shown=6),)


def test_nobody_has_a_proof_against_the_own_seat() -> None:
    assert found(table(cards=SHOWN), 1) == ()


def test_the_accusation_is_one_of_the_contract_and_the_engine_says_caught() -> None:
    state = table(cards=SHOWN)
    (proof,) = found(state)
    assert parse_action(build_accusation(proof)) == Accuse(1, "button")
    assert verdicts(accused(state, 0, proof)) == ["caught"]


def test_a_card_in_the_own_hand_is_no_proof_against_others() -> None:
    assert found(table("R1 R2", "G5 Y5", "R9 Y9", cards="R1 G5 R9 Y9 R2 Y5")) == ()


@pytest.mark.parametrize("fool", ["W1", "J1"])
def test_who_plays_a_wizard_or_a_jester_denies_nothing(fool: str) -> None:
    hands = ("R1 R2", f"{fool} R5", "R9 Y9")
    leads = "R5 Y9 R2" if fool == "W1" else "Y9 R2 R5"
    assert found(table(*hands, cards=f"R1 {fool} R9 {leads}"), 2) == ()


def test_a_wizard_or_a_jester_shown_later_proves_nothing() -> None:
    assert found(table("R1 R2", "G5 W1", "R9 Y9", cards="R1 G5 R9 Y9 R2 W1"), 2) == ()


def test_after_a_led_wizard_no_suit_is_owed() -> None:
    assert found(table("W1 R2 B1", "G5 R5 B2", "R9 Y9 B3", cards="W1 G5 R9 R2 R5"), 2) == ()


def test_after_a_led_jester_the_first_suit_is_owed() -> None:
    hands = ("J1 R2 B1", "R5 G1 B2", "G5 R9 B3")
    assert found(table(*hands, cards="J1 R5 G5 G1 R9"), 0) == (Proof(round=1, accused=2, shown=5),)


def test_what_was_caught_is_not_called_again() -> None:
    state = accuse(table(cards=SHOWN), 2, 1)
    assert verdicts(state) == ["caught"]
    assert found(state) == ()


def test_who_was_caught_before_the_suit_was_shown_is_called_already() -> None:
    state = accuse(table(cards=DENIED), 2, 1)
    assert verdicts(state) == ["caught"]
    assert found(play(state, "Y9 Y1 R5")) == ()


def test_a_denial_after_the_catch_is_a_new_cheat() -> None:
    """Seat 1 is called for red, denies yellow after that, and shows it."""
    state = accuse(table(cards=f"{DENIED} Y9 Y1"), 2, 1)
    state = play(state, "R5")
    assert found(state) == ()
    state = play(state, "B9 B1 Y5")
    assert found(state) == (Proof(round=1, accused=1, shown=9),)
    assert verdicts(accused(state, 0, found(state)[0])) == ["caught", "caught"]


def test_a_wrong_accusation_by_somebody_calls_nothing() -> None:
    state = accuse(table(cards="R1"), 2, 1)
    assert verdicts(state) == ["wrong"]
    assert found(play(state, "G5 R9 Y9 Y1 R5")) == (Proof(round=1, accused=1, shown=6),)


def test_a_proof_in_the_last_trick_can_be_called_in_the_pause_and_not_after_it() -> None:
    state = table("R1 Y1", "G5 R5", "R9 Y9", cards="R1 G5 R9 Y9 Y1 R5")
    assert state.status == "pause"
    assert found(state) == (Proof(round=1, accused=1, shown=6),)
    assert found(pause_ended(state)) == ()


def test_two_who_cheated_are_two_proofs() -> None:
    hands = ("R1 R2 B1", "G5 R5 B2", "Y9 R9 B3")
    assert [proof.accused for proof in found(table(*hands, cards="R1 G5 Y9 R2 R5 R9"))] == [1, 2]


def test_there_is_no_proof_at_a_strict_table_nor_before_a_card() -> None:
    assert found(table("R1 R2", "R5 G5", "R9 Y9", cards="R1 R5 R9 Y9 R2 G5", cheating=False)) == ()
    assert found(table()) == ()


# --- Whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "games"), [(3, 90), (4, 60), (5, 40), (6, 30)])
def test_no_proof_is_ever_wrong_or_late(players: int, games: int) -> None:
    calls = 0
    for seed in range(games):
        for moment in of_wild_people(players, 5, seed, haste=(0.0, 0.3, 1.0)[seed % 3]):
            for proof in moment.found:
                calls += 1
                assert verdicts(accused(moment.state, moment.seat, proof))[-1] == "caught"
    assert calls > games


def test_a_proof_is_there_until_it_is_called() -> None:
    """Nobody is spared: who denied and showed, and was not caught since, can be accused by all others."""
    for seed in range(20):
        for moment in of_wild_people(4, 5, seed, haste=0.0):
            own = {proof for proof in moment.found if proof.accused == moment.seat}
            assert own == set()
            others = [seat for seat in range(4) if seat != moment.seat]
            for proof in moment.found:
                for seat in others:
                    assert proof.accused == seat or proof in found(moment.state, seat)


def test_hidden_cards_make_no_difference() -> None:
    rng = random.Random(1)
    seen = 0
    for seed in range(10):
        for moment in of_wild_people(4, 5, seed, haste=0.2):
            other = another_table(moment.state, moment.seat, rng)
            assert found(other, moment.seat) == moment.found
            seen += len(moment.found)
    assert seen > 50


def test_the_same_sight_gives_the_same_proofs_and_keeps_no_trace() -> None:
    sight = sight_with_memory(table(cards=SHOWN), 0)
    before = repr(sight)
    assert find_cheat_proofs(sight) == find_cheat_proofs(sight)
    assert repr(sight) == before
