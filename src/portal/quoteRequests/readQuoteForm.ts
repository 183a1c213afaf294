// What a buyer typed into the form of a quote request. Invariant: only lines that the form showed,
// as it showed them, are read.

import { quantityRange } from "../../components/orderLines.ts";
import { printable } from "../../contract/orderLines.ts";
import { parseDay } from "../../day.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import {
  maxLineRemark,
  maxMessageLength,
  maxQuoteLines,
  type QuoteLine,
} from "../../quoteRequests/quoteRequest.ts";
import type { Fields } from "../../site/fields.ts";
import { readGroupedQuantity } from "../orders/readDraftForm.ts";
import { texts } from "./texts.ts";
import { findLineReason, type WantedLine } from "./wantedLines.ts";

export const fieldOf = {
  include: (key: number) => `include-${key}`,
  quantity: (key: number) => `quantity-${key}`,
  neededBy: (key: number) => `needed_by-${key}`,
  remark: (key: number) => `remark-${key}`,
  /** The part number of a line that is no row: its offer may be deleted meanwhile. */
  part: (key: number) => `part-${key}`,
  /** The mark of the line as it was shown. */
  shown: (key: number) => `shown-${key}`,
} as const;

/** The form as it is first shown. */
export function fillQuoteForm(wanted: readonly WantedLine[]): FormState {
  const values = new Map(
    wanted.flatMap(({ key, line, isIncluded }) => [
      [fieldOf.include(key), isIncluded ? "yes" : ""],
      [fieldOf.quantity(key), line.quantity === null ? "" : String(line.quantity)],
      [fieldOf.neededBy(key), line.neededBy ?? ""],
      [fieldOf.remark(key), line.remark ?? ""],
    ]),
  );
  return { value: (name) => values.get(name) ?? "", faults: [], prefix: "quote" };
}

/** The keys of the lines that a form showed. */
export function readShownKeys(form: Fields): readonly number[] {
  const keys = form.names().flatMap((name) => /^shown-([1-9]\d{0,14})$/.exec(name)?.[1] ?? []);
  return keys.slice(0, maxQuoteLines).map(Number);
}

const isPrintable = new RegExp(printable, "u");

function findRemarkFault(remark: string, part: string): string | undefined {
  const { length } = [...remark];
  if (length > maxLineRemark)
    return `${part}: the remark has ${length} characters. Shorten it to ${maxLineRemark}.`;
  return isPrintable.test(remark)
    ? undefined
    : `${part}: the remark has a line break or control character. Use one line of text.`;
}

function findDayFault(day: string, part: string, now: Date): string | undefined {
  if (day === "") return undefined;
  if (parseDay(day) === undefined) return `${part}: enter a date, such as 2026-12-31.`;
  return day < firstNeededDay(now)
    ? `${part}: this date has passed. Enter a later one.`
    : undefined;
}

/** A whole number; null for none, which only a row without one may have; undefined: invalid. */
function readLineQuantity(typed: string, { line }: WantedLine): number | null | undefined {
  if (typed !== "") return readGroupedQuantity(typed);
  const isOptional = line.rowNumber !== null && line.quantity === null;
  return isOptional ? null : undefined;
}

type ReadLine = { readonly line: QuoteLine | null; readonly faults: readonly FieldFault[] };

function readLine(form: Fields, wanted: WantedLine, now: Date): ReadLine {
  const { key, line, mark } = wanted;
  const { partNumber, rowNumber } = line;
  const typed = (field: keyof typeof fieldOf) => form.text(fieldOf[field](key)).trim();
  const [neededBy, remark] = [typed("neededBy"), typed("remark")];
  const quantity = readLineQuantity(typed("quantity"), wanted);
  const reason = findLineReason(wanted, quantity ?? null);
  const isChanged = typed("shown") !== mark;
  const changed =
    rowNumber === null
      ? `${partNumber}: the offer changed. Check the line, then send again.`
      : `Row ${rowNumber} changed: it is ${partNumber} now. Check the line, then send again.`;
  const faultOfQuantity =
    quantity === undefined ? `${partNumber}: enter ${quantityRange}.` : undefined;
  const orderable =
    reason === null
      ? `${partNumber}: this quantity can be ordered now. Leave the line out, or ask for more.`
      : undefined;
  const found = [
    ["quantity", isChanged ? changed : (faultOfQuantity ?? orderable)],
    ["neededBy", findDayFault(neededBy, partNumber, now)],
    ["remark", findRemarkFault(remark, partNumber)],
  ] as const;
  const faults = found.flatMap(([field, text]) =>
    text === undefined ? [] : [{ field: fieldOf[field](key), text }],
  );
  if (faults.length > 0 || reason === null || quantity === undefined) return { line: null, faults };
  const texted = { neededBy: neededBy || null, remark: remark || null };
  return { line: { ...line, ...texted, reason, quantity }, faults };
}

function findMessageFault(message: string): string | undefined {
  const { length } = [...message];
  if (length <= maxMessageLength) return undefined;
  return texts.fault.messageTooLong(length, maxMessageLength);
}

/** The message of a form, and what is wrong with it. */
export function readMessage(form: Fields): {
  readonly message: string;
  readonly faults: readonly FieldFault[];
} {
  const message = form.text("message").trim();
  const text = findMessageFault(message);
  return { message, faults: text === undefined ? [] : [{ field: "message", text }] };
}

/** `part` is "" for a row of a list, whose number is its key. */
function describeEnded(key: number, part: string): string {
  return part === ""
    ? `Row ${key} needs no quote now. It was left out.`
    : `${part} needs no quote now. It was left out.`;
}

function describeNone(wanted: readonly WantedLine[]): string {
  const isRequested = wanted.length > 0 && wanted.every(({ requested }) => requested !== undefined);
  return isRequested
    ? "No line is included, because all are already requested. Check at least one box."
    : "No line is included. Include at least one.";
}

export type ReadQuoteForm = {
  readonly lines: readonly QuoteLine[];
  readonly message: string | null;
  readonly faults: readonly FieldFault[];
};

/** Reads the lines that are included; of the others, nothing. */
export function readQuoteForm(
  form: Fields,
  wanted: readonly WantedLine[],
  now: Date,
): ReadQuoteForm {
  const included = wanted.filter(({ key }) => form.has(fieldOf.include(key)));
  const read = included.map((one) => readLine(form, one, now));
  const ended = readShownKeys(form)
    .filter((key) => form.has(fieldOf.include(key)) && wanted.every((one) => one.key !== key))
    .map((key) => ({ field: "", text: describeEnded(key, form.text(fieldOf.part(key))) }));
  const none = included.length === 0 ? [{ field: "", text: describeNone(wanted) }] : [];
  const { message, faults } = readMessage(form);
  return {
    lines: read.flatMap(({ line }) => line ?? []),
    message: message === "" ? null : message,
    faults: [...ended, ...none, ...read.flatMap((one) => one.faults), ...faults],
  };
}
