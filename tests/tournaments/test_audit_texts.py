import re
from pathlib import Path

import pytest
from django.utils import translation

from tournaments.models import AuditEntry
from tournaments.models.choices import StageKind
from tournaments.templatetags import audit_words
from tournaments.templatetags.audit_texts import actor_text, audit_entry_text, audit_value_text, reason_text
from tournaments.templatetags.audit_words import choice_label

NOTED = re.compile(r'\.add_audit_entr(?:y|ies)\(\s*"(\w+)"')

NAMES = {7: "Ada", 8: "Bob"}


def test_a_result_that_replaces_another_one_is_a_correction():
    assert audit_entry_text(AuditEntry(type="result_entered", before={"result": None})) == "result entered"
    assert (
        audit_entry_text(AuditEntry(type="result_entered", before={"result": [[0, 20]]}))
        == "result corrected"
    )
    assert (
        audit_entry_text(AuditEntry(type="put_on_stand_by", before="a sentence")) == "put on the waiting list"
    )


def test_entrants_have_their_names_and_seats_count_from_one():
    assert (
        audit_value_text({"qualified": [8, 7, 9], "seat": 0}, NAMES)
        == "qualified: Bob, Ada, somebody; seat: 1"
    )
    assert audit_value_text({"ranking": [[7, "ada"], [9, "cleo"]]}, NAMES) == "ranking: Ada, cleo"


def test_points_in_the_log_are_decimal_numbers_and_named():
    logged = {"standings": [[7, "165/2", 20, 3], [8, "1", 0, 1], [9, "-50/3", 0, 0]]}
    assert audit_value_text(logged, NAMES) == (
        "standings: Ada, 82.5 points | Bob, 1 point | somebody, -16.67 points"
    )
    with translation.override("de"):
        assert "Ada, 82,5 Punkte | Bob, 1 Punkt" in audit_value_text(logged, NAMES)


def test_values_are_in_words_without_what_only_the_check_reads():
    recorded = {"status": "stand_by", "title_holder": True, "club": "", "placement": 12}
    assert audit_value_text(recorded, NAMES) == "status: waiting list; title holder: yes; club: –"
    assert audit_value_text(None, NAMES) == ""


RECORDED = [
    ("Ada at table 2, seat 3", "Ada an Tisch 2, Platz 3"),
    ("a bot at table 2, seat 1", "ein Bot an Tisch 2, Platz 1"),
    ([["seat 1", "Ada", "-20 points", "1 bid met"]], "Platz 1, Ada, -20 Punkte, 1 erfüllte Ansage"),
    ("Stage 2, knock-out keeps its draw", "Stufe 2, K.-o. behält die Auslosung"),
    ("the draw of Semi-finals is discarded", "die Auslosung von Semi-finals wird verworfen"),
    ({"status": "stand_by", "role": "arbiter"}, "Status: Warteliste; Rolle: Schiedsrichter"),
    ({"title_holder": True, "club": "Final"}, "Titelverteidiger: ja; Verein: Final"),
]


@pytest.mark.parametrize(("recorded", "german"), RECORDED)
def test_what_is_stored_in_english_is_read_in_german(recorded, german):
    english = audit_value_text(recorded, NAMES)
    with translation.override("de"):
        assert audit_value_text(recorded, NAMES) == german
    assert audit_value_text(recorded, NAMES) == english


def test_what_the_server_has_done_is_told_in_german_and_what_people_typed_is_not_touched():
    by_server = AuditEntry(type="cancelled", by_name="the server", reason="Too few players checked in.")
    by_person = AuditEntry(type="withdrawn", by_user=1, by_name="the server", reason="Had to leave.")
    assert [actor_text(by_server), reason_text(by_server)] == ["the server", "Too few players checked in."]
    with translation.override("de"):
        assert audit_entry_text(by_server) == "abgesagt"
        assert [actor_text(by_server), reason_text(by_server)] == [
            "der Server",
            "Zu wenige haben eingecheckt.",
        ]
        assert [actor_text(by_person), reason_text(by_person)] == ["the server", "Had to leave."]


@pytest.mark.parametrize("name", ["٣ points", "seat ٣", "Ada at table ٣, seat 1", "٣ bids met"])
def test_a_name_with_digits_of_another_script_is_nobody_elses_sentence(name):
    assert audit_value_text({"name": name}, NAMES) == f"name: {name}"


def test_every_act_that_the_services_note_has_its_words():
    """`NOTED` finds a name that stands in the call; few services pick one elsewhere."""
    services = Path(audit_words.__file__).parent.parent / "services"
    noted = {act for path in services.rglob("*.py") for act in NOTED.findall(path.read_text())}
    assert len(noted) > 30
    assert noted <= set(audit_words.ACTS)


def test_a_choice_of_a_field_is_said_by_its_label():
    assert choice_label("kind", "final") == str(StageKind("final").label)
    assert choice_label("kind", "unheard of") is None
    assert choice_label("nonsense", "final") is None
