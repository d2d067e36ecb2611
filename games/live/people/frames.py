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


def encode_tables(rows: list[LobbyTable]) -> str:
    """Return the frame that lists the lobby's open tables."""
    frame: LobbyFrame = {"type": "tables", "tables": rows}
    return encode_frame(frame)


def encode_match(state: MatchState) -> str:
    """Return the frame with the state of the user's quick match: none, searching, or the table found."""
    frame: MatchFrame = {"type": "match", **state}
    return encode_frame(frame)


def encode_inbox(waiting: Inbox) -> str:
    """Return the frame with the pending friend requests and challenges of the socket's user."""
    frame: InboxFrame = {"type": "inbox", **waiting}
    return encode_frame(frame)


def encode_friends(rows: list[Friend]) -> str:
    """Return the frame with all friends of the socket's user."""
    frame: FriendsFrame = {"type": "friends", "friends": rows}
    return encode_frame(frame)


def encode_friend(row: Friend) -> str:
    """Return the frame with the changed status of a friend."""
    frame: FriendFrame = {"type": "friend", **row}
    return encode_frame(frame)


def encode_challenge_answer(table_id: str, username: str, answer: str) -> str:
    """Return the frame that tells a challenger how `username`, whom they challenged, has answered."""
    frame: ChallengeAnsweredFrame = {
        "type": "challenge_answered",
        "table": table_id,
        "username": username,
        "answer": answer,
    }
    return encode_frame(frame)
