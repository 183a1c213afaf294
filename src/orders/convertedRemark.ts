// What a line says of a quantity that was requested in another unit: "100 m requested (329 FT)".
// Pure. It names its own number, so it stays true whatever is added to the line.
import { groupDigits } from "../money.ts";

/** `count` is what all `times` texts are together in the unit of the offer. */
export type ConvertedRemark = {
  readonly text: string;
  readonly count: number;
  readonly unit: string;
  readonly times: number;
};

const pattern = /^(?:([1-9]\d{0,5}) × )?(.+) requested \(([\d,]+) ([^()]+)\)$/;

/** Undefined: the part of a remark says something else. */
export function readConvertedRemark(part: string): ConvertedRemark | undefined {
  const [, times = "1", text, count = "", unit = ""] = pattern.exec(part) ?? [];
  if (text === undefined) return undefined;
  return { text, count: Number(count.replaceAll(",", "")), unit, times: Number(times) };
}

export function writeConvertedRemark({ text, count, unit, times }: ConvertedRemark): string {
  const of = times === 1 ? text : `${times} × ${text}`;
  return `${of} requested (${groupDigits(count)} ${unit})`;
}

/** What the parts of one line say; the same text of several rows once, with its sum. */
export function joinConvertedRemarks(parts: readonly string[]): string[] {
  const read = parts.flatMap((part) => readConvertedRemark(part) ?? []);
  const groups = Map.groupBy(read, ({ text, unit }) => JSON.stringify([text, unit]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const sum = (key: "count" | "times") => group.reduce((all, one) => all + one[key], 0);
    return [writeConvertedRemark({ ...first, count: sum("count"), times: sum("times") })];
  });
}
