"""What holds in every game of all options, however it is played."""

from hypothesis import given

from games.rules.cards import DECK
from games.rules.cards.trick import fails_to_follow_suit
from games.rules.topics.rounds import RoundDealt
from tests.support.rules.tables import cards_of
from tests.support.rules.whole_games import games


@given(games(short=True))
def test_the_sixty_cards_are_always_sixty_different_ones(game):
    """In the hands, on the table, in the tricks, turned up, and the rest of the deck."""
    for state in game.states:
        if current := state.round:
            tricks = [*current.tricks, *([current.trick] if current.trick else [])]
            lying = [play.card for trick in tricks for play in trick.plays]
            turned = [current.turned_card] if current.turned_card else []
            known = cards_of(current.hands) + lying + turned
            assert len(set(known)) == len(known) == current.cards * len(state.seats) + len(turned)
            assert set(known) <= set(DECK)


@given(games())
def test_every_trick_has_one_card_of_each_and_its_winner_leads_the_next(game):
    for past in game.state.past:
        players = len(past.dealt_hands)
        assert len(past.tricks) == past.cards
        leader = (past.dealer + 1) % players
        for trick in past.tricks:
            assert trick.leader == leader
            assert [play.seat for play in trick.plays] == [(leader + n) % players for n in range(players)]
            assert trick.winner in range(players)
            leader = trick.winner


@given(games())
def test_the_tricks_add_up_to_the_cards(game):
    for past in game.state.past:
        assert sum(past.tricks_taken) == past.cards
        winners = [trick.winner for trick in past.tricks]
        assert list(past.tricks_taken) == [winners.count(seat) for seat in range(len(past.tricks_taken))]


@given(games())
def test_each_plays_the_cards_that_were_dealt_to_them(game):
    for past in game.state.past:
        for seat, hand in enumerate(past.dealt_hands):
            played = [play.card for trick in past.tricks for play in trick.plays if play.seat == seat]
            assert sorted(played) == sorted(hand)
            assert past.hands[seat] == ()


@given(games())
def test_a_restricted_rounds_bids_never_add_up(game):
    for past in game.state.past:
        assert None not in past.bids
        assert all(0 <= bid <= past.cards for bid in past.bids)
        if past.restricted:
            assert sum(past.bids) != past.cards


@given(games())
def test_the_scores_are_what_the_rules_give_for_bids_tricks_and_verdicts(game):
    totals = [0] * len(game.state.seats)
    for past in game.state.past:
        for seat, (bid, taken) in enumerate(zip(past.bids, past.tricks_taken, strict=True)):
            gained = 20 + 10 * taken if bid == taken else -10 * abs(bid - taken)
            for call in past.accusations:
                gained += call.accuser_points * (call.accuser == seat)
                gained += call.accused_points * (call.accused == seat)
            totals[seat] += gained
        assert list(past.totals) == totals
    assert list(game.state.scores) == totals


@given(games())
def test_the_first_place_is_the_best_by_points_then_bids_met(game):
    places = game.state.result
    assert [place.rank for place in places] == list(range(1, len(game.state.seats) + 1))
    assert sorted(place.seat for place in places) == list(range(len(places)))
    best = [(place.score, place.correct_bids) for place in places]
    assert best == sorted(best, reverse=True)
    decided = {None: best[0][0] > best[1][0], "coin_flip": best[0] == best[1]}
    decided["correct_bids"] = best[0][0] == best[1][0] and best[0][1] > best[1][1]
    assert decided[game.state.tie_break]


@given(games())
def test_the_rounds_are_those_of_the_schedule_and_the_deal_goes_round(game):
    state, players = game.state, len(game.state.seats)
    assert [(past.cards, past.reveal) for past in state.past] == [(p.cards, p.reveal) for p in state.schedule]
    first = state.past[0].dealer
    assert [past.dealer for past in state.past] == [(first + n) % players for n in range(len(state.past))]


@given(games())
def test_trump_is_the_turned_suit_none_or_the_dealers_word(game):
    for past in game.state.past:
        kind = past.turned_card[0] if past.turned_card else None
        if kind in ("R", "Y", "G", "B"):
            assert past.trump == kind
        elif kind == "W":
            assert past.trump in ("R", "Y", "G", "B")
        else:
            assert past.trump is None
        assert (kind is None) == (past.cards * len(past.dealt_hands) == 60)


@given(games(cheating=True))
def test_the_cheats_are_the_cards_that_broke_the_duty_and_no_others(game):
    for past in game.state.past:
        hands = [list(hand) for hand in past.dealt_hands]
        found = []
        for trick in past.tricks:
            lying = []
            for play in trick.plays:
                owed = next((card[0] for card in lying if card[0] != "J"), None)
                owed = None if owed == "W" else owed
                if fails_to_follow_suit(play.card, hands[play.seat], owed):
                    found.append((trick.number, play.seat, play.card, owed))
                hands[play.seat].remove(play.card)
                lying.append(play.card)
        assert [cheat[:4] for cheat in past.cheats] == found


@given(games(cheating=True))
def test_every_verdict_is_the_one_that_was_due(game):
    """Judged once more from the record: the cheats until that card, and who was caught before."""
    for past in game.state.past:
        players = len(past.dealt_hands)
        played = [(trick.number, play.seat) for trick in past.tricks for play in trick.plays]
        moment = {(cheat.trick, cheat.seat): played.index((cheat.trick, cheat.seat)) for cheat in past.cheats}
        called: set[tuple[int, int]] = set()
        for call in past.accusations:
            assert 1 <= call.after <= past.cards * players
            so_far = {key for key, index in moment.items() if key[1] == call.accused and index < call.after}
            before = {key for key in called if key[1] == call.accused}
            expected = "caught" if so_far - called else "late" if before else "wrong"
            assert call.verdict == expected
            called |= so_far if expected == "caught" else set()


@given(games(cheating=False))
def test_at_a_strict_table_nobody_ever_cheats_or_is_accused(game):
    assert [past for past in game.state.past if past.cheats or past.accusations] == []


@given(games())
def test_a_bid_is_secret_exactly_while_the_reveal_says_so(game):
    reveal = None
    for event, _ in game.log:
        reveal = event.reveal if isinstance(event, RoundDealt) else reveal
        if hasattr(event, "secret") and reveal != "hiddentip":
            assert event.secret == (reveal == "delayed")
