/** Wires the page of an analysis: asks until it is made, shows how far it is, then all of it. */
import { render } from "preact";
import { html } from "../html.js";
import { get } from "../api.js";
import { Sprite } from "../cardart.js";
import { Report } from "./report.js";

const AGAIN_MS = 1000;

const root = document.getElementById("analysis");
const page = JSON.parse(document.getElementById("page").textContent);

const Progress = ({ done, of }) => html`
  <section class="panel whole" role="status"><p>The game is being analysed: round ${Math.min(done + 1, of)} of ${of}. You may leave this page and come back.</p>
    <progress value=${done} max=${of} aria-label="Rounds that are analysed" /></section>`;

const Trouble = ({ problem }) => html`<section class="panel whole" role="alert"><p>${problem}</p></section>`;

const draw = (content) => render(html`<${Sprite} />${content}`, root);

async function ask() {
  try {
    const told = await get(page.url);
    if (told.rounds) return draw(html`<${Report} analysis=${told} names=${page.names} />`);
    draw(html`<${Progress} ...${told} />`);
  } catch (problem) {
    draw(html`<${Trouble} problem=${problem.message} />`);
    if (problem.status && problem.code !== "busy") return;
  }
  setTimeout(ask, AGAIN_MS);
}

ask();
