/** Short sounds, made by the browser itself: which ones follow from two sights, and how they are played. */
import { mayAct } from "../sight/words.js";

/** @typedef {"turn" | "card" | "trick" | "round"} Sound */
/** Each note of a sound: its pitch in hertz, and when it begins and how long it lasts in seconds.
    @type {Record<Sound, [pitch: number, start: number, length: number][]>} */
const NOTES = {
  turn: [
    [660, 0, 0.12],
    [880, 0.11, 0.18],
  ],
  card: [[190, 0, 0.05]],
  trick: [
    [440, 0, 0.09],
    [550, 0.07, 0.12],
  ],
  round: [
    [523, 0, 0.14],
    [659, 0.12, 0.14],
    [784, 0.24, 0.28],
  ],
};
const VOLUME = 0.12;
/** A note fades to this part of its volume; an exponential ramp never reaches zero. */
const SILENCE = 0.001;

/** What can be heard when a table moves on; the most important sound alone. Nothing when the page has just come.
    @param {Wire.Sight | null} before
    @param {Wire.Sight} sight
    @param {Wire.Event[]} events
    @returns {Sound | null} */
export function soundOf(before, sight, events) {
  if (!before) return null;
  const happened = new Set(events.map((event) => event.type));
  if (happened.has("round_scored")) return "round";
  if (mayAct(sight) && (!mayAct(before) || before.status !== sight.status)) return "turn";
  if (happened.has("trick_taken")) return "trick";
  return happened.has("card_played") ? "card" : null;
}

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound; a browser that allows none before the first click stays silent.
    @param {Sound} sound */
export function playSound(sound) {
  // Made for the first sound: browsers suspend a context that was made before the first click.
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, start, length] of NOTES[sound]) playNote(context, pitch, start, length);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} start @param {number} length */
function playNote(audio, pitch, start, length) {
  const [at, tone, volume] = [audio.currentTime + start, audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(SILENCE, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
