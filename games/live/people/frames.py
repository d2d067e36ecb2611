"""The frames about the lobby, quick matches, friends and challenges, encoded as text."""

from games.live.protocol import encode_frame
from games.wire.frames import (
    ChallengeAnsweredFrame,
    FriendFrame,
    FriendsFrame,
    InboxFrame,
    LobbyFrame,
    MatchFrame,
)
from games.wire.lobby import LobbyTable
from games.wire.matching import MatchState
from games.wire.people import Friend, Inbox


def encode_tables(tables: list[LobbyTable]) -> str:
    """Encode a `tables` frame with the list of open tables in the lobby."""
    frame: LobbyFrame = {"type": "tables", "tables": tables}
    return encode_frame(frame)


def encode_match(state: MatchState) -> str:
    """Encode a `match` frame with the user's quick match: none, a search, or the table that was found."""
    frame: MatchFrame = {"type": "match", **state}
    return encode_frame(frame)


def encode_inbox(inbox: Inbox) -> str:
    """Encode an `inbox` frame with the friend requests and challenges that the user can answer."""
    frame: InboxFrame = {"type": "inbox", **inbox}
    return encode_frame(frame)


def encode_friends(friends: list[Friend]) -> str:
    """Encode a `friends` frame with all friends of the user and their online status."""
    frame: FriendsFrame = {"type": "friends", "friends": friends}
    return encode_frame(frame)


def encode_friend(friend: Friend) -> str:
    """Encode a `friend` frame with the changed online status of one friend."""
    frame: FriendFrame = {"type": "friend", **friend}
    return encode_frame(frame)


def encode_challenge_answer(table_id: str, username: str, answer: str) -> str:
    """Encode a `challenge_answered` frame, which tells a challenger how the user `username` has answered."""
    frame: ChallengeAnsweredFrame = {
        "type": "challenge_answered",
        "table": table_id,
        "username": username,
        "answer": answer,
    }
    return encode_frame(frame)
