/** The switch "Use the light sensor", and the watch behind it that lasts as long as the table is shown. */
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { hasLightSensor, LightWatch } from "./light.js";

const SAYS = {
  off:
    "Cover your device’s light sensor with your hand, and “Who cheated?” opens. " +
    "Your browser may ask for permission.",
  asking: "Waiting for the browser’s answer…",
  on: "On. The readings stay on this device; only one light level is sent when you accuse.",
  denied: "Your browser doesn’t allow it. You can change that in its settings for this site.",
  failed: "This device’s light sensor does not respond.",
};

/** The sensor of a table: `{state, toggle}`, or null where the browser has none.
    Off until `toggle`, and when `over`. */
export function useLight(onCover, over) {
  const [state, setState] = useState("off");
  const told = useRef(onCover);
  told.current = onCover;
  /** @type {{ current: LightWatch | null }} */
  const watch = useRef(null);
  useEffect(() => () => watch.current?.stop(), [over]);
  if (!hasLightSensor()) return null;
  watch.current ??= new LightWatch({ onCover: (cover) => told.current(cover), onState: setState });
  const light = watch.current;
  const toggle = () => (light.wanted ? light.stop() : light.start());
  return { state, toggle };
}

export const LightSwitch = ({ light }) =>
  light &&
  html`
    <div class="light-switch">
      <button
        type="button"
        class="button"
        role="switch"
        data-action="light-sensor"
        data-state=${light.state}
        aria-checked=${["asking", "on"].includes(light.state)}
        onClick=${light.toggle}
      >
        Use the light sensor
      </button>
      <p role="status">${SAYS[light.state]}</p>
    </div>`;
