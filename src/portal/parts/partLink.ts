// Ways from one part to another, and to the search: addresses of this site.
import type { PartSearch } from "../../catalog/search/findParts.ts";
import type { Html } from "../../html/html.ts";
import { formatPartsFilter } from "../../views/partsFilter.ts";
import { linkPart } from "../../views/renderStock.ts";
import { partAddress } from "../orders/orderAddress.ts";

/** A part number that leads to its page. */
export function renderPartLink(partNumber: string): Html {
  return linkPart(partNumber, partAddress(partNumber));
}

/** The address of the search that asks for this. */
export function formatPartsAddress(asked: Partial<PartSearch> & { readonly text: string }): string {
  return formatPartsFilter("/parts", asked);
}
