"""What a bot says of a cheat that it can prove; it never guesses."""

from typing import Any

from games.rules.sight.proofs import Proof, proofs

__all__ = ["Proof", "accusation", "proofs"]


def accusation(proof: Proof) -> dict[str, Any]:
    """The accusation that follows from a proof, as an action of the contract."""
    return {"type": "accuse", "accused": proof.accused, "source": "button"}
