from tournaments.models import Stage
from tournaments.selectors.public.sentences import table_title


def test_a_play_off_says_so_and_names_are_text_and_not_html():
    stage = Stage(number=1, name="Semi-finals A & B")
    assert table_title(stage, play_off=False) == "Semi-finals A & B"
    assert table_title(stage, play_off=True) == "Semi-finals A & B, play-off"
