/** The clocks of those who have to act: calm figures that change once a second, by the server's time. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { lastDayText, longTimeText } from "../../pace.js";
import { isSlow } from "../../sight/slow.js";
import { mayAct } from "../../sight/words.js";
import { gettext, interpolate, ngettext } from "../../text.js";
import { useSecondsLeft } from "./countdown.js";

export const LAST_S = 10;
const THINKING = ["bidding", "naming_trump", "playing"];
const OVER = ["finished", "abandoned"];

const hasClock = (sight) => sight.players.some((player) => typeof player.bank === "number");

/** The end of the time of those who have to act; null where no clock runs. */
export const clockEnd = (sight) =>
  hasClock(sight) && THINKING.includes(sight.status) && !sight.halted ? sight.deadline : null;

/** Seconds left of the decision itself, and of the bank that comes after it: secret bids are made without the bank. */
export function shares(left, bank, together) {
  const reserve = Math.ceil((bank ?? 0) / 1000);
  if (together) return { decision: left, reserve };
  return { decision: Math.max(0, left - reserve), reserve: Math.min(left, reserve) };
}

const secondsText = (seconds) => interpolate(gettext("%(seconds)s s"), { seconds });
const reserveText = (seconds) => interpolate(gettext("reserve %(seconds)s s"), { seconds });

/** At a slow table: how long a player to act has left, and that somebody is on vacation. */
export function SlowTime({ sight, player, offset }) {
  const end = player.deadline;
  const left = useSecondsLeft(end ?? null, offset);
  const until = player.vacation_until;
  if (!isSlow(sight) || OVER.includes(sight.status)) return null;
  return html`
    ${
      until &&
      html`
        <span class="flag away" data-testid="vacation">
          ${interpolate(gettext("on vacation until %(day)s"), { day: lastDayText(until) })}
        </span>`
    }
    ${
      end &&
      html`
        <span class="seat-clock" data-testid="slow-time">
          ${interpolate(gettext("%(time)s left"), { time: longTimeText(left) })}
        </span>`
    }`;
}

/** At a seat that has to act: seconds left, and the bank once it is drawn on.
    A bot's appears when it takes its time. */
export function SeatClock({ sight, player, offset, own }) {
  const acts = sight.turn.includes(player.seat) && !player.away;
  const end = acts ? clockEnd(sight) : null;
  const left = useSecondsLeft(end, offset);
  if (typeof player.bank !== "number" || OVER.includes(sight.status)) return null;
  const { decision, reserve } = shares(left, end ? player.bank : 0, sight.turn.length > 1);
  const bank = end ? reserve : Math.ceil(player.bank / 1000);
  if (own)
    return html`
      <span
        class="seat-clock"
        role="img"
        aria-label=${interpolate(
          ngettext("%(seconds)s second in your reserve", "%(seconds)s seconds in your reserve", bank),
          { seconds: bank },
        )}
        title=${gettext("Your reserve of time for the whole game")}
        data-testid="bank"
      >
        ${reserveText(bank)}
      </span>`;
  return (
    end &&
    html`
      <span
        class="seat-clock"
        role="timer"
        aria-live="off"
        data-bot=${player.kind === "bot"}
        data-short=${left <= LAST_S}
        title=${interpolate(
          ngettext("%(seconds)s second in reserve", "%(seconds)s seconds in reserve", bank),
          { seconds: bank },
        )}
        data-testid="seat-clock"
      >
        ${decision > 0 ? secondsText(decision) : reserveText(bank)}
      </span>`
  );
}

const leftText = (seconds) =>
  interpolate(ngettext("%(seconds)s second left.", "%(seconds)s seconds left.", seconds), { seconds });

/** Beside what the viewer has to do: its seconds; the last ten are marked, and told once to a screen reader. */
export function OwnClock({ sight, offset }) {
  const end = mayAct(sight) ? clockEnd(sight) : null;
  const left = useSecondsLeft(end, offset);
  const short = Boolean(end) && left <= LAST_S;
  const [told, tell] = useState("");
  useEffect(() => tell(short ? leftText(left) : ""), [short, end]);
  const bank = sight.players.find((player) => player.seat === sight.viewer)?.bank;
  const { decision, reserve } = shares(left, bank, sight.turn.length > 1);
  return html`
    ${
      end &&
      html`
        <span class="own-clock" role="timer" aria-live="off" data-short=${short} data-testid="own-clock">
          ${decision > 0 ? secondsText(decision) : reserveText(reserve)}
        </span>`
    }
    <span class="visually-hidden" role="alert" data-testid="last-seconds">${told}</span>`;
}

/** How long it is until a stand-in takes over a seat whose person is not there. */
export function Gone({ player, offset }) {
  const left = useSecondsLeft(player.away_at ?? null, offset);
  return html`
    <span class="flag away" data-testid="gone">
      ${player.away_at ? interpolate(gettext("offline · %(seconds)s s"), { seconds: left }) : gettext("offline")}
    </span>`;
}
