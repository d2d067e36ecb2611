"""What clients get of tournaments; describes alone, the selectors make it."""

from rest_framework import serializers

from games.api.answers import PageSerializer
from games.api.shapes import Output, Shape
from games.rules.options import CLOCKS
from tournaments.models.choices import EntryStatus, StageKind, Status, Visibility
from tournaments.selectors.own import Step
from tournaments.selectors.pages_stages import StageStatus, TableStatus


def moment(text: str = "") -> serializers.DateTimeField:
    """A moment that may not be known."""
    return serializers.DateTimeField(allow_null=True, help_text=text)


def whole(text: str = "", least: int = 1) -> serializers.IntegerField:
    """A whole number from `least`."""
    return serializers.IntegerField(min_value=least, help_text=text)


def perhaps(least: int = 1, text: str = "") -> serializers.IntegerField:
    """A whole number from `least`, or null."""
    return serializers.IntegerField(min_value=least, allow_null=True, help_text=text)


class TournamentRowSerializer(Output):
    """A tournament in lists."""

    slug = Shape({"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"})
    name = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    visibility = serializers.ChoiceField(Visibility.choices)
    online = serializers.BooleanField(help_text="Played here; else with real cards.")
    automatic = serializers.BooleanField(help_text="Runs by its timetable.")
    same_deals = serializers.BooleanField(
        help_text="All tables of one size in a stage play the same cards from the same seats."
    )
    capacity = perhaps(text="Who enters later stands by; null: all may come.")
    entry_opens_at = moment("null: at once.")
    entry_closes_at = moment("Who enters later stands by.")
    starts_at = moment()
    entry_open = serializers.BooleanField(help_text="Whether one can enter now as more than a stand-by.")
    cheating = serializers.BooleanField(help_text="Whether a stage allows it: to be said before entry.")


class ListedTournamentSerializer(TournamentRowSerializer):
    """A tournament in lists, with how many take part."""

    entrants = whole("Those who have not left.", 0)


class TournamentPageSerializer(PageSerializer):
    """A page of tournaments."""

    results = ListedTournamentSerializer(many=True)


class StageFieldsSerializer(Output):
    """What is said of a stage wherever it is shown."""

    number = whole()
    title = serializers.CharField()
    kind = serializers.ChoiceField(StageKind.choices)
    status = serializers.ChoiceField(StageStatus.choices, help_text="`seated`: the seats may be seen.")
    options = serializers.ListField(child=serializers.CharField(), help_text="The game, in sentences.")
    cheating = serializers.BooleanField()
    clock = perhaps(min(CLOCKS), "Seconds a decision; null: no clock, or real cards.")
    points = serializers.CharField(help_text="What a game is worth, in a sentence.")
    goes_on = serializers.CharField(allow_blank=True, help_text="Who goes on, in a sentence.")
    time = serializers.CharField(allow_blank=True, help_text="The time limit, in a sentence.")
    minutes = perhaps(text="A game may take; null: no limit.")
    released_at = moment("When the seats were shown.")
    opens_at = moment("When its tables open, or did; null: when the organisers say so.")
    started_at = moment()
    closed_at = moment()


class StageRowSerializer(StageFieldsSerializer):
    """A stage in a few words."""

    tables = perhaps(0, "How many; null before the seats may be seen.")
    finished = perhaps(0, "How many of its tables have a result.")


class TablemateSerializer(Output):
    """Who sits where at one's table."""

    seat = Shape("seat")
    name = serializers.CharField()


class NextTableSerializer(Output):
    """Where one has to be."""

    id = serializers.CharField(allow_null=True, help_text="The table to play at, once it is open.")
    number = whole()
    seat = Shape("seat")
    stage = whole()
    title = serializers.CharField(help_text="The stage's.")
    status = serializers.ChoiceField(TableStatus.choices)
    opens_at = moment("null: when the organisers say so.")
    closes_at = moment("The end of its time.")
    players = serializers.ListField(child=TablemateSerializer(), min_length=1, max_length=6)


class OwnEntrySerializer(Output):
    """One's own entry."""

    entry = whole("The start number: it names the entrant in all lists.")
    name = serializers.CharField()
    nation = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(EntryStatus.choices)
    checked_in = serializers.BooleanField()
    place = perhaps(text="In the final list, else in the standings.")
    table = NextTableSerializer(allow_null=True, help_text="The next one, or the one that plays.")


class CountsSerializer(Output):
    """How many entrants there are in each status."""

    entered = whole(least=0)
    checked_in = whole(least=0)
    stand_by = whole(least=0)
    withdrawn = whole(least=0)
    disqualified = whole(least=0)


