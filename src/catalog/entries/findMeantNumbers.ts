// Which catalog numbers an entry means that is none itself: those within it, those of a national
// stock number in it, and, if there are none, those that it resembles. Only ever suggested.

import { normalizeDashes } from "../../imports/cleanText.ts";
import { barePartNumber, foldFullWidth } from "../partNumber.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import {
  type MeantOffer,
  selectOffersOfBare,
  selectOffersOfKeys,
  selectOffersOfNiins,
} from "./entryQueries.ts";
import { findLikelyNumber, listNumberRuns, type NumberRun } from "./numberRuns.ts";
import { costOfMistake, likelyCost, listSimilarNumbers } from "./similarNumbers.ts";

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
