/** The only card that may be played is played for its player, after a moment in which it can be seen. */
import { useEffect } from "preact/hooks";
import { forcedCard } from "../../sight/prepare.js";

const FORCED_MS = 900;

/** Plays it, and returns it while it is shown. */
export function useForced({ sight, preferences, table, play }) {
  const card = forcedCard(sight, preferences, table);
  // The same id from all tabs of one player: it is one action for the server.
  const id = `forced-${sight.round?.number}-${sight.trick?.number}`;
  useEffect(() => {
    if (!card) return;
    const timer = setTimeout(() => play(card, id), FORCED_MS);
    return () => clearTimeout(timer);
  }, [card, id]);
  return card;
}
