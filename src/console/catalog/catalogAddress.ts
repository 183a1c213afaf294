import type { OfferId } from "../../catalog/partId.ts";
import { linkPart } from "../../components/offerCells.ts";
import type { Html } from "../../html/html.ts";

export const catalogAddress = "/console/catalog";

/** `view`: a tab of the page. */
export function catalogPartAddress(partNumber: string, view?: string): string {
  const page = `${catalogAddress}/parts/${encodeURIComponent(partNumber)}`;
  return view === undefined ? page : `${page}?view=${view}`;
}

export function linkCatalogPart(partNumber: string): Html {
  return linkPart(partNumber, catalogPartAddress(partNumber));
}

export function offerAddress(offerId: OfferId): string {
  return `${catalogAddress}/offers/${offerId}`;
}
