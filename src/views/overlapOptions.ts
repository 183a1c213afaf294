// How long a key lives on beside the one that replaces it, as forms say it.

import type { Option } from "../html/field.ts";
import { type OverlapHours, overlapHours } from "../keys/rotateKey.ts";

const words: Readonly<Record<OverlapHours, string>> = {
  0: "not at all: it ends now",
  1: "1 hour",
  24: "1 day",
  168: "7 days",
};

/** What is chosen unless something else is. */
export const usualOverlap: OverlapHours = 24;

/** The choices of a form. */
export const overlapOptions: readonly Option[] = overlapHours.map((hours) => ({
  value: String(hours),
  text: words[hours],
}));

/** The choice that a form sent; undefined for any other text. */
export function readOverlap(text: string): OverlapHours | undefined {
  return overlapHours.find((hours) => String(hours) === text);
}
