"""Accusations by bots, which accuse players only of cheats that they can prove."""

from games.bots.view import Action
from games.rules.sight.proofs import Proof, find_cheat_proofs

__all__ = ["Proof", "build_accusation", "find_cheat_proofs"]


def build_accusation(proof: Proof) -> Action:
    """Return the action by which a bot accuses the player whose cheating is proved by `proof`."""
    return {"type": "accuse", "accused": proof.accused, "source": "button"}
