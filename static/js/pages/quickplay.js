/** A game that starts from a plain form takes a salt of this player along, as joining a table does. */
import { salt } from "../salt.js";

document.addEventListener("formdata", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if ("salted" in form.dataset) event.formData.set("salt", salt());
});
