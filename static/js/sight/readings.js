/** What a player asks to have read aloud: the hand, the trick, the scores, and what the table waits for. Pure. */
import { sortHand } from "../cards/cards.js";
import { nameOf, suitInText } from "../cards/names.js";
import { gettext, interpolate, ngettext } from "../text.js";
import { mayPrepareBid, wingText } from "./prepare.js";
import {
  bidBalance,
  cardsCount,
  figure,
  forbiddenBid,
  mayAct,
  mayBeReady,
  roundOf,
  sayOf,
  seatName,
  statusLine,
  trumpText,
} from "./words.js";

/** @param {Wire.Card[]} cards */
const namesOfCards = (cards) => cards.map((card) => nameOf(card)).join(", ");

/** The hand in the order in which it lies, and what of it may be played now.
    @param {Wire.Sight} sight
    @param {Wire.Preferences["hand_order"]} order */
export function handReading(sight, order) {
  if (!sight.hand) return gettext("You have no hand: you are watching.");
  if (!sight.hand.length) return gettext("Your hand is empty.");
  const cards = sortHand(sight.hand, sight.round?.trump, order);
  const lines = [
    interpolate(gettext("Your hand, %(count)s: %(cards)s."), {
      count: cardsCount(cards.length),
      cards: namesOfCards(cards),
    }),
  ];
  const legal = cards.filter((card) => sight.legal.cards.includes(card));
  if (legal.length && legal.length < cards.length)
    lines.push(interpolate(gettext("You can play: %(cards)s."), { cards: namesOfCards(legal) }));
  if (sight.wing) lines.push(wingText(sight.wing));
  return lines.join(" ");
}

/** "Bea: Red 7, Cid: Blue 3." @param {Wire.Sight} sight @param {Wire.Play[]} plays */
export const playsText = (sight, plays) =>
  `${plays.map(({ seat, card }) => `${seatName(sight, seat)}: ${nameOf(card)}`).join(", ")}.`;

/** The cards on the table, what has to be followed, and what is trump.
    @param {Wire.Sight} sight */
export function trickReading(sight) {
  const { round, trick, last_trick: last } = sight;
  if (!round) return gettext("No round has begun.");
  const lines = [];
  if (sight.status === "playing") {
    const plays = trick?.plays ?? [];
    const number = interpolate(gettext("Trick %(trick)s of %(tricks)s"), {
      trick: trick?.number ?? 1,
      tricks: round.cards,
    });
    lines.push(
      plays.length
        ? `${number}. ${playsText(sight, plays)}`
        : `${number}: ${gettext("no card has been played yet.")}`,
    );
    if (trick?.suit)
      lines.push(interpolate(gettext("To follow: %(suit)s."), { suit: suitInText(trick.suit) }));
    if (!plays.length && last) lines.push(`${gettext("Last trick:")} ${lastTrickText(sight, last)}`);
  } else if (last) lines.push(`${gettext("Last trick:")} ${lastTrickText(sight, last)}`);
  else lines.push(gettext("No card has been played yet."));
  if (sight.status !== "naming_trump") lines.push(`${trumpText(round)}.`);
  return lines.join(" ");
}

/** @param {Wire.Sight} sight @param {Wire.LastTrick} trick */
const lastTrickText = (sight, { plays, winner }) =>
  `${playsText(sight, plays)} ${sayOf(sight, winner, gettext("You took it."), gettext("%(name)s took it."))}`;

/** @param {string[]} named */
export const bidsText = (named) => interpolate(gettext("Bids: %(bids)s."), { bids: named.join(", ") });

/** @param {Wire.Player} player */
function bidPart({ bid, has_bid: made, tricks }) {
  if (typeof bid === "number") return interpolate(gettext("bid %(bid)s, took %(tricks)s"), { bid, tricks });
  return made ? interpolate(gettext("has bid, took %(tricks)s"), { tricks }) : gettext("no bid yet");
}

/** Everybody's points, and their bid and tricks of the round that runs. @param {Wire.Sight} sight */
export function scoresReading(sight) {
  const runs = ["bidding", "naming_trump", "playing"].includes(sight.status);
  const players = sight.players.map((player) => {
    const count = ngettext("%(points)s point", "%(points)s points", player.score);
    const points = `${seatName(sight, player.seat)}: ${interpolate(count, { points: figure(player.score) })}`;
    return runs ? `${points}, ${bidPart(player)}` : points;
  });
  return `${players.join("; ")}.`;
}

/** What the table waits for, and what the viewer needs to know for it.
    @param {Wire.Sight} sight
    @param {Wire.Preferences} preferences */
export function nowReading(sight, preferences) {
  const lines = [`${statusLine(sight)}.`];
  const { round } = sight;
  if (round) lines.push(`${roundOf(round.number, round.of)}, ${cardsCount(round.cards)}.`);
  if (round && sight.status !== "naming_trump") lines.push(`${trumpText(round)}.`);
  if (sight.status === "bidding") {
    const bids = sight.players.filter(({ bid }) => typeof bid === "number");
    if (bids.length)
      lines.push(bidsText(bids.map(({ seat, bid }) => `${seatName(sight, seat)} ${figure(bid ?? 0)}`)));
    if (bidBalance(sight)) lines.push(`${bidBalance(sight)}.`);
    const forbidden = mayAct(sight) ? forbiddenBid(sight) : null;
    if (forbidden !== null) lines.push(interpolate(gettext("You cannot bid %(bid)s."), { bid: forbidden }));
    if (mayAct(sight))
      lines.push(
        interpolate(gettext("Type a number from 0 to %(cards)s to bid."), { cards: round?.cards ?? 0 }),
      );
    else if (mayPrepareBid(sight, preferences))
      lines.push(gettext("You can prepare your bid: type a number."));
  }
  if (sight.status === "playing" && sight.trick?.plays.length)
    lines.push(playsText(sight, sight.trick.plays));
  if (mayBeReady(sight)) lines.push(gettext("Press R when you are ready."));
  return lines.join(" ");
}
