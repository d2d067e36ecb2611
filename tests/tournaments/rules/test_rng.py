"""A seed decides all throws; what it gave once it must give for ever, or old draws cannot be replayed."""

from collections import Counter

from tournaments.rules.rng import SeededRng


def test_what_a_seed_gives_never_changes():
    assert SeededRng(2026).shuffled(list(range(8))) == [2, 1, 5, 7, 4, 6, 3, 0]
    rng = SeededRng(2026)
    assert [rng.randbelow(100) for _ in range(5)] == [11, 50, 51, 86, 10]


def test_a_shuffle_keeps_all_and_leaves_the_original_alone():
    items = list(range(50))
    assert sorted(SeededRng(1).shuffled(items)) == items == list(range(50))


def test_all_orders_come_up_about_equally_often():
    rng = SeededRng(7)
    seen = Counter(tuple(rng.shuffled([1, 2, 3])) for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < number < 1150 for number in seen.values())
