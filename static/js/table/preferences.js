/** The player's preferences as the page follows them: at once, also when they change elsewhere. */

/** Tells the styles what the player prefers. @param {Wire.Preferences} preferences */
export function applyPreferences({ deck, palette, theme, card_size, animation }) {
  Object.assign(document.documentElement.dataset, {
    deck,
    palette,
    theme,
    cardSize: card_size,
    animation,
  });
}
