"""The grammar of typed commands: each command, each way to get it wrong, and the sentence for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.text_commands.commands import (
    AccuseNamed,
    ChangeOption,
    ClaimRemaining,
    JoinTable,
    LeaveTable,
    ListPlayers,
    MakeBid,
    MarkPremove,
    NameSuit,
    PlayNamed,
    ShowHelp,
    StartTable,
    TakeBack,
)
from games.text_commands.parse import find_card_in_hand, is_command, parse_command, seat_by_name
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import USAGES, help_text


def sentence_for(text: str) -> str | None:
    """Why a text is no command; None if it is one."""
    try:
        parse_command(text)
    except NotUnderstood as refusal:
        return refusal.detail
    return None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/join", JoinTable(None)),
        ("/join 3", JoinTable(2)),
        ("/JOIN seat 1", JoinTable(0)),
        ("/start", StartTable()),
        ("/leave", LeaveTable()),
        ("/bid 2", MakeBid(2)),
        ("  /  bid   2 ", MakeBid(2)),
        ("bid 0", MakeBid(0)),
        ("/play R7", PlayNamed(frozenset({"R7"}), "R7")),
        ("/play red 7", PlayNamed(frozenset({"R7"}), "red 7")),
        ("/trump red", NameSuit("R")),
        ("/trump clubs", NameSuit("G")),
        ("/wing R7", MarkPremove(frozenset({"R7"}), "R7")),
        ("/wing off", MarkPremove(None, "off")),
        ("/claim all", ClaimRemaining("all")),
        ("/undo", TakeBack(None)),
        ("/undo Refuse", TakeBack("refuse")),
        ("/claim None", ClaimRemaining("none")),
        ("/accuse bob", AccuseNamed("bob")),
        ("/option notequal", ChangeOption("restriction", "notequal")),
        ("/option notequal off", ChangeOption("restriction", "american")),
        ("/option hiddentip off", ChangeOption("reveal", "open")),
        ("/option hiddentip", ChangeOption("reveal", "hiddentip")),
        ("/option cheating", ChangeOption("cheating", True)),
        ("/option coach off", ChangeOption("coach", False)),
        ("/option clock 30", ChangeOption("clock", 30)),
        ("/option clock off", ChangeOption("clock", None)),
        ("/option pace slow", ChangeOption("pace", "slow")),
        ("/option days 5", ChangeOption("days", 5)),
        ("/option on_timeout end", ChangeOption("on_timeout", "end")),
        ("/option stand_in_minutes 0", ChangeOption("stand_in_minutes", 0)),
        ("/option stand_in_minutes off", ChangeOption("stand_in_minutes", None)),
        ("/option pause 12", ChangeOption("pause", 12)),
        ("/option preset dm2008", ChangeOption("preset", "dm2008")),
        ("/option edition magic", ChangeOption("edition", "magic")),
        ("/who", ListPlayers()),
        ("/help", ShowHelp(None)),
        ("/help play", ShowHelp("play")),
        ("/help /play", ShowHelp("play")),
    ],
)
def test_a_command_is_read(text, command):
    assert parse_command(text) == command


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("/", "Type a command, such as /bid 2. /help lists them all."),
        ("/paly R7", "There is no command /paly. Did you mean /play?"),
        ("/xyzzy", "There is no command /xyzzy. /help lists them all."),
        ("/bid", "Say how many tricks you bid, as a number, for example /bid 2."),
        ("/bid two", "Say how many tricks you bid, as a number, for example /bid 2."),
        ("/bid -1", "Say how many tricks you bid, as a number, for example /bid 2."),
        ("/bid ٢", "Say how many tricks you bid, as a number, for example /bid 2."),
        ("/bid 2 please", "Say how many tricks you bid, as a number, for example /bid 2."),
        ("/play", "Say which card, for example /play R7."),
        ("/play purple 7", "“purple 7” names no card. Write its colour and number, for example /play R7."),
        ("/wing", "Say which card, for example /wing R7."),
        ("/undo maybe", "Write allow, refuse or withdraw, or nothing to ask, for example /undo."),
        ("/claim", "Claim all or none of the remaining tricks, for example /claim all."),
        ("/trump", "Name a suit: red, yellow, green or blue, for example /trump red."),
        ("/trump none", "Name a suit: red, yellow, green or blue, for example /trump red."),
        ("/join 0", "A seat is a number from 1 to 6, for example /join 3."),
        ("/join now", "A seat is a number from 1 to 6, for example /join 3."),
        ("/accuse", "Say whom you accuse, for example /accuse bob."),
        ("/start now", "Nothing can follow /start."),
        ("/who there", "Nothing can follow /who."),
        ("/help ply", "There is no command /ply. Did you mean /play?"),
        ("/option", "Say which option, for example /option notequal or /option hiddentip off."),
        ("/option hiddentip maybe", "Write /option hiddentip or /option hiddentip off."),
        ("/option days 15", "Write /option days with a number of days from 1 to 14."),
        ("/option days", "Write /option days with a number of days from 1 to 14."),
        ("/option pace quick", "Write /option pace with one of live, slow."),
        ("/option stand_in_minutes 2", "Write /option stand_in_minutes with one of 0, 1, 3, 10, or off."),
        ("/option clock 7", "Write /option clock with one of 15, 30, 60, or off."),
        ("/option pause long", "Write /option pause with a number of seconds from 0 to 60."),
        ("/option preset custom", "Write /option preset with one of standard, dm2008, tournament."),
        ("/" + "x" * 401, "A command can have at most 400 characters."),
    ],
)
def test_what_is_no_command_is_told_what_to_write(text, sentence):
    assert sentence_for(text) == sentence


def test_an_unknown_option_is_told_all_of_them():
    sentence = sentence_for("/option magic")
    assert sentence.startswith("There is no option “magic”. The options are american, notequal")


@pytest.mark.parametrize(
    ("text", "whether"),
    [
        ("/bid 2", True), (" /bid 2", True), ("/", True), ("/xyz", True), ("//bid", False), (" //bid", False),
        ("I think /bid 2 is best", False), ("1/2", False), ("", False),
    ],
)  # fmt: skip
def test_a_command_stands_at_the_beginning(text, whether):
    assert is_command(text) is whether


@given(
    st.one_of(
        st.text(),
        st.builds(lambda name, rest: f"/{name} {rest}", st.sampled_from(list(USAGES)), st.text()),
        st.builds(
            lambda *words: "/" + " ".join(words),
            st.sampled_from([*USAGES, "paly"]),
            st.sampled_from(["red", "7", "hearts", "off", "hiddentip", "clock", "W", "", "bob", "999"]),
            st.sampled_from(["7", "red", "off", "30", "J", ""]),
        ),
    )
)
def test_any_text_is_a_command_or_refused_with_a_sentence(text):
    sentence = sentence_for(text)
    assert sentence is None or (sentence.endswith((".", "?")) and len(sentence) < 300)


def test_every_command_has_help_and_its_example_is_one():
    for name, usage in USAGES.items():
        assert type(parse_command(usage.example)) is not ShowHelp or name == "help"
        assert usage.usage in help_text(name)
        assert usage.usage in help_text()


# --- With the table ---------------------------------------------------------------------------------------


def test_a_name_that_fits_one_card_of_the_hand_is_that_card():
    hand = ["R7", "W2", "J1", "J3", "B7"]
    assert find_card_in_hand({"W1", "W2", "W3", "W4"}, hand, "W") == "W2"
    with pytest.raises(NotUnderstood, match=r"“J” can be J1 or J3\. Which one\?"):
        find_card_in_hand({"J1", "J2", "J3", "J4"}, hand, "J")
    with pytest.raises(NotUnderstood, match=r"You do not have G5\."):
        find_card_in_hand({"G5"}, hand, "g5")
    with pytest.raises(NotUnderstood, match=r"You do not have “green”\."):
        find_card_in_hand({"G5", "G6"}, hand, "green")


def test_a_player_is_found_by_the_name_or_its_beginning():
    players = [(0, "Ada"), (1, "bob"), (2, "Bobby"), (3, "Carl von Ossietzky")]
    assert [seat_by_name(name, players) for name in ("ada", "BOB", "bobb", "@carl von")] == [0, 1, 2, 3]
    with pytest.raises(NotUnderstood, match=r"“bo” can be bob or Bobby\. Write the whole name\."):
        seat_by_name("bo", players)
    with pytest.raises(NotUnderstood, match=r"Nobody called “eve” sits here\. Say Ada, bob, Bobby or Carl"):
        seat_by_name("eve", players)


def test_nobody_is_found_where_nobody_sits():
    with pytest.raises(NotUnderstood, match="Nobody sits here"):
        seat_by_name("bob", [])
