import type { Manufacturer } from "../../catalog/manufacturer.ts";
import {
  type CatalogRules,
  freeOfCharge,
  type OfferReading,
  type OfferRow,
  readOfferRecord,
  zeroPriceColumn,
} from "../../catalog/readOfferRecord.ts";
import { groupDigits } from "../../kit/money.ts";
import { detachText } from "../../reading/cleanText.ts";
import { seemsRewritten } from "../../reading/rewritten.ts";
import { createFirstLines, readDigestWord } from "../rows/firstLines.ts";
import type { FaultGroups } from "../rows/refusals.ts";
import type { FeedReader } from "../rows/stageFeed.ts";
import { digestBytes, digestOffer } from "./plannedQueries.ts";
import { encodeIdentity, encodeOffer } from "./stagingQueries.ts";

// The manufacturers of rows that are not staged because their offers are unchanged: a later row of
// the same part is compared with them. For millions of rows in little memory.
type SkippedRows = {
  /** Remembers the row of a line; false if there are too many manufacturers. */
  add(line: number, made: Manufacturer): boolean;
  /** The manufacturer of the row of a line, once; undefined if it was not added. */
  take(line: number): Manufacturer | undefined;
};

const minCapacity = 1 << 16;
const maxManufacturers = 100_000;

/** Creates an empty list. Four bytes per line, and each manufacturer once. */
function createSkippedRows(): SkippedRows {
  const known: Manufacturer[] = [];
  const places = new Map<string, number>();
  /** By line, the place in `known` counted from 1. */
  let made = new Uint32Array(minCapacity);

  function findPlace({ manufacturer, cage }: Manufacturer): number | undefined {
    const key = `${cage ?? ""}\n${manufacturer ?? ""}`;
    const place = places.get(key);
    if (place !== undefined || known.length >= maxManufacturers) return place;
    // Both are parts of a piece of the file, which they would keep in memory.
    const detach = (text: string | null) => text && detachText(text);
    const own = { manufacturer: detach(manufacturer), cage: detach(cage) };
    places.set(detachText(key), known.push(own));
    return known.length;
  }

  return {
    add(line, manufacturer) {
      const place = findPlace(manufacturer);
      if (place === undefined) return false;
      if (line >= made.length) {
        const larger = new Uint32Array(Math.max(made.length * 2, line + 1));
        larger.set(made);
        made = larger;
      }
      made[line] = place;
      return true;
    },
    take(line) {
      const place = made[line] ?? 0;
      if (place === 0) return undefined;
      made[line] = 0;
      return known[place - 1];
    },
  };
}

type CertificateTally = {
  /** Counts the unknown certificates of an accepted row. */
  add(unknown: readonly string[], line: number): void;
  /** At most one sentence. */
  listWarnings(): string[];
};

function createCertificateTally(): CertificateTally {
  let count = 0;
  let first = "";
  return {
    add(unknown, line) {
      const [name] = unknown;
      if (name === undefined) return;
      if (count === 0) first = `"${name}" on line ${groupDigits(line)}`;
      count += unknown.length;
    },
    listWarnings() {
      if (count === 0) return [];
      const noun = count === 1 ? "certificate" : "certificates";
      return [`${groupDigits(count)} unknown ${noun} kept as written; first: ${first}.`];
    },
  };
}

export type CatalogFindings = {
  accepted: number;
  /** Accepted rows of a part, vendor, condition and unit of measure that an earlier row has. */
  repeated: number;
  /** Vendors of refused rows without a readable part number; null stands for any vendor. */
  readonly doubtful: Set<string | null>;
  rewritten: number;
  firstRewritten: string;
  /** Accepted rows without a price, by what their cell had. */
  readonly unpriced: { empty: number; zero: number };
  readonly certificates: CertificateTally;
  /** Unreadable optional cells of accepted rows. */
  readonly unread: FaultGroups;
};

/** With more doubtful vendors, any vendor is doubtful. */
const maxDoubtful = 100;

export function createFindings(unread: FaultGroups): CatalogFindings {
  return {
    accepted: 0,
    repeated: 0,
    doubtful: new Set(),
    rewritten: 0,
    firstRewritten: "",
    unpriced: { empty: 0, zero: 0 },
    certificates: createCertificateTally(),
    unread,
  };
}

function addDoubtful(doubtful: Set<string | null>, vendor: string | null): void {
  doubtful.add(doubtful.size < maxDoubtful ? vendor : null);
}

function recordAccepted(
  findings: CatalogFindings,
  { partNumber }: OfferRow,
  { missingPrice, unknownCertificates, unread }: OfferReading,
  line: number,
): void {
  findings.accepted += 1;
  if (missingPrice !== null) findings.unpriced[missingPrice] += 1;
  findings.certificates.add(unknownCertificates, line);
  for (const fault of unread) findings.unread.add(line, fault);
  if (!seemsRewritten(partNumber)) return;
  findings.rewritten += 1;
  if (findings.rewritten === 1)
    findings.firstRewritten = `"${partNumber}" on line ${groupDigits(line)}`;
}

/** What rows of one offer have in common, whatever they state of its manufacturer. */
function joinIdentity({ partNumberKey, vendor, condition, unitOfMeasure }: OfferRow): string {
  return [partNumberKey, vendor, condition, unitOfMeasure].join("\n");
}

/**
 * Creates the reader of a catalog file, which adds to `findings`. If an offer is unchanged, only
 * its identity is staged, and only with `replace` or if another row is of the same part; that of a
 * refused row only with `replace`.
 */
