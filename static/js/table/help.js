/** The keys and the rules in a nutshell. */
import { html } from "../html.js";
import { LightSwitch } from "../sensor/switch.js";
import { Dialog } from "./dialog.js";

const KEYS = [
  ["← →", "walk through your hand"],
  ["Enter or Space", "play the card"],
  ["0 – 20", "choose a bid"],
  ["B", "Block of Truth"],
  ["R", "ready for the next round"],
  ["L", "last trick"],
  ["A", "accuse, where one may cheat"],
  ["C", "the coach, where there is one"],
  ["?", "this help"],
  ["Esc", "close"],
];

export const Help = ({ page, coach, cheating, light, onClose }) => html`
  <${Dialog} title="How to play" onClose=${onClose} testid="help">
    <ul class="nutshell">
      <li>
        Say how many tricks you will take. Exactly right: 20 points and 10 a trick. Every trick over or under:
        10 points less.
      </li>
      <li>Follow the suit that was led if you can. Wizards and Jesters may be played at any time.</li>
      <li>
        The first Wizard takes the trick; else the highest trump; else the highest card of the suit led.
        Jesters lose.
      </li>
    </ul>
    ${
      cheating &&
      html`
        <p>
          At this table one may cheat. Who calls a cheat in its round gains 10 points and the cheat loses 10;
          a wrong call costs 10.
        </p>
        <${LightSwitch} light=${light} />`
    }
    ${
      coach &&
      html`
        <p>
          This table has a coach: on your turn it shows the chance to meet your bid with each choice, and says
          why one is best. It sees your cards alone and what has been played.
        </p>`
    }
    <dl class="keys">
      ${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
    </dl>
    <p><a href=${page.rules_url} target="_blank" rel="noopener">All the rules</a></p>
  <//>`;
