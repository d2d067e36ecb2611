/** The switch for the sensor that opens "Who cheated?", and the watch behind it, which lasts as long as the
    table is shown. It is the light sensor where the browser offers one, else the motion sensor. */
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { gettext } from "../text.js";
import { hasLightSensor, LightWatch } from "./light.js";
import { hasMotion, ShakeWatch } from "./motion.js";

const deniedText = () =>
  gettext("Your browser doesn’t allow it. You can change that in its settings for this site.");

const lightWords = () => ({
  action: "light-sensor",
  label: gettext("Use the light sensor"),
  says: {
    off: gettext(
      "Cover your device’s light sensor with your hand, and “Who cheated?” opens. " +
        "Your browser may ask for permission.",
    ),
    asking: gettext("Waiting for the browser’s answer…"),
    on: gettext("On. The readings stay on this device; only one light level is sent when you accuse."),
    denied: deniedText(),
    failed: gettext("This device’s light sensor does not respond."),
  },
});

const shakeWords = () => ({
  action: "shake",
  label: gettext("Shake to accuse"),
  says: {
    off: gettext(
      "Your browser offers no light sensor. Shake your phone instead, and “Who cheated?” opens. " +
        "Your browser may ask for permission.",
    ),
    asking: gettext("Waiting for the motion sensor…"),
    on: gettext("On. Shake your phone, and “Who cheated?” opens. The readings stay on this device."),
    denied: deniedText(),
    failed: gettext("This device has no motion sensor that responds. Use the button, or the key A."),
  },
});

/** The sensor of a table: `{words, state, toggle}`; `words` is null where the browser has none.
    Off until `toggle`, and when `over`. */
export function useSensor({ onCover, onShake, over }) {
  const [state, setState] = useState("off");
  const calls = useRef({ onCover, onShake });
  calls.current = { onCover, onShake };
  /** @type {{ current: LightWatch | ShakeWatch | null }} */
  const watch = useRef(null);
  useEffect(() => () => watch.current?.stop(), [over]);
  if (!hasLightSensor() && !hasMotion()) return { words: null, state, toggle: () => {} };
  const isLight = hasLightSensor();
  watch.current ??= isLight
    ? new LightWatch({ onCover: (cover) => calls.current.onCover(cover), onState: setState })
    : new ShakeWatch({ onShake: () => calls.current.onShake(), onState: setState });
  const sensor = watch.current;
  const toggle = () => (sensor.wanted ? sensor.stop() : sensor.start());
  return { words: isLight ? lightWords() : shakeWords(), state, toggle };
}

export const SensorSwitch = ({ sensor: { words, state, toggle } }) => html`
  <div class="light-switch">
    ${
      words &&
      html`
        <button
          type="button"
          class="button"
          role="switch"
          data-action=${words.action}
          data-state=${state}
          aria-checked=${["asking", "on"].includes(state)}
          onClick=${toggle}
        >
          ${words.label}
        </button>`
    }
    <p role="status" data-testid="sensor-note">
      ${
        words
          ? words.says[state]
          : gettext("Your browser offers no light sensor. Use the button, or the key A.")
      }
    </p>
  </div>`;
