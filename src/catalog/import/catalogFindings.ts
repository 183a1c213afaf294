import { createFaultGroups, type FaultGroups } from "../../imports/feedRefusals.ts";
import { createFirstLines } from "../../imports/repeats/firstLines.ts";
import type { FeedReader } from "../../imports/stageFeed.ts";
import { groupDigits } from "../../money.ts";
import type { Manufacturer } from "../identity/manufacturer.ts";
import { createSkippedRows } from "../identity/skippedRows.ts";
import { freeOfCharge, zeroPriceColumn } from "../readListPrice.ts";
import { encodeIdentity, encodeOffer } from "./importQueries.ts";
import {
  type CatalogRules,
  type OfferReading,
  type OfferRow,
  readOfferRecord,
} from "./readOfferRecord.ts";
import { seemsRewritten } from "./readPartNumber.ts";
import type { UnchangedOffers } from "./unchangedOffers.ts";

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

export function createFindings(): CatalogFindings {
  return {
    accepted: 0,
    repeated: 0,
    doubtful: new Set(),
    rewritten: 0,
    firstRewritten: "",
    unpriced: { empty: 0, zero: 0 },
    certificates: createCertificateTally(),
    unread: createFaultGroups(),
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
  feed: CatalogRules & { readonly excluded: ReadonlySet<number> },
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
    if (unchanged.has(offer)) {
      if (!replace && skipped.add(line, offer)) return "";
      return encodeUnchanged(reading, line, offer);
    }
    const mayBeWritten =
      offer.cage === null ||
      offer.supersededBy !== null ||
      feed.stock.mayBeOlder() ||
      feed.excluded.has(line);
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
