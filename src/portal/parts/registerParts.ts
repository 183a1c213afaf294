// The pages of parts, whole: the search, a part, and adding it to a draft.
import type { PortalServer } from "../portalServer.ts";
import { addToDraft } from "./addToDraft.ts";
import { showPartPage } from "./partPage.ts";
import { showSearchPage } from "./searchPage.ts";

/** Adds `/parts` and what is under it. */
export function registerParts(portal: PortalServer): void {
  const { context } = portal;
  const access = "signed in";
  portal.get("/parts", { access, answer: (visit) => showSearchPage(context, visit) });
  portal.get("/parts/:number", { access, answer: (visit) => showPartPage(context, visit) });
  portal.post("/parts/:number", { access, answer: (visit) => addToDraft(context, visit) });
}
