/** The keys and the rules in a nutshell. */
import { html } from "../../html.js";
import { SensorSwitch } from "../../sensor/switch.js";
import { fill, gettext, pgettext } from "../../text.js";
import { Dialog } from "./dialog.js";

/** @param {{ title: string, keys: [key: string, does: string][] }} props */
const Keys = ({ title, keys }) => html`
  <h3>${title}</h3>
  <dl class="keys">
    ${keys.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
  </dl>`;

export const Help = ({ page, edition, coach, cheating, sensor, shortcuts, onClose }) => html`
  <${Dialog} title=${gettext("How to play")} onClose=${onClose} testid="help">
    <ul class="nutshell">
      <li>
        ${gettext(
          "Say how many tricks you will take. Take exactly that many, and you get 20 points plus 10 " +
            "for each trick. Otherwise you lose 10 points for each trick over or under.",
        )}
      </li>
      <li>${gettext("Follow the suit that was led if you can. Wizards and Jesters may be played at any time.")}</li>
      <li>
        ${gettext(
          "The first Wizard takes the trick. Without a Wizard, it is the highest trump; without trumps, " +
            "the highest card of the suit led. Jesters lose.",
        )}
      </li>
      <li>
        ${gettext(
          "Before your turn, click a card twice or press it long: it gets wings and is played when " +
            "your turn comes. You can change your mind until then.",
        )}
      </li>
      ${
        edition === "magic" &&
        html`
          <li>
            ${gettext(
              "Wizard Magic: the 1 of the suit that must be followed beats everything, even Wizards, " +
                "unless it was the card that set the suit. Any other 1 is an ordinary 1.",
            )}
          </li>`
      }
    </ul>
    ${
      cheating &&
      html`
        <p>
          ${gettext(
            "Cheating is allowed at this table. Catch a cheat in the same round, and you get 10 points " +
              "while the cheat loses 10. A wrong accusation costs you 10.",
          )}
        </p>
        <${SensorSwitch} sensor=${sensor} />`
    }
    ${
      coach &&
      html`
        <p>
          ${gettext(
            "This table has a coach: on your turn it shows how likely each choice is to meet your bid, " +
              "and says why one is best. It sees only your cards and what has been played.",
          )}
        </p>`
    }
    <${Keys} title=${gettext("Keyboard")} keys=${page.keys.moving} />
    <${Keys} title=${gettext("Shortcuts")} keys=${page.keys.shortcuts} />
    <${Keys} title=${gettext("For screen readers")} keys=${page.keys.reading} />
    <p>
      ${fill(
        shortcuts
          ? gettext("Shortcuts can be switched off in the %(preferences)s. They do nothing while you type.")
          : gettext("Shortcuts are switched off. You can change that in the %(preferences)s."),
        {
          preferences: html`
            <a href=${page.preferences_url} target="_blank">${pgettext("in a sentence", "preferences")}</a>`,
        },
      )}${" "}
      ${gettext(
        "If your screen reader keeps letters for itself, switch its browse mode off, " +
          "or use the buttons “Read aloud” above the table.",
      )}
    </p>
    <p><a href=${page.rules_url} target="_blank" rel="noopener">${gettext("All the rules")}</a></p>
    <p><a href=${page.accessibility_url} target="_blank" rel="noopener">${gettext("Accessibility")}</a></p>
  <//>`;