export function createOfferReader(
  feed: CatalogRules,
  replace: boolean,
  findings: CatalogFindings,
  unchanged: UnchangedOffers,
): FeedReader<OfferReading> {
  const firstLines = createFirstLines();
  const skipped = createSkippedRows();

  function encodeUnchanged({ key }: OfferReading, line: number, made: Manufacturer): string {
    const { manufacturer, cage } = made;
    return encodeIdentity({ ...key, manufacturer, cage }, line, "unchanged");
  }

  function encodeAccepted(offer: OfferRow, reading: OfferReading, line: number): string {
    recordAccepted(findings, offer, reading, line);
    const { cells, unread } = reading;
    const earlier = firstLines.add(joinIdentity(offer), line);
    if (earlier !== null) {
      findings.repeated += 1;
      const made = skipped.take(earlier);
      const first = made === undefined ? "" : encodeUnchanged(reading, earlier, made);
      return first + encodeOffer(offer, line, cells, unread);
    }
    if (unread.length === 0 && unchanged.has(offer)) {
      if (!replace && skipped.add(line, offer)) return "";
      return encodeUnchanged(reading, line, offer);
    }
    const mayBeWritten = offer.cage === null || feed.stock.mayBeOlder();
    return encodeOffer(offer, line, mayBeWritten ? cells : null, unread);
  }

  return {
    read: (row) => readOfferRecord(row, feed),
    // Which rows repeat others depends on manufacturers: see `settleIdentities`.
    identityOf: () => null,
    vendorOf: ({ key }) => key.vendor,
    encode(reading, line, refused) {
      const { key, offer } = reading;
      if (offer !== null && !refused) return encodeAccepted(offer, reading, line);
      if (!replace) return "";
      if (key.partNumberKey !== null) {
        return encodeIdentity({ ...key, manufacturer: null, cage: null }, line, "refused");
      }
      addDoubtful(findings.doubtful, key.vendor);
      return "";
    },
  };
}

/** Warnings about the rows as a whole. */
export function listFindings(findings: CatalogFindings, replace: boolean): string[] {
  const warnings = findings.certificates.listWarnings();
  if (findings.rewritten > 0) {
    warnings.push(
      `${groupDigits(findings.rewritten)} part numbers look rewritten by a spreadsheet; first: ` +
        `${findings.firstRewritten}.`,
    );
  }
  const { zero } = findings.unpriced;
  if (zero > 0) {
    const rows = zero === 1 ? "1 row has" : `${zero} rows have`;
    warnings.push(
      `${rows} a price of 0, which is read as price on request. If 0 means free of charge, set ` +
        `${zeroPriceColumn} to ${freeOfCharge}.`,
    );
  }
  if (replace && findings.accepted === 0) {
    warnings.push("No row was accepted, so no offer was discontinued.");
  } else if (replace && findings.doubtful.size > 0) {
    const vendors = findings.doubtful.has(null)
      ? "any vendor"
      : [...findings.doubtful].map((vendor) => `"${vendor}"`).join(", ");
    warnings.push(
      "The part number of some refused rows could not be read. They could refer to any " +
        `offer, so no offer from ${vendors} was discontinued.`,
    );
  }
  return warnings;
}

// Recognizes rows that change nothing by the digests of the offers, without the database and for
// millions of offers in little memory.

export type UnchangedOffers = {
  /** Replaces the digests; each piece has one after the other. */
  load(pieces: readonly Buffer[]): void;
  /** Whether a row equals its offer. */
  has(offer: OfferRow): boolean;
};

const wordsPerDigest = digestBytes / 4;
const maxFillRatio = 0.7;

/** A table of digests, some places always free; a free place starts with 0. */
function createTable(count: number): Uint32Array {
  return new Uint32Array((Math.floor(count / maxFillRatio) + 1) * wordsPerDigest);
}

/** The first word, never 0. */
function readFirstWord(digest: string): number {
  return readDigestWord(digest, 0) || 1;
}

/** The place of a digest in a table, or the free place where it belongs. */
function findPlace(table: Uint32Array, digest: string): number {
  const first = readFirstWord(digest);
  const second = readDigestWord(digest, 1);
  const third = readDigestWord(digest, 2);
  const fourth = readDigestWord(digest, 3);
  let place = (first * wordsPerDigest) % table.length;
  while (
    table[place] !== 0 &&
    (table[place] !== first ||
      table[place + 1] !== second ||
      table[place + 2] !== third ||
      table[place + 3] !== fourth)
  ) {
    place = (place + wordsPerDigest) % table.length;
  }
  return place;
}

function putDigest(table: Uint32Array, digest: string): void {
  const place = findPlace(table, digest);
  table[place] = readFirstWord(digest);
  for (let word = 1; word < wordsPerDigest; word += 1) {
    table[place + word] = readDigestWord(digest, word);
  }
}

export function createUnchangedOffers(): UnchangedOffers {
  let table: Uint32Array | null = null;
  return {
    load(pieces) {
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      table = createTable(bytes / digestBytes);
      for (const piece of pieces) {
        for (let offset = 0; offset < piece.length; offset += digestBytes) {
          putDigest(table, piece.toString("latin1", offset, offset + digestBytes));
        }
      }
    },
    has(offer) {
      if (table === null) return false;
      return table[findPlace(table, digestOffer(offer))] !== 0;
    },
  };
}
