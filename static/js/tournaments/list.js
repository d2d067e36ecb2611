/** The list of tournaments: moments in the reader's own time. */
import { localise } from "./when.js";

localise(document);
