// Which catalog numbers an entry means that is none itself: those within it, those of a national
// stock number in it, and, if there are none, those that it resembles. Only ever suggested.

import { normalizeDashes } from "../../reading/cleanText.ts";
import { findUnit } from "../../reading/elements.ts";
import { meaningOf, wordsOf } from "../../reading/lexicon.ts";
import { isCountedWord } from "../../reading/quantity.ts";
import { barePartNumber, foldFullWidth, partNumberKey } from "../partNumber.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import {
  type MeantOffer,
  selectOffersOfBare,
  selectOffersOfKeys,
  selectOffersOfNiins,
} from "./entryQueries.ts";
import { costOfMistake, likelyCost, listSimilarNumbers } from "./similarNumbers.ts";

// The texts within an entry that may be a part number. Pure. Invariant: the number of runs is
// bounded, whatever the entry is; the catalog decides which of them is one.

/** A label without a space before its number. */
const gluedLabel = /^(?:P[/.-]?N[RO]?|MPN)[-.]?(?=.*\d)/;

/** What follows these labels is no part number: a quantity, a maker, a serial number. */
const otherLabels: ReadonlySet<string | undefined> = new Set(
  "quantity, revision, stock number, maker, count, change, amount, alternate".split(", "),
);
/** What has a number of its own, if the label says so: PART NO, MFR NO. */
const numbered: ReadonlySet<string | undefined> = new Set(["part", "item", "maker", "thing"]);

const labelOf = (word: string) => meaningOf("label", word);

/** Conditions and other words that are no part of a number; one or two letters may begin one. */
function isOtherWord(word: string): boolean {
  if (word.length < 3) return conditionCodes.has(word);
  const kinds = ["condition", "joiner", "paper", "urgency", "row"] as const;
  return kinds.some((kind) => meaningOf(kind, word) !== undefined);
}

const conditionCodes: ReadonlySet<string> = new Set(wordsOf("condition").values());

/** Tokens that are noise by their form: REVA, $12.50. */
const noiseToken = /^(?:REV[.-]?[0-9A-Z]{1,2}|[$€£][\d.,]*|\d+%)$/;

/** What is written to the end or the beginning of a number without a space. */
const gluedNoise: readonly RegExp[] = [
  /[-/._]?REV[-._/]?[0-9A-Z]{1,2}$/,
  /X\d{1,5}$/,
  /^\d{1,5}X(?=.{4})/,
  /^[0-9A-Z]{5}[-/_](?=.*\d)/,
  /^[A-Z]{3,}[-/_](?=.*\d)/,
  /[/_][A-Z]{3,}$/,
];

/** A unit or another word at the end: 123EA, 123-NE. */
const lastWord = /([-/_]|(?<=\d))([A-Z]{2,})$/;

/** A text within an entry, in the places `from` to before `to` of its tokens. */
type NumberRun = {
  readonly key: string;
  readonly bare: string;
  readonly from: number;
  readonly to: number;
  /** Whether a label such as P/N is before it. */
  readonly isLabeled: boolean;
};

const maxTokens = 40;
const maxRunTokens = 4;
const maxRuns = 150;
/** Longer words are no part of a number with spaces. */
const maxWordLength = 4;
const minBareLength = 3;

type Token = { readonly text: string; readonly start: number };

