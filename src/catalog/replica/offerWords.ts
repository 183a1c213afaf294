// The words by which an offer is found.
import { tokensOfOffer } from "../search/nameTokens.ts";
import { searchForms } from "../search/searchWords.ts";
import type { FoundBy, Value } from "./offerRecord.ts";

type WireTexts = {
  readonly part_name: string | null;
  readonly title: string | null;
  readonly description: string | null;
};

// Inside a JSON string every quote is escaped, so this can only be the field.
const afterTexts = ',"condition":"';

/** The beginning of an offer's JSON, up to its description. */
export function textsOfWire(wire: Value): string {
  const text = String(wire);
  return text.slice(0, text.indexOf(afterTexts));
}

/** What determines the words by which an offer is found. */
export type WordSource = Pick<FoundBy, "wire" | "nsn" | "cage" | "name_key" | "vendor">;

function toText(value: Value): string | null {
  return value === null ? null : String(value);
}

/** The words by which an offer is found, separated by one space. */
export function formsOfOffer({ wire, nsn, cage, name_key: key, vendor }: WordSource): string {
  const {
    part_name: partName,
    title,
    description,
  } = JSON.parse(`{${textsOfWire(wire)}}`) as WireTexts;
  const forms = searchForms({ partName, title, description, nsn: toText(nsn), cage: toText(cage) });
  const tokens = tokensOfOffer(String(key), String(vendor));
  return forms === "" ? tokens : `${forms} ${tokens}`;
}
