"""What clients get of tournaments; describes alone, the selectors make it."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.answers import PageSerializer
from games.api.shapes import Shape
from games.rules.options import CLOCKS
from tournaments.models.choices import EntryStatus, StageKind, Status, Visibility
from tournaments.selectors.own.entry import PlayerStep
from tournaments.selectors.public.stages import StageStatus, TableStatus


def moment(text: str = "") -> serializers.DateTimeField:
    """A moment that may not be known."""
    return serializers.DateTimeField(allow_null=True, help_text=text)


def whole(text: str = "", least: int = 1) -> serializers.IntegerField:
    """A whole number from `least`."""
    return serializers.IntegerField(min_value=least, help_text=text)


def perhaps(least: int = 1, text: str = "") -> serializers.IntegerField:
    """A whole number from `least`, or null."""
    return serializers.IntegerField(min_value=least, allow_null=True, help_text=text)


def shown_name() -> serializers.CharField:
    """The name of an entrant."""
    text = "As it is shown: behind a namesake's stands what tells them apart, such as their club."
    return serializers.CharField(help_text=text)


class TournamentRowSerializer(Output):
    """The main facts about a tournament."""

    slug = Shape({"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"})
    name = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    visibility = serializers.ChoiceField(Visibility.choices)
    online = serializers.BooleanField(help_text="Whether it is played on this site; if not, with real cards.")
    automatic = serializers.BooleanField(help_text="Whether it runs by its timetable, without organisers.")
    same_deals = serializers.BooleanField(
        help_text="Whether all tables of the same size in a stage play the same cards from the same seats."
    )
    capacity = perhaps(text="Entrants beyond this number go on the waiting list; null: no limit.")
    time_zone = serializers.CharField(
        help_text="Of the place where it is played, such as Europe/Vienna: its people go by these clocks. "
        "All moments here are in UTC."
    )
    entry_opens_at = moment("Null if entry opens at once.")
    entry_closes_at = moment("From then on, new entrants go on the waiting list.")
    starts_at = moment(text="When play starts; null if it has not been set.")
    entry_open = serializers.BooleanField(
        help_text="Whether one can enter now and get a place, not only on the waiting list."
    )
    cheating = serializers.BooleanField(
        help_text="Whether cheating is allowed in any stage. Tell people before they enter."
    )


class ListedTournamentSerializer(TournamentRowSerializer):
    """A tournament in a list."""

    entrants = whole("The number of entrants who have not withdrawn.", 0)


class TournamentPageSerializer(PageSerializer):
    """A page of tournaments."""

    results = ListedTournamentSerializer(many=True)


class StageFieldsSerializer(Output):
    """The facts about a stage."""

    number = whole(text="From 1.")
    title = serializers.CharField()
    kind = serializers.ChoiceField(StageKind.choices)
    status = serializers.ChoiceField(
        StageStatus.choices, help_text="`seated` means that its seats have been released."
    )
    options = serializers.ListField(
        child=serializers.CharField(), help_text="The rules of its games, in sentences for players."
    )
    cheating = serializers.BooleanField(help_text="Whether cheating is allowed.")
    clock = perhaps(min(CLOCKS), "Seconds per decision; null without a clock or with real cards.")
    points = serializers.CharField(help_text="How a game is scored for the tournament, in a sentence.")
    goes_on = serializers.CharField(
        allow_blank=True, help_text="Who goes on to the next stage, in a sentence."
    )
    time = serializers.CharField(allow_blank=True, help_text="The time limit, in a sentence.")
    minutes = perhaps(text="Minutes per game; null if there is no limit.")
    released_at = moment("When players were shown their seats.")
    opens_at = moment("When its tables open or opened; null if the organisers decide.")
    started_at = moment(text="When its tables were opened.")
    closed_at = moment(text="When it ended.")


class StageRowSerializer(StageFieldsSerializer):
    """A stage without its tables."""

    tables = perhaps(0, "The number of its tables; null until the seats are released.")
    finished = perhaps(0, "The number of tables that have a result.")


class TablemateSerializer(Output):
    """A player at the caller's table."""

    seat = Shape("seat")
    name = shown_name()


