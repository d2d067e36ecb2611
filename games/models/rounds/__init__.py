"""The events of a table's rounds: bids, tricks, scores, cheats and accusations."""

from games.models.rounds.accusation import Accusation
from games.models.rounds.bid import Bid
from games.models.rounds.cheat import Cheat
from games.models.rounds.round import Round
from games.models.rounds.score import Score
from games.models.rounds.trick import Trick

__all__ = ["Accusation", "Bid", "Cheat", "Round", "Score", "Trick"]
