// Which manufacturer the rows of a file mean, among the offers of one part number, vendor,
// condition and unit of measure. Pure, and independent of the order of rows.
import {
  foldManufacturer,
  type Manufacturer,
  manufacturerKey,
} from "../../catalog/manufacturer.ts";

/** A manufacturer of offers or rows; a price and a name tell which row is like which offer. */
export type MadePart = Manufacturer & { readonly price: string; readonly name: string };

/**
 * The rows of a manufacturer; `content` is what they say besides quantity and manufacturer, null if
 * they differ.
 */
export type RowsOfMaker = MadePart & { readonly content: string | null };

/** The key of the offer that a row means, which exists or is new; or why it is not clear. */
export type ResolvedManufacturer = { readonly key: string } | { readonly reason: string };

const unclearManufacturer =
  "has a part number that several manufacturers make; add manufacturer or cage";
const unclearCage = "several CAGE codes of this manufacturer make this part number; add cage";

type Known = RowsOfMaker & { readonly key: string; readonly nameKey: string };

function describe(part: RowsOfMaker): Known {
  const nameKey = part.manufacturer === null ? "" : foldManufacturer(part.manufacturer);
  return { ...part, key: manufacturerKey(part), nameKey };
}

function countLikeness(row: Known, offer: Known): number {
  return 2 * Number(row.price === offer.price) + Number(row.name === offer.name);
}

function findLikest(rows: readonly Known[], offer: Known): Known | undefined {
  return rows.toSorted(
    (a, b) => countLikeness(b, offer) - countLikeness(a, offer) || (a.key < b.key ? -1 : 1),
  )[0];
}

/** Resolved rows by their own key, and the offers that none of them means. */
type Resolution = {
  readonly meant: Map<string, ResolvedManufacturer>;
  readonly free: Set<Known>;
};

function adopt({ meant, free }: Resolution, row: Known, offer: Known): void {
  meant.set(row.key, { key: offer.key });
  free.delete(offer);
}

/**
 * Each free offer for which there are candidates is adopted by the likest. `isKept` offers are left
 * to the rows that state no more than they do.
 */
function adoptLikest(
  resolution: Resolution,
  rows: readonly Known[],
  isCandidate: (row: Known, offer: Known) => boolean,
  isKept: (offer: Known) => boolean,
): void {
  for (const offer of [...resolution.free]) {
    const candidates = rows.filter(
      (row) => !resolution.meant.has(row.key) && isCandidate(row, offer),
    );
    const likest = findLikest(candidates, offer);
    if (likest !== undefined && !isKept(offer)) adopt(resolution, likest, offer);
  }
}

/** Rows with a name but no CAGE code mean the only code of that name. */
function resolveNames(
  resolution: Resolution,
  offers: readonly Known[],
  rows: readonly Known[],
): void {
  const coded = [...rows, ...offers].filter(({ cage }) => cage !== null);
  for (const row of rows) {
    if (row.cage !== null || row.nameKey === "" || resolution.meant.has(row.key)) continue;
    const sameName = coded.filter(({ nameKey }) => nameKey === row.nameKey);
    const cages = new Set(sameName.map(({ cage }) => cage));
    const [only] = sameName;
    if (only === undefined) continue;
    const found = resolution.meant.get(only.key) ?? { key: only.key };
    resolution.meant.set(row.key, cages.size > 1 ? { reason: unclearCage } : found);
  }
}

/**
 * Rows without a manufacturer mean the free offer without one, else the only manufacturer, unless
 * other rows name it and differ from them in more than quantity: then they are not `isOne` offer.
 */
function resolveUnnamed(
  { meant, free }: Resolution,
  offers: readonly Known[],
  isOne: boolean,
): ResolvedManufacturer {
  const keys = new Set(offers.map(({ key }) => key).filter((key) => key !== ""));
  for (const found of meant.values()) if ("key" in found) keys.add(found.key);
  const [only] = keys;
  if (only === undefined || [...free].some(({ key }) => key === "")) return { key: "" };
  if (keys.size > 1) return { reason: unclearManufacturer };
  return { key: isOne ? only : "" };
}

const never = () => false;
const isCoded = ({ cage }: Known) => cage !== null;

/** Resolves rows of distinct keys; the result is in their order. */
export function resolveManufacturers(
  offers: readonly MadePart[],
  rows: readonly RowsOfMaker[],
): ResolvedManufacturer[] {
  const known = offers.map((offer) => describe({ ...offer, content: null }));
  const described = rows.map(describe);
  const named = described.filter(({ key }) => key !== "");
  const all = [...known, ...named];
  const resolution: Resolution = { meant: new Map(), free: new Set(known) };
  const countKeys = (parts: readonly Known[]) => new Set(parts.map(({ key }) => key)).size;
  const codedNames = new Set(all.filter(isCoded).map(({ nameKey }) => nameKey));
  // A name that also has a code is no other manufacturer.
  const isOwn = (part: Known) => isCoded(part) || !codedNames.has(part.nameKey);
  const unnamed = described.find(({ key }) => key === "");
  const isOne = named.every((row) => row.content !== null && row.content === unnamed?.content);
  // A row that says as much as an offer leaves it to another one only if that is not doubtful.
  const isKept = (offer: Known) =>
    offer.key === ""
      ? unnamed !== undefined &&
        (!isOne || countKeys(all.filter((part) => part.key !== "" && isOwn(part))) > 1)
      : described.some(({ key }) => key === offer.key) &&
        countKeys(all.filter((part) => isCoded(part) && part.nameKey === offer.nameKey)) > 1;
  const isExact = (row: Known, offer: Known) => row.key === offer.key;
  const coded = named.filter(isCoded);
  const isSameName = (row: Known, offer: Known) =>
    !isCoded(offer) && offer.key !== "" && row.nameKey === offer.nameKey;
  adoptLikest(resolution, coded, isExact, never);
  adoptLikest(resolution, coded, isSameName, isKept);
  adoptLikest(resolution, named, isExact, never);
  adoptLikest(resolution, named.filter(isOwn), (_, offer) => offer.key === "", isKept);
  resolveNames(resolution, known, named);
  for (const { key } of named) {
    if (!resolution.meant.has(key)) resolution.meant.set(key, { key });
  }
  resolution.meant.set("", resolveUnnamed(resolution, known, isOne));
  return described.map(({ key }) => resolution.meant.get(key) as ResolvedManufacturer);
}