class NextTableSerializer(Output):
    """The caller's next or current table."""

    id = serializers.CharField(
        allow_null=True, help_text="The id of the table to open; null until it is open."
    )
    number = whole(text="The table's number in its stage.")
    seat = Shape("seat")
    stage = whole(text="The stage's number.")
    title = serializers.CharField(help_text="The stage's title; it says if this is a play-off.")
    play_off = serializers.BooleanField(
        help_text="Whether this is a play-off: players who are tied play again, for their order alone."
    )
    status = serializers.ChoiceField(TableStatus.choices)
    opens_at = moment("When it opens; null if the organisers decide.")
    closes_at = moment("When its time is up; null if there is no limit.")
    players = serializers.ListField(
        child=TablemateSerializer(), min_length=1, max_length=6, help_text="Everyone at the table, by seat."
    )


class OwnEntrySerializer(Output):
    """The caller's own entry."""

    entry = whole("The start number, which names the entrant in all lists.")
    name = shown_name()
    nation = serializers.CharField(
        allow_blank=True, help_text="The two-letter ISO 3166 code; empty if none was given."
    )
    status = serializers.ChoiceField(EntryStatus.choices)
    checked_in = serializers.BooleanField(
        help_text="Whether the caller has checked in, also on the waiting list."
    )
    place = perhaps(
        text="The place in the final ranking, or before that in the standings; null if there is none yet."
    )
    table = NextTableSerializer(
        allow_null=True, help_text="The next table, or the one being played at; null if there is none."
    )


class CountsSerializer(Output):
    """The number of entrants with each status."""

    entered = whole(least=0)
    checked_in = whole(least=0)
    stand_by = whole(least=0)
    withdrawn = whole(least=0)
    disqualified = whole(least=0)


class TournamentSerializer(TournamentRowSerializer):
    """Everything that a player needs to know about a tournament."""

    description = serializers.CharField(allow_blank=True)
    check_in_opens_at = moment("Null if there is no check-in.")
    check_in_closes_at = moment()
    min_entrants = whole(text="The number of entrants needed.")
    nation_quota = perhaps(
        text="The most entrants of one nation, not counting title holders; null if there is no limit."
    )
    grace_seconds = whole("How many seconds a table waits for missing players.", 0)
    protest_seconds = whole(
        "With a timetable: how many seconds after the end of a stage the next one is drawn. The break "
        "follows.",
        0,
    )
    break_seconds = whole("Seconds between two stages.", 0)
    fill_with_bots = serializers.BooleanField(help_text="Whether bots take the seats of missing players.")
    finished_at = moment()
    number = whole("Grows with every change to what is shown.", 0)
    prizes = serializers.ListField(child=serializers.CharField(), help_text="By place, first place first.")
    counts = CountsSerializer()
    stage = perhaps(
        text="The number of the stage that is drawn or being played, or else was last; null before the first."
    )
    stages = StageRowSerializer(many=True)
    own = OwnEntrySerializer(allow_null=True, help_text="Null if the caller has no entry.")
    step = serializers.ChoiceField(
        [step.value for step in PlayerStep], help_text="What the caller can do now."
    )
    server_time = serializers.DateTimeField(help_text="The server's clock, for countdowns.")


class TableSeatSerializer(Output):
    """A seat and its result."""

    seat = Shape("seat")
    entry = perhaps(
        text="The start number of the entrant for whom the seat counts; null if it counts for nobody."
    )
    name = shown_name()
    nation = serializers.CharField(
        allow_blank=True, help_text="The two-letter ISO 3166 code; empty if none was given."
    )
    bot = serializers.BooleanField(help_text="Whether a bot plays here.")
    score = serializers.IntegerField(allow_null=True, help_text="Points in the game; null before the result.")
    correct_bids = perhaps(0, text="Bids met; null before the result.")
    rank = perhaps(text="The rank at the table; players who are tied share it.")
    place = perhaps(text="The place at the table, never shared: the table's own lot breaks ties.")
    by_lot = serializers.BooleanField(
        help_text=(
            "In a knock-out or final: whether only a lot separated this player from another at the table."
        )
    )
    by_play_off = serializers.BooleanField(
        help_text="Where the order counts: whether only a play-off separated this player from another here."
    )
    points = serializers.FloatField(
        allow_null=True, help_text="Tournament points, with two decimals; null at a play-off."
    )


