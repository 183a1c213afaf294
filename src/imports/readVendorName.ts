// The vendor that whoever starts an import names.
import { cleanText } from "./cleanText.ts";

const longest = 200;

/** A clean name, null where none is given, or why it cannot be one, worded to follow its label. */
export type VendorName =
  | { readonly outcome: "read"; readonly vendor: string | null }
  | { readonly outcome: "refused"; readonly reason: string };

/** Reads the name of a vendor; a blank one is none. */
export function readVendorName(text: string): VendorName {
  const clean = cleanText(text);
  if (clean.outcome === "refused") return clean;
  if (clean.text !== null && [...clean.text].length > longest) {
    return { outcome: "refused", reason: `has more than ${longest} characters` };
  }
  return { outcome: "read", vendor: clean.text };
}