const separators = /[^\s,;:"'`´‘’“”„«»()[\]{}<>=#|*+!?@×✕\\]+/gu;
const edges = /^[-/._]+|[-/._]+$/g;

function listTokens(text: string): Token[] {
  return [...text.matchAll(separators)].slice(0, maxTokens).map((match) => {
    const trimmed = match[0].replace(edges, "");
    const start = match.index + match[0].indexOf(trimmed);
    return { text: trimmed, start };
  });
}

type TokenKind = "label" | "labeled" | "noise" | "number" | "word";

const shortNumber = /^\d{1,4}$/;

/** Whether a label ends before a token: P/N, PART NO, or the NO of P/N NO. */
function isAfterNumberLabel(before: string, beforeThat: string): boolean {
  const label = labelOf(before);
  if (label !== "number") return label === "part number";
  return numbered.has(labelOf(beforeThat)) || labelOf(beforeThat) === "part number";
}

function isAfterOtherLabel(before: string, beforeThat: string): boolean {
  return otherLabels.has(labelOf(labelOf(before) === "number" ? beforeThat : before));
}

function isNoise(text: string, before: string, next: string): boolean {
  if (otherLabels.has(labelOf(text)) || isOtherWord(text) || text === "X") return true;
  if (noiseToken.test(text) || isCountedWord(text)) return true;
  const [quantity, unit] = shortNumber.test(text) ? [text, next] : [before, text];
  return shortNumber.test(quantity) && (unit === "X" || findUnit(unit) !== undefined);
}

/** The kind of a token, given the texts of the two before it and the one after it. */
function kindOf(text: string, before: string, beforeThat: string, next: string): TokenKind {
  const label = labelOf(text);
  const isLabel = label === "part number" || (label === "number" && numbered.has(labelOf(before)));
  if (isLabel) return "label";
  if (text !== "" && isAfterNumberLabel(before, beforeThat)) return "labeled";
  const isOther = text === "" || isNoise(text, before, next);
  if (isOther || isAfterOtherLabel(before, beforeThat)) return "noise";
  return /\d/.test(text) ? "number" : "word";
}

function isNumberLike(text: string, isLabeled: boolean): boolean {
  const { length } = barePartNumber(text);
  if (isLabeled) return length >= minBareLength - 1;
  return /\d/.test(text) && length >= minBareLength;
}

/** What a token may be without what is written to it. */
function listVariants(token: string): string[] {
  const unlabeled = token.replace(gluedLabel, "");
  const stripped = [token, unlabeled].flatMap((text) => [
    ...gluedNoise.map((noise) => text.replace(noise, "")),
    text.replace(lastWord, (end: string, mark: string, word: string) =>
      findUnit(word) === "EA" || (mark !== "" && isOtherWord(word)) ? "" : end,
    ),
  ]);
  const parts = /[/_]/.test(token) ? token.split(/[/_]/) : [];
  return [...new Set([unlabeled, ...stripped, ...parts])].filter((text) => text !== token);
}

type KnownToken = Token & { readonly kind: TokenKind };

function listKnownTokens(text: string): KnownToken[] {
  const tokens = listTokens(text);
  const at = (place: number) => tokens[place]?.text ?? "";
  return tokens.map((token, place) => {
    return { ...token, kind: kindOf(token.text, at(place - 1), at(place - 2), at(place + 1)) };
  });
}

/** Where the runs that begin at a token end: before what ends a run. */
function findRunEnds(tokens: readonly KnownToken[], from: number): number[] {
  const rest = tokens.slice(from, from + maxRunTokens);
  const ends = rest.findIndex(
    ({ kind, text }, place) =>
      kind === "noise" ||
      kind === "label" ||
      (kind === "labeled" && place > 0) ||
      (kind === "word" && text.length > maxWordLength),
  );
  return rest.slice(0, ends < 0 ? rest.length : ends).map((_, place) => from + place + 1);
}

/**
 * The runs of one to four tokens of an entry that may be its part number, those of one token with
 * what they are without glued noise. Labels, quantities, units, revisions and words end a run.
 */
export function listNumberRuns(entry: string): NumberRun[] {
  const text = foldFullWidth(partNumberKey(entry));
  const tokens = listKnownTokens(text);
  const runs = tokens.flatMap((first, from) => {
    const isLabeled = first.kind === "labeled";
    const whole = findRunEnds(tokens, from).map((to) => {
      const last = tokens[to - 1] ?? first;
      return { key: text.slice(first.start, last.start + last.text.length), to };
    });
    const variants =
      whole.length === 0 || first.kind === "word"
        ? []
        : listVariants(first.text).map((key) => ({ key, to: from + 1 }));
    return [...whole, ...variants]
      .filter(({ key }) => key !== text && isNumberLike(key, isLabeled))
      .map(({ key, to }) => ({ key, bare: barePartNumber(key), from, to, isLabeled }));
  });
  return runs.slice(0, maxRuns);
}

/** The text of an entry that most likely is its part number; undefined if none can be. */
export function findLikelyNumber(entry: string): string | undefined {
  const text = foldFullWidth(partNumberKey(entry));
  const runs = listNumberRuns(entry).filter(({ from, to }) => to === from + 1);
  const isWhole = !text.includes(" ") || runs.length === 0;
  if (isWhole && isNumberLike(text, false) && listTokens(text).length < 3) return text;
  const [best] = runs.toSorted(
    (one, other) =>
      Number(other.isLabeled) - Number(one.isLabeled) || other.bare.length - one.bare.length,
  );
  return best?.key;
}

// The national stock numbers within an entry, as people write them. Pure.
/** A NIIN of nine digits, with the supply class before it if the entry has one. */
export type WrittenStockNumber = { readonly niin: string; readonly supplyClass: string | null };

const maxStockNumbers = 4;
const niinLength = 9;
const classLength = 4;

const start = "(?<![0-9A-Z]|[0-9A-Z][-./])(?:N(?:SN|IIN)[ :#.=-]*)?";
const end = "(?![0-9A-Z]|[-./][0-9A-Z])";
const gap = "[-./ ]?";
const complete = new RegExp(
  `${start}(?:(\\d{4})${gap})?(\\d{2}${gap}\\d{3}${gap}\\d{4})${end}`,
  "g",
);
const grouped = new RegExp(`${start}(?:(\\d{4})-)?(\\d{1,2})-(\\d{1,3})-(\\d{1,4})${end}`, "g");
const labeled = /N(?:SN|IIN)[ :#.=-]*(\d{6,12})(?!\d)/g;
const alone = /^ *(\d{6,12}) *$/g;

/** The digits of a stock number that lost leading zeros: those of its NIIN. */
function padStockNumber(digits: string): WrittenStockNumber {
  const isNiin = digits.length <= niinLength;
  const niin = (isNiin ? digits : digits.slice(classLength)).padStart(niinLength, "0");
  return { niin, supplyClass: isNiin ? null : digits.slice(0, classLength) };
}

/**
 * Reads `5310-00-123-4567`, `5310001234567`, `001234567`, `00-123-4567`, and both where a
 * spreadsheet dropped leading zeros: `1234567`, `0-123-4567`. At most four, complete ones first.
 */
export function readStockNumbers(entry: string): WrittenStockNumber[] {
  const text = foldFullWidth(normalizeDashes(entry).toUpperCase()).replace(/\s+/g, " ");
  const found = [
    ...[...text.matchAll(complete)].map(([, supplyClass = null, digits = ""]) => {
      return { niin: digits.replace(/\D/g, ""), supplyClass };
    }),
    ...[...text.matchAll(grouped)].map(([, supplyClass = null, country = "", ...rest]) => {
      const [middle = "", last = ""] = rest;
      const padded = [country.padStart(2, "0"), middle.padStart(3, "0"), last.padStart(4, "0")];
      return { niin: padded.join(""), supplyClass };
    }),
    ...[...text.matchAll(labeled), ...text.matchAll(alone)].map(([, digits = ""]) =>
      padStockNumber(digits),
    ),
  ];
  return [...new Map(found.map((one) => [one.niin, one])).values()].slice(0, maxStockNumbers);
}

export type MeantReason = "within" | "nsn" | "similar";

/** A part that an entry may mean; a lower `cost` is likelier. */
export type MeantNumber = {
  readonly key: string;
  readonly partNumber: string;
  readonly reason: MeantReason;
  readonly cost: number;
};

type HasPrice = (offer: Pick<MeantOffer, "offerId" | "listPrice">) => boolean;

type MatchedRun = NumberRun & { readonly isExact: boolean; readonly offers: readonly MeantOffer[] };

function compareRuns(one: MatchedRun, other: MatchedRun): number {
  return (
    Number(other.isLabeled) - Number(one.isLabeled) ||
    Number(other.isExact) - Number(one.isExact) ||
    other.bare.length - one.bare.length ||
    one.from - other.from
  );
}

/** The runs that the catalog has, likeliest first, without those that are part of one before. */
function chooseRuns(matched: readonly MatchedRun[]): MatchedRun[] {
  const chosen: MatchedRun[] = [];
  for (const run of matched.toSorted(compareRuns)) {
    const isPart = chosen.some(({ from, to }) => from <= run.from && run.to <= to);
    if (!isPart) chosen.push(run);
  }
  const cages = new Set(chosen.flatMap(({ offers }) => offers.map(({ cage }) => cage)));
  return chosen.length > 1 ? chosen.filter(({ bare }) => !cages.has(bare)) : chosen;
}

function findWithin(view: ReplicaView, entry: string, hasPrice: HasPrice): MeantNumber[] {
  const runs = listNumberRuns(entry);
  const keys = [...new Set(runs.map(({ key }) => key))];
  const bare = [...new Set(runs.map((run) => run.bare))];
  const ofKey = Map.groupBy(selectOffersOfKeys(view, keys).filter(hasPrice), ({ key }) => key);
  const ofBare = Map.groupBy(selectOffersOfBare(view, bare).filter(hasPrice), (one) => one.bare);
  const matched = runs.flatMap((run): MatchedRun[] => {
    const exact = ofKey.get(run.key);
    const offers = exact ?? ofBare.get(run.bare);
    return offers === undefined ? [] : [{ ...run, isExact: exact !== undefined, offers }];
  });
  return chooseRuns(matched).flatMap(({ offers }, cost) =>
    offers.map(({ key, partNumber }) => ({ key, partNumber, reason: "within" as const, cost })),
  );
}

function findOfStockNumber(view: ReplicaView, entry: string, hasPrice: HasPrice): MeantNumber[] {
  const written = readStockNumbers(entry);
  const placeOf = new Map(written.map(({ niin }, place) => [niin, place]));
  const complete = new Set(written.map(({ niin, supplyClass }) => `${supplyClass ?? ""}${niin}`));
  const offers = selectOffersOfNiins(view, [...placeOf.keys()]).filter(hasPrice);
  return offers.map(({ key, partNumber, nsn }) => {
    const place = placeOf.get((nsn ?? "").slice(-9)) ?? 0;
    // A supply class can change, but a NIIN is never given twice.
    const isOther = !complete.has(nsn ?? "") && !complete.has((nsn ?? "").slice(-9));
    return { key, partNumber, reason: "nsn", cost: 2 * place + Number(isOther) };
  });
}

/** What begins several numbers that are one character longer is rather incomplete than mistyped. */
function isIncomplete(written: string, offers: readonly MeantOffer[]): boolean {
  const longer = offers.filter(
    ({ bare }) => bare.length === written.length + 1 && bare.startsWith(written),
  );
  return new Set(longer.map(({ bare }) => bare)).size > 1;
}

function findSimilar(view: ReplicaView, entry: string, hasPrice: HasPrice): MeantNumber[] {
  const number = findLikelyNumber(entry);
  if (number === undefined) return [];
  const written = barePartNumber(number);
  const offers = selectOffersOfBare(view, listSimilarNumbers(written)).filter(hasPrice);
  const maxCost = isIncomplete(written, offers) ? likelyCost : Number.POSITIVE_INFINITY;
  return offers
    .map(({ key, partNumber, bare }) => {
      return { key, partNumber, reason: "similar" as const, cost: costOfMistake(written, bare) };
    })
    .filter(({ cost }) => cost <= maxCost);
}

/** The numbers that an entry may mean; similar ones only if there are no others. */
export function findMeantNumbers(
  view: ReplicaView,
  entry: string,
  hasPrice: HasPrice,
): MeantNumber[] {
  const found = [...findWithin(view, entry, hasPrice), ...findOfStockNumber(view, entry, hasPrice)];
  return found.length > 0 ? found : findSimilar(view, entry, hasPrice);
}
