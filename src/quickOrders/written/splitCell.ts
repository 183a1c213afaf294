// Splits a cell or line with a part number, its quantity and its condition, in any order. Pure.
// Invariant: it returns every way to read it, and the catalog decides.
import { foldFullWidth } from "../../catalog/partNumber.ts";
import { isCondition } from "../../catalog/values/conditionCell.ts";
import type { FileRecord } from "../../files/fileRecord.ts";
import { cleanText } from "../../imports/cleanText.ts";
import { type LineTexts, splitLine } from "../splitLine.ts";
import { type ListCodes, splitCondition } from "./certificateWish.ts";
import { isQuantityText } from "./quantityText.ts";
import { splitConditions } from "./splitConditions.ts";
import { takeStatedQuantity } from "./statedQuantity.ts";

/** Words at the end of a line that may be a condition with certificates. */
const maxEndingWords = 6;

/** Splits a condition with certificates from the end of a line: "PN 5 NE w/ 8130-3". */
function takeWish(line: string, codes: ListCodes): { rest: string; condition: string } | undefined {
  const words = line.split(" ");
  for (let count = Math.min(maxEndingWords, words.length - 1); count > 1; count -= 1) {
    const condition = words.slice(-count).join(" ");
    const wish = splitCondition(condition, codes);
    const isKnown =
      isCondition(wish.condition, codes) || splitConditions(wish.condition, codes).length > 0;
    const rest = words.slice(0, -count).join(" ");
    if (wish.certificate !== null && isKnown) return { rest, condition };
  }
  return undefined;
}

/** The ways to read a line with a quantity that has a label or a unit. */
function splitStated(line: string, codes: ListCodes): LineTexts[] {
  const stated = takeStatedQuantity(line);
  if (stated === undefined || stated.rest === "") return [];
  const { rest, quantity } = stated;
  const wish = takeWish(rest, codes);
  const split = splitLine(rest, codes.known).filter((texts) => texts.quantity === "");
  const wished = wish && { partNumber: wish.rest, condition: wish.condition };
  return [wished ?? [], split]
    .flat()
    .filter(({ partNumber }) => line.includes(partNumber))
    .map(({ partNumber, condition }) => ({ partNumber, quantity, condition }));
}

const isGroup = (text: string) => /^\d{3}$/.test(text);

/** The fields of a line whose marks are not those of its list: "PN;3;NE", "PN, 20, NE". */
function splitFields(line: string): LineTexts[] {
  const mark = [";", "|", ","].find((one) => line.includes(one));
  const [first = "", second = "", third = "", ...more] = line
    .split(mark ?? "\n")
    .map((field) => field.trim());
  const isCut = mark === "," && /^[1-9]\d{0,2}$/.test(second) && isGroup(third);
  const [quantity, condition = ""] = isCut ? [`${second},${third}`, ...more] : [second, third];
  if (third === "" || more.length > (isCut ? 1 : 0)) return [];
  const isFirst = isQuantityField(first) && !isQuantityField(second) && !isCut;
  if (isFirst) return [{ partNumber: second, quantity: first, condition: third }];
  return isQuantityField(quantity) ? [{ partNumber: first, quantity, condition }] : [];
}

function isQuantityField(text: string): boolean {
  return isQuantityText(text) || takeStatedQuantity(text)?.rest === "";
}

/** The ways to read a cell that contains both part number and quantity. */
export function splitCell(cell: string, condition: string, codes: ListCodes): LineTexts[] {
  const clean = cleanText(cell);
  const line = foldFullWidth(clean.outcome === "clean" ? (clean.text ?? "") : cell);
  const ending = condition === "" ? takeWish(line, codes) : undefined;
  const ended = ending === undefined ? [] : splitLine(ending.rest, codes.known);
  const stated = splitStated(line, codes);
  const whole = [
    ...ended.map((texts) => ({ ...texts, condition: ending?.condition ?? "" })),
    ...splitLine(line, codes.known),
  ];
  // No part number has QTY 2 in it; HOSE 10 FT may be one.
  const isClear = stated.length > 0 && takeStatedQuantity(line)?.isLabeled === true;
  const fields = condition === "" ? splitFields(line) : [];
  const split = [...fields, ...stated, ...(isClear ? [] : whole)];
  const all = split.map((texts) => (condition === "" ? texts : { ...texts, condition }));
  return [...new Map(all.map((texts) => [JSON.stringify(texts), texts])).values()];
}

/** Whether two cells are a number with a comma and more: "1" and "500 PN", "12" and "5 m PN". */
export function isCutNumber(first: string, second: string): boolean {
  if (!/^\d{1,7}$/.test(first)) return false;
  if (/^\d{1,3}$/.test(first) && /^\d{3} \S/.test(second)) return true;
  const stated = takeStatedQuantity(`${first},${second}`);
  return stated?.rest !== "" && (stated?.quantity.startsWith(`${first},`) ?? false);
}

/**
 * A quantity and a condition, which is no condition but the rest of the quantity if that has a
 * comma that separated cells: "1" and "500", "12" and "5 m". If it is not known that commas
 * separate the cells, the quantity becomes a question.
 */
export function joinCutQuantity(
  { kinds, delimiter = "" }: FileRecord,
  quantity: string,
  condition: string,
  codes: ListCodes,
): Pick<LineTexts, "quantity" | "condition"> {
  const [whole, rest] = [quantity.trim(), condition.trim()];
  const isRest = isGroup(rest) || takeStatedQuantity(rest)?.rest === "";
  const isKnown = codes.known.has(rest) || kinds !== undefined;
  const isOther = delimiter !== "" && delimiter !== ",";
  if (isKnown || isOther || !isRest || !/^\d{1,3}$/.test(whole)) return { quantity, condition };
  const joined = delimiter === "," ? `${whole},${rest}` : `${whole}, ${rest}`;
  return { quantity: joined, condition: "" };
}
