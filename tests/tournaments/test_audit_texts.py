from tournaments.models import AuditEntry
from tournaments.templatetags.audit_texts import act_text, recorded_text

NAMES = {7: "Ada", 8: "Bob"}


def test_a_result_that_replaces_another_one_is_a_correction():
    assert act_text(AuditEntry(type="result_entered", before={"result": None})) == "result entered"
    assert act_text(AuditEntry(type="result_entered", before={"result": [[0, 20]]})) == "result corrected"
    assert act_text(AuditEntry(type="put_on_stand_by", before="a sentence")) == "put on the waiting list"


def test_entrants_have_their_names_and_seats_count_from_one():
    assert (
        recorded_text({"qualified": [8, 7, 9], "seat": 0}, NAMES) == "qualified: Bob, Ada, somebody; seat: 1"
    )
    assert recorded_text({"standings": [[7, "1.50", 20, 3]]}, NAMES) == "standings: Ada, 1.50"
    assert recorded_text({"ranking": [[7, "ada"], [9, "cleo"]]}, NAMES) == "ranking: Ada, cleo"


def test_values_are_in_words_without_what_only_the_check_reads():
    recorded = {"status": "stand_by", "title_holder": True, "club": "", "placement": 12}
    assert recorded_text(recorded, NAMES) == "status: waiting list; title holder: yes; club: –"
    assert recorded_text(None, NAMES) == ""
