"""The phone's detector against every recorded scene, and its edges one by one."""

from typing import Any

import pytest
from cover import Cover, CoverDetector

from tests.support.docs.readings import NAMES, SCENES, watched

ROOM, HAND = 100.0, 2.0


def covers(timeline: list[Any]) -> list[Cover]:
    detector = CoverDetector()
    return [cover for at, what in timeline if (cover := detector.sense(at, what))]


def with_timer(timeline: list[Any], step: int) -> list[Any]:
    """The same timeline with a look every `step` milliseconds in between."""
    looks = [[at, None] for at in range(0, timeline[-1][0], step)]
    return sorted([*timeline, *looks], key=lambda line: line[0])


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_a_scene_has_its_covers(scene: dict[str, Any]) -> None:
    found = covers(watched(scene["timeline"]))
    assert [{"at": cover.at, "lux": cover.lux} for cover in found] == scene["covers"]


@pytest.mark.parametrize("step", [20, 50, 333])
@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_looking_more_often_finds_the_same(scene: dict[str, Any], step: int) -> None:
    found = covers(with_timer(watched(scene["timeline"]), step))
    assert [{"at": cover.at, "lux": cover.lux} for cover in found] == scene["covers"]


def test_the_scenes_hold_what_a_phone_meets() -> None:
    assert {len(scene["covers"]) for scene in SCENES} == {0, 1, 2}
    for scene in SCENES:
        moments = [at for at, _ in scene["timeline"]]
        assert moments == sorted(moments), scene["name"]


@pytest.mark.parametrize(
    ("held", "found"),
    [(CoverDetector.HOLD - 1, 0), (CoverDetector.HOLD, 1), (CoverDetector.ADAPT * 3, 1)],
)
def test_a_cover_counts_once_it_is_held(held: int, found: int) -> None:
    assert len(covers([[0, ROOM], [2000, HAND], [2000 + held, ROOM], [60_000, None]])) == found


def test_a_cover_is_told_while_the_hand_is_still_there() -> None:
    detector = CoverDetector()
    detector.read(0, ROOM)
    assert detector.read(2000, HAND) is None
    assert detector.look(2000 + CoverDetector.HOLD) == Cover(2000, HAND, pytest.approx(ROOM))
    assert detector.look(2000 + 2 * CoverDetector.HOLD) is None


@pytest.mark.parametrize(("share", "found"), [(0.29, 1), (0.31, 0)])
def test_the_threshold_is_a_share_of_the_rooms_light(share: float, found: int) -> None:
    for room in (6.0, 100.0, 20_000.0):
        assert len(covers([[0, room], [2000, room * share], [2200, room]])) == found


@pytest.mark.parametrize(("between", "found"), [(0.59, 1), (0.61, 2)])
def test_it_has_to_get_light_again_before_it_counts_again(between: float, found: int) -> None:
    again = [[0, ROOM], [2000, HAND], [2300, ROOM * between], [2310, HAND], [2600, ROOM]]
    assert len(covers(again)) == found


def test_in_a_dark_room_nothing_is_told() -> None:
    below = CoverDetector.LEAST - 0.1
    assert covers([[0, below], [2000, 0], [2500, below]]) == []


def test_nothing_is_sensed_while_the_screen_is_off_and_nothing_kept_from_before() -> None:
    off = [[0, ROOM], [2000, "off"], [2100, HAND], [2600, ROOM], [3000, HAND], [5000, None]]
    assert covers(off) == []
    assert covers([*off, [6000, "on"], [6100, HAND], [9000, None]]) == []
    assert len(covers([*off, [6000, "on"], [6100, ROOM], [8000, HAND], [9000, None]])) == 1


def test_a_cover_that_the_screen_interrupts_is_forgotten() -> None:
    assert covers([[0, ROOM], [2000, HAND], [2100, "off"], [2200, "on"], [4000, None]]) == []


@pytest.mark.parametrize("nonsense", [float("nan"), float("inf"), -1.0])
def test_what_is_no_light_is_no_reading(nonsense: float) -> None:
    assert covers([[0, nonsense], [1, ROOM], [2000, nonsense], [2500, ROOM]]) == []
    assert len(covers([[0, ROOM], [2000, HAND], [2050, nonsense], [2200, ROOM]])) == 1
