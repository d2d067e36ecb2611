"""Shards are the same everywhere and for ever, and of about equal size."""

import random
from collections import Counter

import pytest

from games.models.table import ID_ALPHABET, ID_LENGTH
from games.shards import ALL_SHARDS, SHARDS, InvalidShards, format_shards, parse_shards, shard_of


# Rows in the database and proxies depend on these numbers: they never change.
@pytest.mark.parametrize(
    ("table_id", "shard"), [("", 0), ("abcdefghjk", 879), ("2222222222", 825), ("zzzzzzzzzz", 184)]
)
def test_shards_are_fixed(table_id: str, shard: int) -> None:
    assert shard_of(table_id) == shard


def test_shards_are_of_about_equal_size() -> None:
    rng = random.Random(1)
    sizes = Counter(shard_of("".join(rng.choices(ID_ALPHABET, k=ID_LENGTH))) for _ in range(100 * SHARDS))
    assert set(sizes) == set(range(SHARDS))
    # The mean is 100 and the standard deviation 10.
    assert min(sizes.values()) > 50
    assert max(sizes.values()) < 150


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("0", {0}),
        ("0-1023", ALL_SHARDS),
        ("512-1023", range(512, 1024)),
        ("0-255, 512-767", {*range(256), *range(512, 768)}),
        ("7,3,5-5", {3, 5, 7}),
    ],
)
def test_lists_of_shards_are_read(text: str, shards: set[int]) -> None:
    assert parse_shards(text) == frozenset(shards)
    assert parse_shards(format_shards(parse_shards(text))) == frozenset(shards)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "“” is neither a shard nor a range"),
        ("0-511,", "“” is neither"),
        ("half", "“half” is neither"),
        ("-5", "“-5” is neither"),
        ("1-2-3", "“1-2-3” is neither"),
        ("٣", "“٣” is neither"),
        ("0-1024", "There is no shard 1024: they are numbered from 0 to 1023"),
        ("511-0", "511-0 is empty"),
        ("0-511,511-1023", "Shard 511 is named twice"),
    ],
)
def test_faults_in_lists_of_shards_are_named(text: str, why: str) -> None:
    with pytest.raises(InvalidShards, match=why):
        parse_shards(text)


def test_ranges_are_written_as_briefly_as_possible() -> None:
    assert format_shards({5, 1, 2, 3, 9}) == "1-3,5,9"
    assert format_shards(()) == ""
