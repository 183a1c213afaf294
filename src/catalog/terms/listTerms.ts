// All terms as a list for people. Pure.
import type { OwnTerm } from "./ownTermQueries.ts";
import { foldTerm, standardMeanings } from "./termTable.ts";

export const termStates = ["own", "replaced", "off", "standard"] as const;

/** `replaced` and `off`: a standard term that an own one replaces or switches off. */
export type TermState = (typeof termStates)[number];

export type ListedTerm = OwnTerm & { readonly state: TermState };

function stateOf(key: string, { meanings }: OwnTerm): TermState {
  if (meanings.length === 0) return "off";
  return standardMeanings.has(key) ? "replaced" : "own";
}

/**
 * The own terms and the standard ones, in the order of letters, those with a text in the term or a
 * meaning; `state` of any other text is any state.
 */
export function listTerms(
  own: readonly OwnTerm[],
  { text, state }: { readonly text: string; readonly state: string },
): ListedTerm[] {
  const ownKeys = new Map(own.map((term) => [foldTerm(term.written), term]));
  const added = [...ownKeys].map(([key, term]) => ({ ...term, key, state: stateOf(key, term) }));
  const standard = [...standardMeanings].flatMap(([key, meanings]) =>
    ownKeys.has(key) ? [] : [{ written: key, meanings, key, state: "standard" as const }],
  );
  const sought = foldTerm(text);
  const isSought = ({ key, meanings }: { key: string; meanings: readonly string[] }) =>
    sought === "" || [key, ...meanings.map(foldTerm)].some((one) => one.includes(sought));
  const isState = (one: TermState) => state === one || !termStates.some((known) => known === state);
  return [...added, ...standard]
    .filter((term) => isState(term.state) && isSought(term))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ written, meanings, state: found }) => ({ written, meanings, state: found }));
}
