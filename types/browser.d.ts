/** What browsers have and TypeScript's own library does not. */

declare class AmbientLightSensor extends EventTarget {
  constructor(options?: { frequency?: number });
  illuminance: number;
  onactivate: (() => void) | null;
  onreading: ((event: { target: AmbientLightSensor }) => void) | null;
  onerror: ((event: { error: Error }) => void) | null;
  start(): void;
  stop(): void;
}
