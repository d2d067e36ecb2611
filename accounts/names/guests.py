"""Random names for guests, such as QuietOtter42. Does not check which names are taken."""

import secrets
from collections.abc import Iterator

MOODS_TEXT = """
Able Amber Azure Bold Brave Breezy Bright Brisk Calm Cheery Clever Cosy Crimson Curious Dapper
Daring Eager Early Fair Fancy Fond Gentle Golden Happy Hardy Honest Humble Jolly Keen Kind Lively
Lucky Mellow Merry Mighty Misty Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Rosy
Royal Silent Silver Sly Snowy Steady Sunny Swift Tidy Wary Wild Wise Witty Zesty
"""
ANIMALS_TEXT = """
Badger Bear Beaver Bison Cat Crane Crow Deer Dolphin Dove Duck Eagle Egret Falcon Ferret Finch Fox
Frog Gecko Goose Hare Hawk Hedgehog Heron Ibex Ibis Jackdaw Koala Lark Lemur Lynx Magpie Marmot
Marten Mole Moose Newt Octopus Orca Otter Owl Panda Parrot Penguin Pony Puffin Puma Quail Rabbit
Raccoon Raven Robin Salmon Seal Sparrow Squirrel Stork Swan Tapir Tiger Toad Turtle Walrus Weasel
Whale Wolf Wombat Wren Yak Zebra
"""
MOODS = MOODS_TEXT.split()
ANIMALS = ANIMALS_TEXT.split()
SHORT_TRIES = 8
"""Number of short names to try before longer ones."""


def guest_names() -> Iterator[str]:
    """Yield random names such as QuietOtter42, without end.

    The first SHORT_TRIES names end in two digits, and all further names in six.
    """
    for _ in range(SHORT_TRIES):
        yield _random_name(90, 10)
    while True:
        yield _random_name(900_000, 100_000)


def _random_name(range_size: int, min_number: int) -> str:
    """Return a random name such as QuietOtter42.

    The name ends in a random number from `min_number` to `min_number + range_size - 1`.
    """
    return f"{secrets.choice(MOODS)}{secrets.choice(ANIMALS)}{min_number + secrets.randbelow(range_size)}"
