/** What a click, the key W or a long press on a card of one's own does: play it, mark it, or say why not. */
import { useState } from "preact/hooks";
import { mayMark } from "../../sight/prepare.js";

/** The card under the keyboard's focus. @returns {Wire.Card | undefined} */
const focusedCard = () =>
  /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest(".hand [data-card]"))
    ?.dataset.card;

/** `chosen` is the card that a first click has raised: a second one plays it, or marks it before one's turn. */
export function useChoice({ sight, preferences, act, play, cheat, say }) {
  const [raised, setRaised] = useState(/** @type {Wire.Card | null} */ (null));
  const chosen = sight.hand?.includes(raised) ? raised : null;
  const marking = mayMark(sight, preferences);

  const mark = (/** @type {Wire.Card} */ card) => {
    setRaised(null);
    if (marking) act({ type: "wing", card: sight.wing === card ? null : card });
  };
  const choose = (card, { legal, playable, why, playing }) => {
    const again = chosen === card;
    if (playing && !legal && !playable) return say(why, "hint");
    if (playing && preferences.confirm_card && !again) return setRaised(card);
    if (playing) {
      setRaised(null);
      return legal ? play(card) : cheat(card, why);
    }
    if (!marking) return;
    if (again || sight.wing === card) mark(card);
    else setRaised(card);
  };
  const markFocused = () => {
    const card = focusedCard() ?? chosen;
    if (card) mark(card);
  };
  return { chosen, choose, mark, markFocused, marking, clear: () => setRaised(null) };
}
