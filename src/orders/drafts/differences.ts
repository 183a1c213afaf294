// How the lines of a draft differ from what was requested: by the remarks that quick orders write
// (decision 233), and by what their offers have today. Pure.
import { readConvertedRemark } from "../convertedRemark.ts";
import { listRemarkParts } from "../lineInstructions.ts";
import type { StoredLine } from "../order.ts";
import type { DraftReview, ReviewedLine } from "./reviewDraft.ts";

/** In the order in which a page names them. */
const differenceKinds = ["number", "condition", "certificate", "quantity", "day"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const anyCondition = /^conditions? requested(?: for [\d,]+)?: (.+)$/i;

/** Whether a part of a remark requests other conditions than this. */
export function differsInCondition(
  part: string,
  { condition }: Pick<StoredLine, "condition">,
): boolean {
  const wanted = anyCondition.exec(part)?.[1];
  return wanted !== undefined && !wanted.split(" or ").includes(condition);
}

/** Whether a part of a remark says that a line differs. */
const differs: Readonly<
  Record<DifferenceKind, (part: string, line: ReviewedLine["before"]) => boolean>
> = {
  number: (part) => /^(?:[\d,]+ )?listed as /i.test(part),
  condition: differsInCondition,
  // One that is not known cannot be compared.
  certificate: (part) => part.startsWith("certificate: "),
  quantity: (part) =>
    /^[\d,]+ (?:requested, [\d,]+ ordered$|of [\d,]+ requested)/.test(part) ||
    readConvertedRemark(part) !== undefined,
  day: () => false,
};

function isDifferent(kind: DifferenceKind, { before, late, missing }: ReviewedLine): boolean {
  if (kind === "certificate" && missing !== null) return true;
  if (kind === "day" && late !== null) return true;
  return listRemarkParts(before.remark).some((part) => differs[kind](part, before));
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
