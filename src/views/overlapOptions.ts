import type { Option } from "../html/field.ts";
import { type OverlapHours, overlapHours } from "../keys/rotateKey.ts";

const words: Readonly<Record<OverlapHours, string>> = {
  0: "Ends now",
  1: "1 hour",
  24: "1 day",
  168: "7 days",
};

/** The default choice. */
export const usualOverlap: OverlapHours = 24;

/** The options of a form. */
export const overlapOptions: readonly Option[] = overlapHours.map((hours) => ({
  value: String(hours),
  text: words[hours],
}));

/** The choice that a form sent, or undefined for any other text. */
export function readOverlap(text: string): OverlapHours | undefined {
  return overlapHours.find((hours) => String(hours) === text);
}
