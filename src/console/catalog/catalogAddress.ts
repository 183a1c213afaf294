// The addresses of the catalog's pages, and links to them.
import type { OfferId } from "../../catalog/partId.ts";
import { linkPart } from "../../components/offerCells.ts";
import type { Html } from "../../html/html.ts";

/** Where the catalog is searched. */
export const catalogAddress = "/console/catalog";

/** The page of a part, or a view of it. */
export function catalogPartAddress(partNumber: string, view?: string): string {
  const page = `${catalogAddress}/parts/${encodeURIComponent(partNumber)}`;
  return view === undefined ? page : `${page}?view=${view}`;
}

/** A part number that leads to its page. */
export function linkCatalogPart(partNumber: string): Html {
  return linkPart(partNumber, catalogPartAddress(partNumber));
}

/** The page of an offer. */
export function offerAddress(offerId: OfferId): string {
  return `${catalogAddress}/offers/${offerId}`;
}