class TournamentSerializer(TournamentRowSerializer):
    """All that a player needs."""

    description = serializers.CharField(allow_blank=True)
    check_in_opens_at = moment("null: there is no check-in.")
    check_in_closes_at = moment()
    min_entrants = whole()
    nation_quota = perhaps(text="Entrants of one nation at most.")
    grace_seconds = whole("How long a table waits for who has not come.", 0)
    protest_seconds = whole(
        "By its timetable the next stage is drawn so long after one is closed; the break follows.", 0
    )
    break_seconds = whole("Between two stages.", 0)
    fill_with_bots = serializers.BooleanField()
    finished_at = moment()
    number = whole("Counts the changes of all that is shown.", 0)
    prizes = serializers.ListField(child=serializers.CharField(), help_text="By place, from the first.")
    counts = CountsSerializer()
    stage = perhaps(text="The stage that is seated, plays, or was the last one to.")
    stages = StageRowSerializer(many=True)
    own = OwnEntrySerializer(allow_null=True)
    step = serializers.ChoiceField([step.value for step in Step], help_text="What is next for the caller.")
    server_time = serializers.DateTimeField()


class TableSeatSerializer(Output):
    """A seat, and what was made there."""

    seat = Shape("seat")
    entry = perhaps(text="The start number of whose seat it is; null: it counts for nobody.")
    name = serializers.CharField()
    nation = serializers.CharField(allow_blank=True)
    bot = serializers.BooleanField(help_text="A bot sits there.")
    score = serializers.IntegerField(allow_null=True)
    correct_bids = perhaps(0)
    rank = perhaps(text="At the table; shared ranks are equal.")
    place = perhaps(text="At the table, never shared: the table's own lot decides ties.")
    by_lot = serializers.BooleanField(
        help_text="In a knock-out or final: a lot alone put them before or behind another at this table."
    )
    points = serializers.FloatField(allow_null=True, help_text="Tournament points, two decimals.")


class StageTableSerializer(Output):
    """A table of a stage."""

    number = whole()
    id = serializers.CharField(allow_null=True, help_text="The live table.")
    status = serializers.ChoiceField(TableStatus.choices)
    opened_at = moment()
    closes_at = moment("The end of its time, while it plays.")
    halted_at = moment("Since when it is paused.")
    finished_at = moment()
    by_hand = serializers.BooleanField(help_text="The desk has entered the result.")
    record = serializers.CharField(
        allow_null=True, help_text="Where the record is; null before the end, and while it is held back."
    )
    replay = serializers.CharField(allow_null=True, help_text="The finished game's page.")
    watch = serializers.CharField(
        allow_null=True, help_text="The page of the game that is being played; null where nobody may watch."
    )
    seats = serializers.ListField(child=TableSeatSerializer(), min_length=1, max_length=6)


class StageSerializer(StageFieldsSerializer):
    """A stage whose seats may be seen, with its tables."""

    tables = StageTableSerializer(many=True)
    finished = perhaps(0, "How many of its tables have a result.")


class StageResultSerializer(Output):
    """What somebody has made in a stage."""

    stage = whole()
    table = whole()
    rank = whole()
    points = serializers.FloatField()


class EntrantSerializer(Output):
    """A place and who has it."""

    place = whole()
    entry = whole("The start number.")
    name = serializers.CharField()
    nation = serializers.CharField(allow_blank=True)
    bot = serializers.BooleanField()
    status = serializers.ChoiceField(EntryStatus.choices)


class StandingSerializer(EntrantSerializer):
    """A line of the standings."""

    points = serializers.FloatField(help_text="Tournament points less penalties, two decimals.")
    penalty = serializers.FloatField(help_text="Points lost; they are subtracted already.")
    game_points = serializers.IntegerField()
    correct_bids = whole(least=0)
    games = whole(least=0)
    decided_by = serializers.ChoiceField(
        ["game_points", "correct_bids", "play_off", "lot"],
        allow_null=True,
        help_text="What puts who stands above, with as many points, before this one.",
    )
    stages = StageResultSerializer(many=True)


class RankedSerializer(EntrantSerializer):
    """A line of the final list."""

    prize = serializers.CharField(allow_null=True)
    by_lot = serializers.BooleanField(help_text="A lot alone put them before or behind their neighbour.")


class StandingsSerializer(Output):
    """The standings of the preliminaries, live, and the final list when the tournament is over."""

    number = whole("Of the tournament, as it is counted in its socket.", 0)
    stages = serializers.ListField(child=serializers.IntegerField(), help_text="Those that count so far.")
    own = perhaps(text="The caller's start number.")
    standings = StandingSerializer(many=True)
    ranking = RankedSerializer(many=True, allow_null=True)
