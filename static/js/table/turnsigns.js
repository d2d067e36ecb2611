/** Signs beside the table that it is the player's turn: the icon of the tab, and a vibration. */
import { mayAct } from "../sight/words.js";

const VIBRATION_MS = 180;

/** Whether the table waits for this viewer. @param {Wire.Sight | null} sight */
const waits = (sight) => Boolean(sight && mayAct(sight) && !sight.halted);

/** The icon of the tab has a dot while the table waits for the player. */
export function watchIcon({ mark, turn_mark: turnMark }) {
  const icon = document.querySelector('link[rel="icon"]');
  return ({ sight }) => {
    const wanted = waits(sight) ? turnMark : mark;
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  };
}

/** Vibrates when the turn comes, if the player wants that and the device can. */
export function watchVibration({ sight, preferences }, before) {
  if (!preferences.vibration || !before.sight || sight === before.sight) return;
  if (waits(sight) && !waits(before.sight)) navigator.vibrate?.(VIBRATION_MS);
}
