// The pages of the catalog, whole: the search, a part, an offer with its form and the way back.
import type { ConsoleServer } from "../consoleServer.ts";
import { catalogRoles, everyRole } from "../everyRole.ts";
import { catalogAddress } from "./catalogAddress.ts";
import { showCatalog } from "./showCatalog.ts";
import { sendOffer, showOffer, undoOffer } from "./showOffer.ts";
import { showPart } from "./showPart.ts";

/** Adds `/console/catalog` and what is under it. */
export function registerCatalog({ get, post, context }: ConsoleServer): void {
  const offer = `${catalogAddress}/offers/:offer`;
  get(catalogAddress, { roles: everyRole, answer: (visit) => showCatalog(context, visit) });
  get(`${catalogAddress}/parts/:number`, {
    roles: everyRole,
    answer: (visit) => showPart(context, visit),
  });
  get(offer, { roles: everyRole, answer: (visit) => showOffer(context, visit) });
  post(offer, { roles: catalogRoles, answer: (visit) => sendOffer(context, visit) });
  post(`${offer}/undo`, { roles: catalogRoles, answer: (visit) => undoOffer(context, visit) });
}
