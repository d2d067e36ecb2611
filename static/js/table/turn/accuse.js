/** Cheating tables: the question whether to cheat, and the question who did. Only this player sees them. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { nameOf } from "../../cards/names.js";
import { html } from "../../html.js";
import { SensorSwitch } from "../../sensor/switch.js";
import { fill, gettext, interpolate } from "../../text.js";
import { Avatar } from "../board/seats.js";
import { Dialog } from "../frame/dialog.js";

/** Asks before a card is played that breaks the duty to follow suit. */
export function CheatHint({ card, why, play, keep }) {
  const ref = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    // The harmless answer is at hand: who presses Enter twice has not cheated.
    ref.current.querySelector("[data-action=keep]").focus({ preventScroll: true });
    return () => before?.focus?.({ preventScroll: true });
  }, [card]);
  return html`
    <div
      class="cheat-hint"
      ref=${ref}
      role="alertdialog"
      aria-label=${gettext("Play it anyway?")}
      data-testid="cheat-hint"
    >
      <p>
        ${fill(gettext("%(warning)s %(why)s. Nobody is told, but anyone may accuse you."), {
          warning: html`
            <b>${interpolate(gettext("Playing %(card)s would be cheating."), { card: nameOf(card) })}</b>`,
          why,
        })}
      </p>
      <button type="button" class="button danger" data-action="cheat" onClick=${play}>${gettext(
        "Play it anyway",
      )}</button>
      <button type="button" class="button" data-action="keep" onClick=${keep}>${gettext("Keep it")}</button>
    </div>`;
}

/** "Who cheated?": the seats that can be accused. */
export const AccuseDialog = ({ sight, accuse, sensor, onClose }) => html`
  <${Dialog} title=${gettext("Who cheated?")} onClose=${onClose} testid="accuse">
    <p>
      ${gettext(
        "Catch a cheat in the same round, and you get 10 points while the cheat loses 10. A wrong " +
          "accusation costs you 10.",
      )}
    </p>
    <div class="accused-list">
      ${sight.players
        .filter((player) => sight.can_accuse.includes(player.seat))
        .map(
          (player) => html`
            <button
              type="button"
              class="button"
              key=${player.seat}
              data-accuse=${player.seat}
              onClick=${() => accuse(player.seat)}
            >
              <${Avatar} player=${player} />
              <span class="name" title=${player.name}>${player.name}</span>
            </button>`,
        )}
    </div>
    <${SensorSwitch} sensor=${sensor} />
  <//>`;
