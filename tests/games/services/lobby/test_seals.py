"""Sealed tables: who may look, and what is held back until they are unsealed."""

from random import Random
from typing import Any

import pytest

from games.rules.errors import NotFinished
from games.rules.record.check import check_record
from games.selectors.sights import cached_sights, load_table_sights, read_record, table_view
from games.selectors.tables import may_see_table
from games.services.referee import Sitter, open_tournament_table, reveal_sealed_tables
from games.store import tables
from tests.support.games.organised import row
from tests.support.games.people import person
from tests.support.games.playing import AT, SEED, people, play_on, short

db = pytest.mark.django_db


def sealed_game(*cards: int, nerve: float = 0.0, **options: Any) -> str:
    """A sealed game of alice, bob and dora, to its end."""
    pause = 5 if options.get("cheating") else 0
    table_id = open_tournament_table(
        sitters=[Sitter(user.username, user.kind, user.pk) for user in people(3)],
        options=short(*cards or (1,), pause=pause, **options),
        now=AT,
        visibility="private",
        sealed=True,
        server_seed=SEED,
    )
    play_on(table_id, Random(1), nerve=nerve)
    return table_id


@db
def test_a_sealed_table_holds_its_record_back_and_shows_itself_to_its_players_alone():
    table_id = sealed_game()
    with pytest.raises(NotFinished, match="held back"):
        read_record(table_id)
    invite = row(table_id).invite
    assert may_see_table(table_id, person("alice").pk, None)
    assert "invite" not in table_view(table_id, person("alice").pk, now=AT)
    assert not may_see_table(table_id, person("charlie").pk, invite)
    reveal_sealed_tables([table_id, "nowhere"], visibility="public")
    assert check_record(read_record(table_id)) == []
    assert may_see_table(table_id, None, None)
    with pytest.raises(ValueError, match="visibility"):
        reveal_sealed_tables([table_id], visibility="secret")


def sheets(table_id: str) -> list[list[dict[str, Any]]]:
    """The sheet as alice gets it by HTTP, by a socket that comes anew, and by one that was there."""
    user = person("alice").pk
    moments = (load_table_sights(table_id, now=AT), cached_sights(table_id, now=AT))
    updates = [at.update(at.seat_of_user(user), after=-1, with_sheet=True) for at in moments if at]
    return [table_view(table_id, user, now=AT)["sight"]["sheet"], *(one["sight"]["sheet"] for one in updates)]


@db
@pytest.mark.parametrize("remembered", [True, False], ids=["as the server played it", "after a restart"])
def test_who_cheated_is_told_when_the_table_is_unsealed_not_before(remembered):
    table_id = sealed_game(4, 4, cheating=True)
    if not remembered:
        tables.clear_cached_tables(table_id)
    held_back = sheets(table_id)
    assert len(held_back) == 3
    assert all(sorted(row) == ["cells", "round"] for sheet in held_back for row in sheet)
    reveal_sealed_tables([table_id], visibility="public")
    shown = sheets(table_id)
    assert len(shown) == 3
    assert all(any(row["cheats"] for row in sheet) for sheet in shown)
