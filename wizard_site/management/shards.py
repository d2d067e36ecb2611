"""The option `--shards` of the commands that run tables."""

from argparse import ArgumentTypeError, _ActionsContainer

from games.shards import ALL_SHARDS, InvalidShards, Shards, parse_shards


def add_shards_option(parser: _ActionsContainer) -> None:
    """Add the option `--shards`, which selects the tables to run, to a command's parser."""
    parser.add_argument(
        "--shards",
        type=_parse_shards,
        default=ALL_SHARDS,
        metavar="LIST",
        help="run the tables of these shards, such as 0-511 or 0-255,512-767, and of missing schedulers",
    )


def _parse_shards(text: str) -> Shards:
    """Parse the value of the option `--shards`: a list of shards (numbered groups of tables).

    An example is `0-255,512-767`. Raise ArgumentTypeError if the value is invalid.
    """
    try:
        return parse_shards(text)
    except InvalidShards as error:
        raise ArgumentTypeError(str(error)) from None
