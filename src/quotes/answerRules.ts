// What an operator answers to the lines of a request: the one check of the console and the operator
// API. Pure. Invariant: either every option is read or every fault is listed.
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { TradeCodes } from "../catalog/tradeCodes.ts";
import { limits, storedLimits } from "../kit/contract/limits.ts";
import { printable } from "../kit/contract/orderLines.ts";
import { parseDay } from "../kit/day.ts";
import { currencyDigits, groupDigits, maxPriceMinor, parseCurrency } from "../kit/money.ts";
import { comparePrices, formatMoney, multiplyPrice, type Price, parsePrice } from "../kit/price.ts";
import { maxOptions, maxQuoteReason } from "./quoteRequest.ts";
import type { NewOption } from "./quoteRequestQueries.ts";

/** A part outside the catalog, as it was written. */
type WrittenPart = {
  readonly partNumber: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly certificate: string;
};

/** An option as it was written: of an offer, or of a part. A number that is none is NaN. */
export type WrittenOption = {
  readonly offerId: number | null;
  readonly part: WrittenPart | null;
  readonly amount: string;
  readonly currency: string;
  readonly quantity: number;
  readonly minQuantity: number;
  readonly multiple: number;
  readonly leadTimeDays: number | null;
  readonly validUntil: string;
};

/** The answer to a line: options, or why there are none. `line` counts from 1. */
export type WrittenAnswer = {
  readonly line: number;
  readonly options: readonly WrittenOption[];
  readonly noQuote: string | null;
};

/** The fields that can be wrong, by their names on an API. */
type AnswerField =
  | "line"
  | "options"
  | "no_quote"
  | "offer_id"
  | keyof typeof partFields
  | "unit_price"
  | "currency"
  | "quantity"
  | "min_quantity"
  | "multiple"
  | "lead_time_days"
  | "valid_until";

/** `option` counts from 1; null: the whole line. A question can be accepted. */
export type AnswerFault = {
  readonly line: number;
  readonly option: number | null;
  readonly field: AnswerField;
  readonly text: string;
  readonly isQuestion: boolean;
};

export type AnswerFacts = {
  readonly lineCount: number;
  readonly offers: ReadonlyMap<OfferId, Offer>;
  /** The list prices of a part number, by its key. */
  readonly listPrices: ReadonlyMap<string, readonly Price[]>;
  readonly codes: TradeCodes;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** How far a price may be from the list price, in percent, as for agreements. */
  readonly limitPercent: number;
};

export type ReadAnswer = {
  readonly options: readonly NewOption[];
  readonly noQuote: ReadonlyMap<number, string>;
  readonly faults: readonly AnswerFault[];
};

/** By field, its name in a `WrittenPart`, whether it must be written, and its greatest length. */
const partFields = {
  part_number: ["partNumber", true, storedLimits.partNumberLength],
  part_name: ["title", false, storedLimits.nameLength],
  manufacturer: ["manufacturer", false, storedLimits.shortTextLength],
  condition: ["condition", true, storedLimits.tradeCodeLength],
  unit_of_measure: ["unitOfMeasure", true, storedLimits.tradeCodeLength],
  certificate: ["certificate", false, storedLimits.shortTextLength],
} as const;

const maxPriceDigits = 4;
const isPrintable = new RegExp(printable, "u");

/** A price of one unit, or why it is none. */
function readQuotedPrice(amount: string, currency: string): Price | string {
  const code = parseCurrency(currency.toUpperCase());
  const example = "Enter a price per unit such as 1250.00.";
  if (code === undefined) return example;
  const price = parsePrice(amount, code, 1);
  const decimals = amount.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  if (price === undefined) return example;
  if (decimals > Math.max(maxPriceDigits, currencyDigits(code))) {
    return `A price has at most ${maxPriceDigits} decimals.`;
  }
  if (price.minor === 0n) return "A quoted price is above 0.";
  if (price.minor > maxPriceMinor) {
    return `The highest price is ${formatMoney({ minor: maxPriceMinor, currency: code })}.`;
  }
  return price;
}