class StageTableSerializer(Output):
    """A table of a stage."""

    number = whole(text="The table's number in the stage.")
    play_off = serializers.BooleanField(
        help_text="Whether this is a play-off: it puts players who are tied in order, and gives no points."
    )
    id = serializers.CharField(
        allow_null=True, help_text="The table's id; null until it is open, and with real cards."
    )
    status = serializers.ChoiceField(TableStatus.choices)
    opened_at = moment()
    closes_at = moment("When its time is up, while it plays.")
    halted_at = moment("Since when it has been paused; null if it is not.")
    finished_at = moment()
    by_hand = serializers.BooleanField(help_text="Whether the result was entered at the desk.")
    record = serializers.CharField(
        allow_null=True,
        help_text="The address of the record; null before the end, and while it is held back.",
    )
    replay = serializers.CharField(allow_null=True, help_text="The address of the finished game's page.")
    watch = serializers.CharField(
        allow_null=True, help_text="The address of the running game's page; null if it cannot be watched."
    )
    seats = serializers.ListField(
        child=TableSeatSerializer(), min_length=1, max_length=6, help_text="By seat."
    )


class StageSerializer(StageFieldsSerializer):
    """A stage with its tables."""

    tables = StageTableSerializer(many=True, help_text="By number.")
    finished = perhaps(0, "The number of tables that have a result.")


class StageResultSerializer(Output):
    """A player's result in one stage."""

    stage = whole(text="The stage's number.")
    table = whole(text="The table's number.")
    rank = whole(text="The rank at the table; players who are tied share it.")
    points = serializers.FloatField(help_text="Tournament points.")


class EntrantSerializer(Output):
    """An entrant and their place."""

    place = whole(text="From 1, never shared.")
    entry = whole("The start number.")
    name = shown_name()
    nation = serializers.CharField(
        allow_blank=True, help_text="The two-letter ISO 3166 code; empty if none was given."
    )
    bot = serializers.BooleanField(help_text="Whether the entrant is a bot.")
    status = serializers.ChoiceField(EntryStatus.choices)


class StandingSerializer(EntrantSerializer):
    """A line of the standings."""

    points = serializers.FloatField(help_text="Tournament points less penalties, with two decimals.")
    penalty = serializers.FloatField(help_text="Points lost by penalties, already subtracted.")
    game_points = serializers.IntegerField(help_text="The sum of points in all games.")
    correct_bids = whole(least=0, text="The number of bids met in all games.")
    games = whole(least=0, text="Games that count so far.")
    decided_by = serializers.ChoiceField(
        ["game_points", "correct_bids", "play_off", "lot"],
        allow_null=True,
        help_text=(
            "What put the entrant above, who has as many points, ahead of this one; null if points did."
        ),
    )
    stages = StageResultSerializer(many=True, help_text="One result for each stage played.")


class RankedSerializer(EntrantSerializer):
    """A line of the final ranking."""

    prize = serializers.CharField(allow_null=True, help_text="Null if there is none for this place.")
    by_lot = serializers.BooleanField(help_text="Whether only a lot separated this entrant from a neighbour.")
    by_play_off = serializers.BooleanField(
        help_text="Whether only a play-off separated this entrant from a neighbour."
    )


class StandingsSerializer(Output):
    """The standings of the preliminaries, and the final ranking once the tournament is over."""

    number = whole(
        "The tournament's number when this was read; compare it with the one in the socket's frames.", 0
    )
    stages = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the stages that count so far."
    )
    own = perhaps(text="The caller's start number; null without an entry.")
    standings = StandingSerializer(many=True)
    ranking = RankedSerializer(many=True, allow_null=True, help_text="Null until the tournament is over.")
