// Ways from one part to another, and to the search: addresses of this site.
import type { PartSearch } from "../../catalog/findParts.ts";
import type { Html } from "../../html/html.ts";
import { writeAskedParts } from "../../views/askedParts.ts";
import { linkPart } from "../../views/writeStock.ts";
import { partAddress } from "../orders/orderAddress.ts";

/** A part number that leads to its page. */
export function writePartLink(partNumber: string): Html {
  return linkPart(partNumber, partAddress(partNumber));
}

/** The address of the search that asks for this. */
export function writePartsAddress(asked: Partial<PartSearch> & { readonly text: string }): string {
  return writeAskedParts("/parts", asked);
}
