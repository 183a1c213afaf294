import type { Suggestion, SuggestionReason } from "../catalog/search/suggestions.ts";

/** A part that may be meant by a row. */
export type SuggestedPart = Pick<Suggestion, "partNumber" | "reason"> & {
  /** The number that the row means, which is not for sale any more; null if it is this part. */
  readonly supersedes: string | null;
};

const words: Partial<Readonly<Record<SuggestionReason, string>>> = {
  within: "In the text",
  nsn: "With this NSN",
};

/** Each part number once, in order. */
export function listDistinct(suggested: readonly SuggestedPart[]): SuggestedPart[] {
  const byNumber = Map.groupBy(suggested, ({ partNumber }) => partNumber);
  return [...byNumber.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}

/** Adds to a sentence which part numbers are suggested, and why. */
export function addSuggestions(sentence: string, suggested: readonly SuggestedPart[]): string {
  const replacing = suggested.filter(({ supersedes }) => supersedes !== null);
  const superseded = replacing.map(
    ({ partNumber, supersedes }) => `${supersedes} is superseded by ${partNumber}.`,
  );
  const meant = suggested.filter(({ supersedes }) => supersedes === null);
  const byReason = Map.groupBy(meant, ({ reason }) => words[reason] ?? "Similar");
  const sentences = [...byReason].map(
    ([why, parts]) => `${why}: ${parts.map(({ partNumber }) => partNumber).join(", ")}.`,
  );
  return [sentence, ...superseded, ...sentences].join(" ");
}
