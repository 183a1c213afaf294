// How the lines of a draft differ from what was requested: by the remarks that quick orders write
// (decision 233), and by what their offers have today. Pure.
import { listRemarkParts } from "../lineInstructions.ts";
import type { DraftReview, ReviewedLine } from "./reviewDraft.ts";

/** In the order in which a page names them. */
const differenceKinds = ["number", "condition", "certificate", "quantity", "day"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const written: Readonly<Record<"number" | "condition" | "quantity", RegExp>> = {
  number: /\blisted as /i,
  condition: /\bconditions? requested(?: for [\d,]+)?: /i,
  quantity: /\brequested, .* ordered$|^[\d,]+ of [\d,]+ requested/,
};

function isDifferent(kind: DifferenceKind, { before, late, missing }: ReviewedLine): boolean {
  if (kind === "certificate") return missing !== null;
  if (kind === "day") return late !== null;
  return listRemarkParts(before.remark).some((part) => written[kind].test(part));
}

/** The numbers of the lines that differ, from 1, by how; kinds without lines are missing. */
export function listDifferences({
  lines,
}: Pick<DraftReview, "lines">): ReadonlyMap<DifferenceKind, readonly number[]> {
  const found = differenceKinds.map((kind) => {
    const numbers = lines.flatMap((line, place) => (isDifferent(kind, line) ? [place + 1] : []));
    return [kind, numbers] as const;
  });
  return new Map(found.filter(([, numbers]) => numbers.length > 0));
}
