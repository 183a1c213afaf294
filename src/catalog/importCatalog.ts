// The import of a catalog file. Invariant: all of it happens in one transaction, and a dry run is
// the same transaction, rolled back: so it counts what the import would do, and nothing else.
import { copyRows } from "../db/copyRows.ts";
import type { Session } from "../db/database.ts";
import { runSessionTransaction } from "../db/sessionTransaction.ts";
import type { RecordBatches } from "../files/fileRecord.ts";
import { describeIgnoredColumns } from "../imports/feedColumns.ts";
import { createFeedRefusals, type Refusal, type RefusalGroup } from "../imports/feedRefusals.ts";
import { type FeedReader, type ImportOutlets, openFeed, stageFeed } from "../imports/stageFeed.ts";
import { type CertificateTally, createCertificateTally } from "./certificateTally.ts";
import {
  analyzeOffers,
  analyzeStaging,
  createStaging,
  discontinueAbsentOffers,
  encodeOffer,
  encodeRefusedKey,
  insertStagedOffers,
  lockImports,
  selectCatalogCodes,
  selectVendorTwins,
  stagedColumns,
  stagingTable,
  tryLockImports,
  updateStagedOffers,
} from "./importQueries.ts";
import { looksRewritten } from "./looksRewritten.ts";
import { offerColumns } from "./offerColumns.ts";
import { type OfferFeed, type OfferReading, readOfferRecord } from "./readOfferRecord.ts";
import { refuseCycles } from "./refuseCycles.ts";

export type CatalogImportOptions = ImportOutlets & {
  /** The vendor of every row; null where the file says it. A clean text, see `cleanText`. */
  readonly vendor: string | null;
  /** Whether offers of the file's vendors that it does not have are discontinued. */
  readonly replace: boolean;
  readonly dryRun: boolean;
};

/** What an import did, or in a dry run would do. Counts are of offers, `refused` of rows. */
export type CatalogImport = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deactivated: number;
  readonly refused: number;
  readonly refusals: readonly Refusal[];
  readonly groups: readonly RefusalGroup[];
  readonly warnings: readonly string[];
};

/** What is learnt of the rows on the way. */
type Findings = {
  accepted: number;
  /** Vendors of refused rows whose part number could not be read; null among them: any vendor. */
  readonly doubtful: Set<string | null>;
  rewritten: number;
  firstRewritten: string;
  readonly certificates: CertificateTally;
};

function createReader(
  feed: OfferFeed,
  replace: boolean,
  findings: Findings,
): FeedReader<OfferReading> {
  return {
    read: (row) => readOfferRecord(row, feed),
    identityOf: ({ key }) => {
      const parts = [key.partNumberKey, key.vendor, key.condition, key.unitOfMeasure];
      return parts.includes(null) ? null : parts.join("\n");
    },
    encode({ key, offer, cells, unknownCertificates }, line, refused) {
      if (offer !== null && !refused) {
        findings.accepted += 1;
        findings.certificates.note(unknownCertificates, line);
        if (looksRewritten(offer.partNumber)) {
          findings.rewritten += 1;
          if (findings.rewritten === 1) {
            findings.firstRewritten = `"${offer.partNumber}" on line ${line}`;
          }
        }
        return encodeOffer(offer, line, cells);
      }
      if (!replace) return "";
      if (key.partNumberKey !== null) return encodeRefusedKey(key);
      findings.doubtful.add(key.vendor);
      return "";
    },
  };
}

/** Waits until no other import is writing; from then on it is this one's turn. */
async function takeTurn(session: Session, onStep: ImportOutlets["onStep"]): Promise<void> {
  if (await tryLockImports(session)) return;
  onStep({ kind: "waiting" });
  await lockImports(session);
}

type Written = Pick<CatalogImport, "created" | "updated" | "deactivated" | "warnings">;

async function writeStaged(
  session: Session,
  findings: Findings,
  options: CatalogImportOptions,
  now: Date,
): Promise<Written> {
  options.onStep({ kind: "writing", rows: findings.accepted });
  const changed = await updateStagedOffers(session, now);
  const { created, updated } = await insertStagedOffers(session, now);
  const spared = [...findings.doubtful].filter((vendor) => vendor !== null);
  const deactivated =
    options.replace && !findings.doubtful.has(null)
      ? await discontinueAbsentOffers(session, spared, now)
      : 0;
  const twins = created === 0 ? [] : await selectVendorTwins(session);
  const warnings = twins.map(
    ({ vendor, twin }) => `"${vendor}" and "${twin}" are two vendors: only their case differs.`,
  );
  return { created, updated: changed + updated, deactivated, warnings };
}

function listWarnings(findings: Findings, replace: boolean): string[] {
  const warnings = findings.certificates.listWarnings();
  if (findings.rewritten > 0) {
    warnings.push(
      `${findings.rewritten} part numbers look as if a spreadsheet had rewritten them, the first ` +
        `${findings.firstRewritten}.`,
    );
  }
  if (replace && findings.accepted === 0) {
    warnings.push("No row was accepted, so no offer was discontinued.");
  } else if (replace && findings.doubtful.size > 0) {
    const vendors = findings.doubtful.has(null)
      ? "any vendor"
      : [...findings.doubtful].map((vendor) => `"${vendor}"`).join(", ");
    warnings.push(
      "The part number of some refused rows could not be read. They may mean any offer, so no " +
        `offer of ${vendors} was discontinued.`,
    );
  }
  return warnings;
}

/** Fewer changes than this leave the planner's picture of the offers as good as it was. */
const analyzeFrom = 1_000;

/**
 * Reads a catalog file and makes the offers what it says. Rows that are refused leave their offer
 * as it is, and an offer that is as its row says is not written. With `replace`, an offer of the
 * file's vendors is discontinued only where no row can have meant it, a refused one included: if a
 * refused row does not even say which part it is, none of that vendor's is. Throws
 * `UnreadableFile`, and then nothing is written.
 */
export async function importCatalog(
  session: Session,
  batches: RecordBatches,
  options: CatalogImportOptions,
  now: Date,
): Promise<CatalogImport> {
  const { vendor, replace, dryRun, refusedRows, onStep } = options;
  const feed = await openFeed(batches, offerColumns(vendor !== null), refusedRows);
  const codes = await selectCatalogCodes(session);
  const refusals = createFeedRefusals(refusedRows);
  const findings: Findings = {
    accepted: 0,
    doubtful: new Set(),
    rewritten: 0,
    firstRewritten: "",
    certificates: createCertificateTally(),
  };
  const reader = createReader({ codes, vendor }, replace, findings);
  const written = await runSessionTransaction(session, async () => {
    await createStaging(session);
    const rows = stageFeed(feed, reader, refusals, onStep);
    await copyRows(session, stagingTable, stagedColumns, rows);
    await analyzeStaging(session);
    await takeTurn(session, onStep);
    findings.accepted -= await refuseCycles(session, refusals);
    await refusedRows?.end();
    const result = await writeStaged(session, findings, options, now);
    return { result, keep: !dryRun };
  });
  const { created, updated, deactivated } = written;
  if (!dryRun && created + updated + deactivated >= analyzeFrom) await analyzeOffers(session);
  return {
    created,
    updated,
    unchanged: findings.accepted - created - updated,
    deactivated,
    refused: refusals.countRows(),
    refusals: refusals.listFirst(),
    groups: refusals.listGroups(),
    warnings: [
      ...describeIgnoredColumns(feed.columns),
      ...listWarnings(findings, replace),
      ...written.warnings,
    ],
  };
}
