"""Contract, "A deal that anyone can check", against a second implementation and vectors that never change."""

import hmac
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import DECK, deal
from tests.support.rules import second_deal
from tests.support.rules.tables import joined, opened
from tests.support.rules.whole_games import a_game

SEEDS = st.binary(min_size=32, max_size=32)
ONES, TWOS = b"\x11" * 32, b"\x22" * 32

# --- Against the second implementation ------------------------------------------------------------


@given(SEEDS, st.integers(1, 20))
def test_the_deck_of_a_round_is_the_shuffle_by_its_stream(seed, round_number):
    assert list(deal.shuffle_deck(seed, round_number)) == second_deal.deck(seed, round_number)


@given(SEEDS, st.integers(3, 6), st.integers(1, 20), st.data())
def test_the_cards_are_dealt_one_at_a_time_from_the_dealers_left(seed, players, round_number, data):
    cards = data.draw(st.integers(1, 60 // players))
    dealer = data.draw(st.integers(0, players - 1))
    hands, turned = deal.deal_cards(
        seed, round_number=round_number, cards=cards, players=players, dealer=dealer
    )
    expected = second_deal.deal(seed, round_number, cards, players, dealer)
    assert ([list(hand) for hand in hands], turned) == expected


@given(SEEDS, st.integers(3, 6))
def test_first_dealer_and_lot_come_from_the_streams_0_and_last(seed, players):
    assert deal.draw_first_dealer(seed, players) == second_deal.first_dealer(seed, players)
    assert list(deal.draw_tie_break_order(seed, players)) == second_deal.lot(seed, players)


@given(SEEDS, st.lists(st.binary(max_size=32), min_size=3, max_size=6))
def test_the_game_seed_is_made_of_the_server_seed_and_the_salts_in_the_order_of_seats(server_seed, salts):
    expected = second_deal.game_seed(server_seed.hex(), [salt.hex() for salt in salts])
    assert deal.game_seed(server_seed, salts) == expected


@given(SEEDS, st.integers(1, 2**32), st.integers(0, 2**32 - 1))
def test_numbers_of_the_incomplete_last_run_are_passed_over(seed, k, n):
    stream, numbers = deal.RandomStream(seed, n), second_deal.numbers(seed, n)
    assert [stream.randbelow(k) for _ in range(20)] == [second_deal.below(numbers, k) for _ in range(20)]


def test_every_second_number_is_passed_over_where_k_is_just_over_half_the_range():
    """With plain `x % k` the small results would come twice as often."""
    k = 2**31 + 1
    numbers = second_deal.numbers(ONES, 7)
    kept = [x for x in (next(numbers) for _ in range(64)) if x < k]
    assert 10 < len(kept) < 54
    stream = deal.RandomStream(ONES, 7)
    assert [stream.randbelow(k) for _ in kept] == kept


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_engine_deals_every_round_like_that(players):
    server_seed, salts = "ab" * 32, ["", "01", "ff" * 32, "0a0b", "", "07"][:players]
    game = a_game(seed=server_seed, salts=salts, players=players).state
    seed = second_deal.game_seed(server_seed, salts)
    dealer = second_deal.first_dealer(seed, players)
    assert len(game.past) == 60 // players
    for past in game.past:
        hands, turned = second_deal.deal(seed, past.number, past.cards, players, dealer)
        assert (past.number, past.dealer, past.turned_card) == (past.number, dealer, turned)
        assert [list(hand) for hand in past.dealt_hands] == hands
        dealer = (dealer + 1) % players


# --- Vectors: what was once dealt is dealt so for ever --------------------------------------------


def test_the_commitment_is_the_sha256_of_the_server_seed():
    assert deal.commit_to_seed(ONES) == "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc"
    assert deal.commit_to_seed(ONES) == sha256(ONES).hexdigest()


def test_vector_of_the_game_seed():
    made = deal.game_seed(ONES, [b"", bytes.fromhex("0a0b"), b"\xff" * 32])
    assert made.hex() == "5a2880b97a136afeea8a5056d3ffdf88c92ed3e88616628fbd108d7f15250340"


def test_vector_of_stream_0():
    """The first block as `openssl dgst -sha256 -mac hmac` gives it too."""
    stream = deal.RandomStream(ONES, 0)
    expected = [
        1181053963,
        3826546428,
        2949471088,
        3181623723,
        3254764415,
        3695040172,
        3144131459,
        2700293435,
    ]
    assert [stream.randbelow(2**32) for _ in range(10)] == [*expected, 168695005, 1241751609]


@pytest.mark.parametrize(("seed", "dealers"), [(ONES, [1, 3, 3, 1]), (TWOS, [2, 1, 0, 5])])
def test_vectors_of_the_first_dealer(seed, dealers):
    assert [deal.draw_first_dealer(seed, players) for players in (3, 4, 5, 6)] == dealers


@pytest.mark.parametrize(
    ("seed", "lots"), [(ONES, ["102", "1023", "21340", "413205"]), (TWOS, ["021", "0123", "40312", "042351"])]
)
def test_vectors_of_the_lot(seed, lots):
    assert ["".join(map(str, deal.draw_tie_break_order(seed, players))) for players in (3, 4, 5, 6)] == lots


@pytest.mark.parametrize(
    ("seed", "round_number", "deck"),
    [
        (
            ONES,
            1,
            "B10 J4 G10 Y2 Y12 G2 Y9 R9 B7 G5 R3 G13 Y11 Y8 B11 B1 B4 G1 Y5 W3 G9 B3 R8 W1 R2 G3 W2 "
            "R6 Y3 Y1 R5 J3 J2 G4 Y7 G7 Y13 W4 R10 G8 G12 R7 Y4 Y10 R11 J1 B9 R13 Y6 B2 "
            "G11 B13 B6 R4 B12 B5 R1 G6 R12 B8",
        ),
        (
            TWOS,
            20,
            "B4 G11 J3 Y11 B1 Y5 B10 Y6 Y13 Y3 B13 J4 Y7 Y9 Y10 G12 G8 J2 G2 R3 B7 R4 G10 B12 Y12 R12 B2 "
            "G1 R11 B8 G13 R2 G6 G9 R7 G5 W1 B5 W3 G4 R10 R9 B9 J1 R6 Y2 Y1 Y4 W2 "
            "B11 B3 R13 R1 G3 R8 B6 R5 W4 Y8 G7",
        ),
    ],
)
def test_vectors_of_the_deck(seed, round_number, deck):
    assert " ".join(deal.shuffle_deck(seed, round_number)) == deck


def test_vector_of_a_deal():
    """Seat 2 deals: seat 0 has the first, fourth and seventh card of the deck."""
    hands, turned = deal.deal_cards(ONES, round_number=1, cards=3, players=3, dealer=2)
    assert hands == (("B10", "Y2", "Y9"), ("J4", "Y12", "R9"), ("G10", "G2", "B7"))
    assert turned == "G5"


def test_when_all_cards_are_dealt_none_is_turned():
    assert deal.deal_cards(ONES, round_number=20, cards=20, players=3, dealer=0)[1] is None


# --- Who can know what, and when ------------------------------------------------------------------


def test_the_commitment_is_there_before_anyone_sits():
    assert opened().commitment == sha256(bytes.fromhex(opened().server_seed)).hexdigest()


def test_each_salt_changes_the_deal():
    def hands(*salts):
        state = opened(3)
        for name, salt in zip(("ada", "ben", "cleo"), salts, strict=True):
            state = joined(state, name, salt=salt)
        return state.round.dealt_hands

    deals = {
        hands("", "", ""),
        hands("00", "", ""),
        hands("", "01", ""),
        hands("01", "00", ""),
        hands("00", "01", ""),
    }
    assert len(deals) == 5


def length_padding(length: int) -> bytes:
    """What SHA-256 appends to a text of so many bytes; with it, who knows the hash can continue the text."""
    zeros = -(length + 9) % 64
    return b"\x80" + bytes(zeros) + (8 * length).to_bytes(8, "big")


@pytest.mark.parametrize("own", [None, "ab", length_padding(deal.SEED_BYTES).hex()])
def test_the_commitment_and_ones_own_salt_do_not_tell_the_game_seed(own):
    """The last of these salts would make the commitment the state of the hash after its first block."""
    assert own is None or deal.is_salt(own)
    state = opened(3)
    for name, salt in (("ada", own), ("ben", None), ("cleo", None)):
        state = joined(state, name, salt=salt)
    secret = deal.server_salt(bytes.fromhex(state.server_seed)).hex()
    assert [seat.salt for seat in state.seats] == [secret if own is None else own, secret, secret]
    assert len(bytes.fromhex(secret)) == 32
    assert secret not in (state.server_seed, state.commitment)
    assert state.game_seed.hex() != state.commitment
    assert state.game_seed == deal.game_seed(
        bytes.fromhex(state.server_seed), [bytes.fromhex(seat.salt) for seat in state.seats]
    )


def test_the_servers_salt_follows_from_its_seed():
    """Known to nobody before the record, and no choice of the server's after the commitment."""
    expected = hmac.new(ONES, b"wizard/1 salt", sha256).hexdigest()
    assert deal.server_salt(ONES).hex() == expected


def test_an_empty_salt_is_none():
    assert deal.game_seed(ONES, [b"", b"", b""]) == sha256(ONES).digest()


@pytest.mark.parametrize("salt", ["", "00", "ab" * 32, "AB"])
def test_a_salt_is_hex_of_up_to_32_bytes(salt):
    assert deal.is_salt(salt)


@pytest.mark.parametrize("salt", ["0", "zz", "ab" * 33, "a b ", " ", "0x00", "٠٠", None, 7, b"00", ["00"]])
def test_nothing_else_is_a_salt(salt):
    assert not deal.is_salt(salt)


def test_another_round_is_another_deck():
    decks = {deal.shuffle_deck(ONES, number) for number in range(1, 21)}
    assert len(decks) == 20
    assert all(sorted(deck) == sorted(DECK) for deck in decks)
