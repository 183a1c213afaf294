// The import of an account's agreement. Invariant: all of it happens in one transaction, and a dry
// run is the same transaction, rolled back. No other account's rules are read or written.
import type { Account } from "../accounts/account.ts";
import { selectCatalogCodes } from "../catalog/importQueries.ts";
import { utcDay } from "../day.ts";
import { copyRows } from "../db/copyRows.ts";
import type { Session } from "../db/database.ts";
import { runSessionTransaction } from "../db/sessionTransaction.ts";
import { type RecordBatches, UnreadableFile } from "../files/fileRecord.ts";
import { describeIgnoredColumns } from "../imports/feedColumns.ts";
import { createFeedRefusals, type Refusal, type RefusalGroup } from "../imports/feedRefusals.ts";
import { type FeedReader, type ImportOutlets, openFeed, stageFeed } from "../imports/stageFeed.ts";
import {
  createRuleStaging,
  dropRulesInForce,
  encodeRule,
  lockAgreement,
  noteTouchedScopes,
  selectUnknownParts,
  selectVendors,
  stagedRuleColumns,
  stagedRulesTable,
  upsertStagedRules,
} from "./agreementQueries.ts";
import {
  type AgreementFeed,
  type AgreementRow,
  agreementColumns,
  readAgreementRecord,
} from "./readAgreementRecord.ts";
import { reviewAgreement } from "./reviewAgreement.ts";

export type AgreementImportOptions = ImportOutlets & {
  readonly account: Account;
  readonly dryRun: boolean;
};

/** What an import did, or in a dry run would do. Counts are of rules, `refused` of rows. */
export type AgreementImport = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Part numbers with rules that the catalog does not have, or not yet. */
  readonly unknownParts: number;
  readonly refusals: readonly Refusal[];
  readonly groups: readonly RefusalGroup[];
  readonly warnings: readonly string[];
};

function groupByLowerCase(vendors: readonly string[]): Map<string, readonly string[]> {
  return Map.groupBy(vendors, (vendor) => vendor.toLowerCase());
}

async function loadFeed(session: Session, account: Account, now: Date): Promise<AgreementFeed> {
  const { conditions } = await selectCatalogCodes(session);
  const vendors = groupByLowerCase(await selectVendors(session));
  return { conditions, vendors, currency: account.currency, today: utcDay(now) };
}

function createReader(
  feed: AgreementFeed,
  onAccepted: () => void,
): FeedReader<AgreementRow | null> {
  return {
    read: (row) => readAgreementRecord(row, feed),
    identityOf: (rule) => {
      if (rule === null) return null;
      const { scope, partNumberKey, vendor, condition, minQuantity, validFrom } = rule;
      return JSON.stringify([scope, partNumberKey, vendor, condition, minQuantity, validFrom]);
    },
    encode: (rule, _line, refused) => {
      if (rule === null || refused) return "";
      onAccepted();
      return encodeRule(rule);
    },
  };
}

type Written = Pick<AgreementImport, "created" | "updated" | "unknownParts" | "warnings">;

async function writeStaged(session: Session, account: Account, now: Date): Promise<Written> {
  const { accountId } = account;
  await lockAgreement(session, accountId);
  const unknown = await selectUnknownParts(session);
  const scopeCount = await noteTouchedScopes(session);
  await dropRulesInForce(session, accountId, utcDay(now));
  const { created, updated } = await upsertStagedRules(session, accountId, now);
  const warnings: string[] = [];
  if (unknown.count > 0) {
    const more = unknown.count > unknown.first.length ? " and more" : "";
    warnings.push(`Not in the catalog: ${unknown.first.join(", ")}${more} (${unknown.count}).`);
  }
  warnings.push(...(await reviewAgreement(session, accountId, scopeCount, utcDay(now))));
  return { created, updated, unknownParts: unknown.count, warnings };
}

/**
 * Reads an agreement file and makes the account's rules what it says. Rules it does not have stay
 * as they are. A rule without a first day holds from today on, unless the one in force says the
 * same: that is unchanged. Throws `UnreadableFile`, and then nothing is written.
 */
export async function importAgreement(
  session: Session,
  batches: RecordBatches,
  options: AgreementImportOptions,
  now: Date,
): Promise<AgreementImport> {
  const { account, dryRun, refusedRows, onStep } = options;
  const opened = await openFeed(batches, agreementColumns, refusedRows);
  const { places } = opened.columns;
  if (!places.has("unit_price") && !places.has("discount_percent")) {
    throw new UnreadableFile("There must be a column unit_price or discount_percent.");
  }
  const feed = await loadFeed(session, account, now);
  const refusals = createFeedRefusals(refusedRows);
  let accepted = 0;
  const reader = createReader(feed, () => {
    accepted += 1;
  });
  const written = await runSessionTransaction(session, async () => {
    await createRuleStaging(session);
    const rows = stageFeed(opened, reader, refusals, onStep);
    await copyRows(session, stagedRulesTable, stagedRuleColumns, rows);
    await refusedRows?.end();
    onStep({ kind: "writing", rows: accepted });
    return { result: await writeStaged(session, account, now), keep: !dryRun };
  });
  const { created, updated } = written;
  return {
    ...written,
    unchanged: accepted - created - updated,
    refused: refusals.countRows(),
    refusals: refusals.listFirst(),
    groups: refusals.listGroups(),
    warnings: [...describeIgnoredColumns(opened.columns), ...written.warnings],
  };
}
