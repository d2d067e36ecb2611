/** The keys and the rules in a nutshell. */
import { html } from "../html.js";
import { LightSwitch } from "../sensor/switch.js";
import { Dialog } from "./dialog.js";

const KEYS = [
  ["← →", "move through your hand"],
  ["Enter or Space", "play the card"],
  ["0 – 20", "choose a bid"],
  ["B", "scores"],
  ["R", "ready for the next round"],
  ["L", "last trick"],
  ["A", "accuse, where cheating is allowed"],
  ["C", "ask the coach, if the table has one"],
  ["?", "this help"],
  ["Esc", "close"],
];

export const Help = ({ page, edition, coach, cheating, light, onClose }) => html`
  <${Dialog} title="How to play" onClose=${onClose} testid="help">
    <ul class="nutshell">
      <li>
        Say how many tricks you will take. Take exactly that many, and you get 20 points plus 10 for each trick.
        Otherwise you lose 10 points for each trick over or under.
      </li>
      <li>Follow the suit that was led if you can. Wizards and Jesters may be played at any time.</li>
      <li>
        The first Wizard takes the trick. Without a Wizard, it is the highest trump; without trumps, the highest
        card of the suit led. Jesters lose.
      </li>
      ${
        edition === "magic" &&
        html`
          <li>
            Wizard Magic: the 1 of the suit that must be followed beats everything, even Wizards, unless it was
            the card that set the suit. Any other 1 is an ordinary 1.
          </li>`
      }
    </ul>
    ${
      cheating &&
      html`
        <p>
          Cheating is allowed at this table. Catch a cheat in the same round, and you get 10 points while the
          cheat loses 10. A wrong accusation costs you 10.
        </p>
        <${LightSwitch} light=${light} />`
    }
    ${
      coach &&
      html`
        <p>
          This table has a coach: on your turn it shows how likely each choice is to meet your bid, and says why
          one is best. It sees only your cards and what has been played.
        </p>`
    }
    <dl class="keys">
      ${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
    </dl>
    <p><a href=${page.rules_url} target="_blank" rel="noopener">All the rules</a></p>
  <//>`;
