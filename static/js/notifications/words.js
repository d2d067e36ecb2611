// @ts-check
// The sentences about notifications on this device.

import { gettext } from "../text.js";

/** Why notifications are not possible. @param {"unsupported" | "install" | "denied"} ability */
export function reasonFor(ability) {
  if (ability === "install")
    return gettext(
      "On an iPhone or iPad, first tap Share, then “Add to Home Screen”, and open Wizard from there.",
    );
  if (ability === "denied")
    return gettext(
      "Notifications are blocked. Allow them in your browser’s settings for this site, and reload.",
    );
  return gettext("This browser has no notifications for web pages. A newer or another one may have them.");
}

export const offSentence = () =>
  gettext(
    "This device is silent. Your browser will ask for your permission; you can turn it off again here.",
  );
export const onSentence = () => gettext("This device tells you when somebody is waiting for you.");
export const notAllowed = () => gettext("Nothing was turned on, because notifications were not allowed.");
export const noService = () =>
  gettext("Your browser could not reach its notification service. Try again later.");
export const testSent = () => gettext("A test notification is on its way.");
export const removed = () => gettext("The device is removed.");
