import { cleanText } from "./cleanText.ts";

const maxLength = 200;

/** A clean name, null if none is given, or a reason to follow its label. */
export type VendorName =
  | { readonly outcome: "read"; readonly vendor: string | null }
  | { readonly outcome: "refused"; readonly reason: string };

/** Reads the vendor that an operator gives for an import; a blank name is none. */
export function readVendorName(text: string): VendorName {
  const clean = cleanText(text);
  if (clean.outcome === "refused") return clean;
  if (clean.text !== null && [...clean.text].length > maxLength) {
    return { outcome: "refused", reason: `has more than ${maxLength} characters` };
  }
  return { outcome: "read", vendor: clean.text };
}
