import type { Suggestion, SuggestionReason } from "../catalog/search/suggestions.ts";

/** A part that may be meant by a row. */
export type SuggestedPart = Pick<Suggestion, "partNumber" | "reason">;

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
  const byReason = Map.groupBy(suggested, ({ reason }) => words[reason] ?? "Similar");
  const sentences = [...byReason].map(
    ([why, parts]) => `${why}: ${parts.map(({ partNumber }) => partNumber).join(", ")}.`,
  );
  return [sentence, ...sentences].join(" ");
}
