// The pages of the catalog, whole: the search, a part, an offer with its form and the way back.

import { allRoles, catalogRoles } from "../allRoles.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { catalogAddress } from "./catalogAddress.ts";
import { showCatalog } from "./showCatalog.ts";
import { sendOffer, showOffer, undoOffer } from "./showOffer.ts";
import { showPart } from "./showPart.ts";

/** Adds `/console/catalog` and what is under it. */
export function registerCatalog({ get, post, context }: ConsoleServer): void {
  const offer = `${catalogAddress}/offers/:offer`;
  get(catalogAddress, { roles: allRoles, answer: (visit) => showCatalog(context, visit) });
  get(`${catalogAddress}/parts/:number`, {
    roles: allRoles,
    answer: (visit) => showPart(context, visit),
  });
  get(offer, { roles: allRoles, answer: (visit) => showOffer(context, visit) });
  post(offer, { roles: catalogRoles, answer: (visit) => sendOffer(context, visit) });
  post(`${offer}/undo`, { roles: catalogRoles, answer: (visit) => undoOffer(context, visit) });
}