/** Why a price is doubtful: it differs from every list price in its currency by over the limit. */
function questionPrice(
  price: Price,
  listPrices: readonly Price[],
  limitPercent: number,
): string | null {
  const same = listPrices.filter(({ currency }) => currency === price.currency);
  const [one] = same.length > 0 ? same : listPrices;
  if (one === undefined) return null;
  if (one.currency !== price.currency) return `The list price is ${formatMoney(one)}.`;
  // Compared exactly: as multiples of the list price by whole percents.
  const isNear = (list: Price) => {
    const own = { ...multiplyPrice(price, 100), currency: price.currency };
    const lowest = {
      ...multiplyPrice(list, Math.max(0, 100 - limitPercent)),
      currency: list.currency,
    };
    const highest = { ...multiplyPrice(list, 100 + limitPercent), currency: list.currency };
    return comparePrices(own, lowest) >= 0 && comparePrices(own, highest) <= 0;
  };
  if (same.some(isNear)) return null;
  return `It differs from the list price, ${formatMoney(one)}, by over ${limitPercent}%.`;
}

const maxOfferId = 2 ** 48;

export function isOfferId(value: number | null): value is OfferId {
  return value !== null && isWhole(value, 1, maxOfferId - 1);
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

type Found = readonly [field: AnswerField, text: string, isQuestion?: boolean];

function checkPart(part: WrittenPart, { codes }: AnswerFacts): Found[] {
  const found = Object.entries(partFields).flatMap(([field, [name, isRequired, max]]): Found[] => {
    const text = part[name];
    const at = field as keyof typeof partFields;
    if (text === "") return isRequired ? [[at, "Required for a part outside the catalog."]] : [];
    if ([...text].length > max) return [[at, `At most ${max} characters.`]];
    return isPrintable.test(text) ? [] : [[at, "Use one line of text."]];
  });
  const known = (list: readonly { readonly code: string }[], code: string) =>
    code === "" || list.some((one) => one.code === code);
  return [
    ...found,
    ...(known(codes.conditions, part.condition)
      ? []
      : [["condition", "Choose a condition that the catalog knows."] as const]),
    ...(known(codes.unitsOfMeasure, part.unitOfMeasure)
      ? []
      : [["unit_of_measure", "Choose a unit that the catalog knows."] as const]),
  ];
}

/** The quantities of an option. */
function checkQuantities({ quantity, minQuantity, multiple }: WrittenOption): Found[] {
  const max = limits.quantity;
  const range = `Enter a whole number from 1 to ${groupDigits(max)}.`;
  const found = (
    [
      ["quantity", quantity],
      ["min_quantity", minQuantity],
      ["multiple", multiple],
    ] as const
  ).flatMap(([field, value]): Found[] => (isWhole(value, 1, max) ? [] : [[field, range]]));
  if (found.length > 0) return found;
  if (minQuantity > quantity) return [["min_quantity", "The minimum is above the quantity."]];
  return quantity % multiple === 0 ? [] : [["multiple", "The quantity is no multiple of this."]];
}

function checkTerms(option: WrittenOption, facts: AnswerFacts): Found[] {
  const { leadTimeDays, validUntil, currency, amount } = option;
  const isCurrency = parseCurrency(currency.toUpperCase()) !== undefined;
  const price = readQuotedPrice(amount, isCurrency ? currency : "USD");
  const maxDays = storedLimits.leadTimeDays;
  const isLead = leadTimeDays === null || isWhole(leadTimeDays, 0, maxDays);
  const day = parseDay(validUntil);
  return [
    ...(typeof price === "string" ? [["unit_price", price] as const] : []),
    ...(isCurrency ? [] : [["currency", "Enter an ISO 4217 currency code such as USD."] as const]),
    ...checkQuantities(option),
    ...(isLead
      ? []
      : [["lead_time_days", `Enter days from 0 to ${groupDigits(maxDays)}.`] as const]),
    ...(day === undefined ? [["valid_until", "Enter a day such as 2026-12-31."] as const] : []),
    ...(day !== undefined && day < facts.day
      ? [["valid_until", "This day has passed."] as const]
      : []),
  ];
}

function toPart(option: WrittenOption, offer: Offer | undefined) {
  if (offer !== undefined) {
    const { offerId, partNumber, title, manufacturer, condition, unitOfMeasure, certificate } =
      offer;
    return { offerId, partNumber, title, manufacturer, condition, unitOfMeasure, certificate };
  }
  if (option.part === null) return null;
  const { partNumber, title, manufacturer, condition, unitOfMeasure, certificate } = option.part;
  const texts = { title: title || null, manufacturer: manufacturer || null };
  const more = { condition, unitOfMeasure, certificate: certificate || null };
  return { offerId: null, partNumber, ...texts, ...more };
}

/** One option, and what is wrong with it. */
function readOption(
  option: WrittenOption,
  facts: AnswerFacts,
): { readonly read: Omit<NewOption, "lineNumber" | "option"> | null; readonly found: Found[] } {
  const { offerId, part } = option;
  const offer = isOfferId(offerId) ? facts.offers.get(offerId) : undefined;
  const found: Found[] = [
    ...(offerId !== null && offer === undefined
      ? [["offer_id", "There is no such offer in the catalog."] as const]
      : []),
    ...(offerId !== null && offer !== undefined && offer.status !== "ACTIVE"
      ? [["offer_id", "This offer is not sold. Quote it as a part to order."] as const]
      : []),
    ...((offerId === null) === (part === null)
      ? [["offer_id", "Name either an offer or a part."] as const]
      : []),
    ...(part === null ? [] : checkPart(part, facts)),
    ...checkTerms(option, facts),
  ];
  const unitPrice = readQuotedPrice(option.amount, option.currency);
  const quoted = toPart(option, offer);
  if (found.length > 0 || typeof unitPrice === "string" || quoted === null) {
    return { read: null, found };
  }
  const { quantity, minQuantity, multiple, leadTimeDays, validUntil } = option;
  const terms = { unitPrice, quantity, minQuantity, multiple, leadTimeDays, validUntil };
  const prices = facts.listPrices.get(partNumberKey(quoted.partNumber)) ?? [];
  const own = offer?.listPrice ? [offer.listPrice] : prices;
  const question = questionPrice(unitPrice, own, facts.limitPercent);
  const asked: Found[] = question === null ? [] : [["unit_price", question, true]];
  return { read: { ...quoted, ...terms }, found: asked };
}

function checkLine({ line, options, noQuote }: WrittenAnswer, facts: AnswerFacts): Found[] {
  if (!isWhole(line, 1, facts.lineCount)) return [["line", "The request has no such line."]];
  if (options.length > 0 === (noQuote !== null)) {
    return [["options", "Send either options or a reason for no quote."]];
  }
  if (options.length > maxOptions) return [["options", `At most ${maxOptions} options per line.`]];
  if (noQuote === null) return [];
  const isLong = [...noQuote].length > maxQuoteReason;
  if (noQuote === "" || isLong || !isPrintable.test(noQuote)) {
    return [["no_quote", `Enter a reason of 1 to ${maxQuoteReason} characters in one line.`]];
  }
  return [];
}

/** Reads an answer, or lists every fault of every option. */
export function readAnswer(answers: readonly WrittenAnswer[], facts: AnswerFacts): ReadAnswer {
  const options: NewOption[] = [];
  const noQuote = new Map<number, string>();
  const faults: AnswerFault[] = [];
  const seen = new Set<number>();
  for (const answer of answers) {
    const { line } = answer;
    const add = (option: number | null, found: readonly Found[]) => {
      for (const [field, text, isQuestion = false] of found) {
        faults.push({ line, option, field, text, isQuestion });
      }
    };
    add(null, seen.has(line) ? [["line", "This line is answered twice."]] : []);
    seen.add(line);
    add(null, checkLine(answer, facts));
    if (answer.noQuote !== null) noQuote.set(line, answer.noQuote);
    for (const [place, written] of answer.options.entries()) {
      const { read, found } = readOption(written, facts);
      add(place + 1, found);
      if (read !== null) options.push({ ...read, lineNumber: line, option: place + 1 });
    }
  }
  return { options, noQuote, faults };
}
