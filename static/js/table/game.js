/** The table while a game runs and after it: everything is drawn from the sight. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Edition } from "../cardart.js";
import { html } from "../html.js";
import { useLight } from "../sensor/switch.js";
import { pendingOf } from "../store.js";
import { mayAct, mayBeReady, statusLine } from "../words.js";
import { AccuseDialog, CheatHint } from "./accuse.js";
import { Announcer } from "./announcer.js";
import { Centre } from "./centre.js";
import { CoachSays, useCoach } from "./coach.js";
import { Hand } from "./hand.js";
import { Help } from "./help.js";
import { LastTrick } from "./lasttrick.js";
import { Menu } from "./menu.js";
import { PauseAsked, Paused } from "./pause.js";
import { OwnClock } from "./seatclock.js";
import { Seat, Seats } from "./seats.js";
import { Sheet } from "./sheet.js";
import { Strip } from "./strip.js";
import { TopBar } from "./topbar.js";
import { Trump } from "./trump.js";

/** While one plays, an empty hand keeps its place: nothing jumps between two rounds. */
const HOLDS_CARDS = ["naming_trump", "bidding", "playing", "pause"];
const TYPING = "input, textarea, select, dialog[open].dialog";

/** The keys that work anywhere at the table: as soon as something is drawn, they do what it says. */
function useKeys(keys) {
  useLayoutEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPING)) return;
      const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (does) {
        event.preventDefault();
        does();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

const Mine = ({ state, sight, coach, choose }) => {
  const own = sight.players.find((player) => player.seat === sight.viewer);
  const playing = pendingOf(state, "play");
  // While others bid the middle of the table says so already.
  const echo = !mayAct(sight) && ["bidding", "naming_trump"].includes(sight.status);
  return html`
    <div class="mine" data-mine=${mayAct(sight)}>
      ${
        own &&
        html`
          <${Seat} sight=${sight} player=${own} mark=${state.marks[own.seat]} offset=${state.offset} own />`
      }
      <p class="status" data-testid="status" data-echo=${echo}>
        ${playing ? "Playing…" : statusLine(sight)} <${OwnClock} sight=${sight} offset=${state.offset} />
      </p>
      <${CoachSays} coach=${coach} />
      ${
        sight.hand &&
        HOLDS_CARDS.includes(sight.status) &&
        html`
          <${Hand}
            sight=${sight}
            coach=${coach}
            pendingCard=${playing?.card}
            busy=${Boolean(playing)}
            choose=${choose}
          />`
      }
    </div>`;
};

export function Game({ state, page, table, act, say, places, release, again, busy }) {
  const { sight } = state;
  const cheating = Boolean(table?.options.cheating);
  const [popup, setPopup] = useState(/** @type {string | null} */ (null));
  const [sheetOpen, setSheetOpen] = useState(false);
  const [sly, setSly] = useState(/** @type {{ card: Wire.Card, why: string } | null} */ (null));
  const [cover, setCover] = useState(/** @type {{ lux: number, sensed_at: string } | null} */ (null));
  const close = () => {
    setPopup(null);
    setCover(null);
  };
  const open = (name) => (name === "sheet" ? setSheetOpen(!sheetOpen) : setPopup(name));
  const mayAccuse = sight.can_accuse.length > 0;
  const coach = useCoach({
    page,
    sight,
    say,
    allowed: Boolean(table?.options.coach) && sight.viewer !== null,
  });
  const light = useLight((sensed) => {
    if (!mayAccuse || popup === "accuse") return;
    setCover(sensed);
    setPopup("accuse");
  }, sight.status === "finished");
  useKeys({
    a: () => mayAccuse && setPopup("accuse"),
    c: coach.allowed && coach.ask,
    b: () => setSheetOpen(!sheetOpen),
    l: () => sight.last_trick && setPopup("last"),
    r: () => mayBeReady(sight) && !pendingOf(state, "ready") && act({ type: "ready" }),
    "?": () => setPopup("help"),
    Escape: () => {
      setSheetOpen(false);
      setSly(null);
    },
  });
  useEffect(() => setSly(null), [sight.number]);
  // A question about one round is not to be answered in the next.
  useEffect(() => {
    if (popup === "accuse" || popup === "last") close();
  }, [sight.round?.number]);

  const play = (card) => {
    setSly(null);
    release();
    act({ type: "play", card });
  };
  const choose = (card, { legal, playable, why, playing }) => {
    if (!playing) return;
    if (legal) play(card);
    else if (playable) setSly({ card, why });
    else say(why, "hint");
  };
  const accuse = (accused) => {
    close();
    act({
      type: "accuse",
      accused,
      ...(cover ? { source: "light_sensor", ...cover } : { source: "button" }),
    });
  };

  return html`
    <${Edition.Provider} value=${sight.edition ?? "base"}>
    <${TopBar}
      sight=${sight}
      connection=${state.connection}
      page=${page}
      open=${open}
      ui=${{ sheet: sheetOpen, cheating, coach }}
    />
    <${Strip} sight=${sight} table=${table} offset=${state.offset} />
    <${PauseAsked} state=${state} sight=${sight} act=${act} />
    <div class="board" data-beside=${sheetOpen}>
      <div class="felt" aria-hidden="true"></div>
      <${Seats} sight=${sight} table=${table} marks=${state.marks} offset=${state.offset} />
      <div class="middle" data-crowded=${!state.held && ["pause", "finished"].includes(sight.status)}>
        <${Trump} sight=${sight} />
        <div class="centre">
          <${Centre}
            state=${state}
            sight=${sight}
            coach=${coach}
            page=${page}
            sealed=${Boolean(table?.sealed)}
            event=${table?.caption_url}
            next=${{ table: table?.next, play: again, busy }}
            act=${act}
            places=${places}
            open=${open}
            showSheet=${() => setSheetOpen(true)}
          />
        </div>
        <${Paused} state=${state} sight=${sight} act=${act} />
      </div>
      <${Mine} state=${state} sight=${sight} coach=${coach} choose=${choose} />
    </div>
    ${
      sly &&
      html`
        <${CheatHint}
          card=${sly.card}
          why=${sly.why}
          play=${() => play(sly.card)}
          keep=${() => setSly(null)}
        />`
    }
    ${
      sheetOpen && html`<${Sheet} sight=${sight} sheet=${state.sheet} onClose=${() => setSheetOpen(false)} />`
    }
    ${
      popup === "accuse" &&
      html`<${AccuseDialog} sight=${sight} accuse=${accuse} light=${light} onClose=${close} />`
    }
    ${
      popup === "menu" &&
      html`
        <${Menu} sight=${sight} act=${act} leaving=${Boolean(pendingOf(state, "leave"))} onClose=${close} />`
    }
    ${
      popup === "help" &&
      html`
        <${Help}
          page=${page}
          coach=${coach.allowed}
          edition=${sight.edition}
          cheating=${cheating && sight.viewer !== null}
          light=${light}
          onClose=${close}
        />`
    }
    ${
      popup === "last" &&
      sight.last_trick &&
      html`<${LastTrick} sight=${sight} accuse=${mayAccuse && (() => setPopup("accuse"))} onClose=${close} />`
    }
    <${Announcer} sight=${sight} events=${state.events} />
    <//>`;
}
