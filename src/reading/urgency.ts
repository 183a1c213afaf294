// How urgent a text says an order is. Pure.
import { findPhrases, fold, meaningOf } from "./lexicon.ts";

/** The most urgent first. */
export const urgencies = ["AOG", "Critical"] as const;
export type Urgency = (typeof urgencies)[number];

const maxLength = 300;

function readPart(text: string): Urgency[] {
  const found = findPhrases("urgency", text);
  const isDenied = (at: number) =>
    found.some((one) => one.at === at - 1 && one.meaning === "denied");
  // Inside of a text, parts are critical: "flight critical".
  return urgencies.filter((urgency) =>
    found.some(
      ({ at, meaning }) => meaning === urgency && !isDenied(at) && (urgency === "AOG" || at === 0),
    ),
  );
}

/** The urgency that a text names; undefined if it names none, or denies it: "not AOG". */
export function findUrgency(text: string): Urgency | undefined {
  const found = text
    .slice(0, maxLength)
    .split(/[:;,–]/u)
    .flatMap(readPart);
  return urgencies.find((one) => found.includes(one));
}

/** Whether a cell below the name of an urgency says that it is so: "x", but not "no". */
export function affirmsUrgency(cell: string): boolean {
  return fold(cell) !== "" && meaningOf("urgency", cell) !== "denied";
}
