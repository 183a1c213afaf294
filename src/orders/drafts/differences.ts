// How the lines of a draft differ from what was requested, as their offers are today. Pure.
import { listRequested, type RequestKind } from "../requested.ts";
import type { DraftReview, ReviewedLine } from "./reviewDraft.ts";

/** In the order in which a page names them. */
const differenceKinds = ["number", "condition", "certificate", "quantity", "day"] as const;
export type DifferenceKind = RequestKind;

/** The numbers of the lines that differ, from 1, by how; kinds without lines are missing. */
export function listDifferences({
  lines,
}: Pick<DraftReview, "lines">): ReadonlyMap<DifferenceKind, readonly number[]> {
  const differs = lines.map(({ before, offer, late }: ReviewedLine) => {
    const today = { ...before, certificate: (offer ?? before).certificate };
    const facts = listRequested(today).filter(({ isOther }) => isOther);
    const kinds = new Set(facts.map(({ kind }) => kind));
    // A day that was not read is in a notice of its own.
    kinds.delete("day");
    return late === null ? kinds : kinds.add("day");
  });
  const found = differenceKinds.map((kind) => {
    const numbers = differs.flatMap((kinds, place) => (kinds.has(kind) ? [place + 1] : []));
    return [kind, numbers] as const;
  });
  return new Map(found.filter(([, numbers]) => numbers.length > 0));
}
