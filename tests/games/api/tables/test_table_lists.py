"""Lists of tables over HTTP: who sees which, by status, in pages."""

import pytest

from tests.support.games.responses import ROW, TABLES, is_problem, opened


def listed(client, query: str = "") -> list[str]:
    response = client.get(f"{TABLES}?{query}")
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


def test_anyone_may_list_public_tables_the_newest_first(alice, nobody):
    first, second = opened(alice)["id"], opened(alice)["id"]
    assert listed(nobody) == [second, first]
    page = nobody.get(TABLES).json()
    assert (page["count"], page["next"], page["previous"]) == (2, None, None)
    assert set(page["results"][0]) == ROW


def test_a_private_table_is_listed_for_its_own_people_alone(alice, bob, nobody):
    private = opened(alice, visibility="private")["id"]
    for client in (alice, bob, nobody):
        assert private not in listed(client)
    assert listed(alice, "mine=1") == [private]
    assert listed(bob, "mine=1") == []


def test_lists_by_status(alice):
    waiting, running = opened(alice)["id"], opened(alice, bots=3)["id"]
    given_up = opened(alice)["id"]
    alice.post(f"{TABLES}/{given_up}/leave")
    assert listed(alice, "status=open") == [waiting]
    assert listed(alice, "status=playing") == [running]
    assert listed(alice, "status=finished") == []
    assert listed(alice, "status=playing&mine=1") == [running]


@pytest.mark.parametrize(("mine", "count"), [("1", 1), ("true", 1), ("True", 1), ("0", 2), ("false", 2)])
def test_yes_and_no_are_understood_as_clients_write_them(alice, bob, mine, count):
    opened(alice)
    opened(bob)
    assert len(listed(alice, f"mine={mine}")) == count


def test_lists_come_in_pages(alice):
    tables = [opened(alice)["id"] for _ in range(5)][::-1]
    page = alice.get(f"{TABLES}?page_size=2").json()
    assert (page["count"], len(page["results"])) == (5, 2)
    second = alice.get(page["next"]).json()
    third = alice.get(second["next"]).json()
    found = [row["id"] for each in (page, second, third) for row in each["results"]]
    assert (found, third["next"]) == (tables, None)
    assert alice.get(second["previous"]).json()["results"] == page["results"]
    assert len(alice.get(f"{TABLES}?page_size=100000").json()["results"]) == 5


def test_the_length_of_a_list_does_not_change_how_often_the_database_is_asked(
    alice, django_assert_num_queries
):
    for _ in range(7):
        opened(alice, bots=2)
    with django_assert_num_queries(3 + 1):  # the token and its use; how many, which, who sits there
        alice.get(TABLES)


@pytest.mark.parametrize(
    "query",
    ["status=lost", "status=", "mine=perhaps", "mine=", "mine=1&status=open1", "page_size=0", "page_size=x"],
)
def test_a_list_that_makes_no_sense_is_a_bad_request(alice, query):
    is_problem(alice.get(f"{TABLES}?{query}"), 400, "bad_request")


@pytest.mark.parametrize("query", ["page=0", "page=99", "page=x", "page=", "page=last", "page=1_0"])
def test_a_page_that_is_not_there_is_not_found(alice, query):
    is_problem(alice.get(f"{TABLES}?{query}"), 404, "not_found")


def test_nobody_has_no_tables_of_their_own(nobody):
    is_problem(nobody.get(f"{TABLES}?mine=1"), 401, "not_authenticated")
