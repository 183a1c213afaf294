import type { PartSearch } from "../../catalog/search/findParts.ts";
import { linkPart } from "../../components/offerCells.ts";
import { formatPartsFilter } from "../../filters/partsFilter.ts";
import type { Html } from "../../html/html.ts";
import { partAddress } from "../orders/orderAddress.ts";

/** A part number linked to its page. */
export function renderPartLink(partNumber: string): Html {
  return linkPart(partNumber, partAddress(partNumber));
}

/** The address of a search. */
export function formatPartsAddress(asked: Partial<PartSearch> & { readonly text: string }): string {
  return formatPartsFilter("/parts", asked);
}
