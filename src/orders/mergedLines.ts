// What a line says of the quantities that became it: which of them is needed by which day and for
// what, and how many were requested (decision 233). Pure.
import { formatDay } from "../day.ts";
import { groupDigits } from "../money.ts";
import { joinConvertedRemarks, readConvertedRemark } from "./convertedRemark.ts";
import {
  type LineInstructions,
  listRemarkParts,
  mergeInstructions,
  noInstructions,
  splitRemark,
} from "./lineInstructions.ts";

/** A quantity of a line, and what was written to it. */
export type LineShare = LineInstructions & { readonly quantity: number };

/** What a line says of a quantity that was reduced or rounded; null: it was not. */
export function writeQuantityRemark(asked: number, ordered: number): string | null {
  if (asked === ordered) return null;
  return `${groupDigits(asked)} requested, ${groupDigits(ordered)} ordered`;
}

const quantityRemark = /^([\d,]+) requested, ([\d,]+) ordered$/;

function writeShare({ quantity, neededBy, remark }: LineShare): string | null {
  const of = groupDigits(quantity);
  // It is one part of the remark.
  const text = remark?.replace(/\s*;\s*/g, ", ") ?? null;
  if (neededBy === null) return text === null ? null : `${of}: ${text}`;
  const day = `${of} needed by ${formatDay(new Date(`${neededBy}T00:00:00Z`))}`;
  return text === null ? day : `${day}: ${text}`;
}

/** A part of a remark that says which quantity it concerns, and one that has its day. */
const anyShare = /^[\d,]+(?:: | needed by \d| of [\d,]+ requested)/;
const dayShare = /^[\d,]+ needed by \d/;

function countValues(shares: readonly LineShare[], read: (one: LineShare) => string | null) {
  return new Set(shares.map((one) => read(one)?.toLowerCase() ?? null)).size;
}

/** Takes what a remark says of quantities in other units out of it: that names its own number. */
function takeConverted(remark: string | null) {
  const parts = remark?.split("; ") ?? [];
  const others = parts.filter((part) => readConvertedRemark(part) === undefined);
  return {
    converted: parts.filter((part) => !others.includes(part)),
    remark: others.length === 0 ? null : others.join("; "),
  };
}

/** What is written to the shares of a line: if that differs, with the quantity that it concerns. */
export function describeShares(shares: readonly LineShare[]): readonly (string | null)[] {
  const taken = shares.map(({ remark }) => takeConverted(remark));
  const split = shares.map((one, at) => ({ ...one, ...splitRemark(taken[at]?.remark ?? null) }));
  const lasting = [
    ...joinConvertedRemarks(taken.flatMap(({ converted }) => converted)),
    ...split.map((one) => one.lasting),
  ];
  const written = split.map(({ quantity, neededBy, ofOrder }) => {
    return { quantity, neededBy, remark: ofOrder };
  });
  const hasOneDay = countValues(written, ({ neededBy }) => neededBy) === 1;
  const hasOneRemark = countValues(written, ({ remark }) => remark) === 1;
  if (hasOneDay && hasOneRemark) return [...lasting, ...written.map(({ remark }) => remark)];
  const groups = Map.groupBy(written, ({ neededBy, remark }) =>
    JSON.stringify([neededBy, remark?.toLowerCase()]),
  );
  const texts = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const quantity = group.reduce((sum, one) => sum + one.quantity, 0);
    const remark = hasOneRemark ? null : first.remark;
    return [writeShare({ quantity, neededBy: hasOneDay ? null : first.neededBy, remark })];
  });
  return [...lasting, ...texts, hasOneRemark ? (written[0]?.remark ?? null) : null];
}

/** Takes what a remark says of the requested quantity out of it, if the line still has that. */
function takeRequested({ quantity, remark }: LineShare) {
  const isIt = (part: string) => quantityRemark.exec(part)?.[2] === groupDigits(quantity);
  const parts = listRemarkParts(remark);
  const [, asked] = quantityRemark.exec(parts.find(isIt) ?? "") ?? [];
  if (asked === undefined) return { asked: null, remark };
  const left = remark?.split("; ").filter((part) => !isIt(part)) ?? [];
  return {
    asked: Number(asked.replaceAll(",", "")),
    remark: left.length === 0 ? null : left.join("; "),
  };
}

/** What is left of a remark when the parts that concern the whole line, or a share, are not. */
function splitShares(remark: string | null) {
  const { lasting, ofOrder } = splitRemark(remark);
  const parts = ofOrder?.split("; ") ?? [];
  const join = (some: readonly string[]) => (some.length === 0 ? null : some.join("; "));
  return {
    lasting,
    ofShares: join(parts.filter((part) => anyShare.test(part))),
    others: join(parts.filter((part) => !anyShare.test(part))),
  };
}

const wish = /^(?:Certificate|Condition) requested: /;

/** A requested certificate or condition that does not concern the whole line. */
export function countWish(text: string, quantity: number): string {
  return text.replace(" requested: ", ` requested for ${groupDigits(quantity)}: `);
}

/** Says of which quantity a list had another number, or a wish that `other` does not have. */
function countWishes({ quantity, remark }: LineShare, other: string | null): string | null {
  const shared = new Set(listRemarkParts(other));
  const counted = remark?.split("; ").map((part) => {
    if (wish.test(part) && !shared.has(part)) return countWish(part, quantity);
    return part.replace(/^Listed as /, `${groupDigits(quantity)} listed as `);
  });
  return counted?.join("; ") ?? null;
}

/** What a line says to which a quantity is added with its own remark and day. */
export function addToLine(line: LineShare, added: LineShare): LineInstructions {
  const taken = [line, added].map(({ remark }) => takeConverted(remark));
  const converted = joinConvertedRemarks(taken.flatMap((one) => one.converted));
  const before = takeRequested({ ...line, remark: taken[0]?.remark ?? null });
  const after = takeRequested({ ...added, remark: taken[1]?.remark ?? null });
  const asked = (before.asked ?? line.quantity) + (after.asked ?? added.quantity);
  const isAsked = before.asked !== null || after.asked !== null;
  const requested = isAsked ? writeQuantityRemark(asked, line.quantity + added.quantity) : null;
  const first = [requested, ...converted].map((remark) => ({ remark, neededBy: null }));
  const old = countWishes({ ...line, remark: before.remark }, after.remark);
  const kept = { remark: old, neededBy: line.neededBy };
  if (after.remark === null && added.neededBy === null) return mergeInstructions([...first, kept]);
  const counted = countWishes({ ...added, ...after }, before.remark);
  const { lasting, ofShares, others } = splitShares(counted);
  const hasSameDay = line.neededBy === added.neededBy;
  // A line with several days says already which quantities they concern.
  const isShared = listRemarkParts(old).some((part) => dayShare.test(part));
  const day = hasSameDay || isShared ? null : writeShare({ ...line, remark: null });
  const isSame = others?.toLowerCase() === splitShares(old).others?.toLowerCase();
  const own = { quantity: added.quantity, neededBy: hasSameDay ? null : added.neededBy };
  const hasDays = listRemarkParts(ofShares).some((part) => dayShare.test(part));
  const share = hasDays
    ? writeShare({ ...own, neededBy: null, remark: others })
    : writeShare({ ...own, remark: isSame ? null : others });
  return mergeInstructions([
    ...first,
    kept,
    { remark: day, neededBy: added.neededBy },
    ...[lasting, ofShares, share].map((remark) => ({ ...noInstructions, remark })),
  ]);
}
