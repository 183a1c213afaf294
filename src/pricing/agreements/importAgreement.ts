// The import of an account's agreement. Invariant: it is one transaction, which a dry run rolls
// back. It reads and writes no other account's rules.
import type { Account, AccountId } from "../../accounts/account.ts";
import { selectCatalogCodes } from "../../catalog/import/importQueries.ts";
import { selectVendors } from "../../catalog/queries.ts";
import { utcDay } from "../../day.ts";
import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session, Transaction } from "../../db/database.ts";
import {
  checkFeed,
  checkSameFile,
  createEmptyReport,
  type ReadFeed,
} from "../../imports/checkFeed.ts";
import { type ConductedRun, conductRun, type RunContext } from "../../imports/conductRun.ts";
import { describeIgnoredColumns } from "../../imports/feedColumns.ts";
import { describeReadingProgress, type FeedFile } from "../../imports/feedFile.ts";
import { createFeedRefusals } from "../../imports/feedRefusals.ts";
import { checkPriceMoves, maxReportedMoves } from "../../imports/guardRails.ts";
import { createImportRequest, type ImportOptions } from "../../imports/importOptions.ts";
import type { RunReport } from "../../imports/importRun.ts";
import {
  createFeedTally,
  describeReadFile,
  type FeedReader,
  openFeed,
  stageFeed,
} from "../../imports/stageFeed.ts";
import { listAgreementIssues, maxComparedRules } from "./agreementIssues.ts";
import { selectRuleMoves } from "./priceMoveQueries.ts";
import {
  type AgreementFeed,
  type AgreementRow,
  agreementColumns,
  readAgreementRecord,
} from "./readAgreementRecord.ts";
import {
  analyzeStagedRules,
  createRuleStaging,
  dropRulesInForce,
  encodeRule,
  lockAgreement,
  recordTouchedScopes,
  selectRulesOfTouchedScopes,
  selectUnknownParts,
  stagedRuleColumns,
  stagedRulesTable,
  upsertStagedRules,
} from "./stagedRuleQueries.ts";

export type AgreementImportOptions = ImportOptions & { readonly account: Account };

function groupByLowerCase(vendors: readonly string[]): Map<string, readonly string[]> {
  return Map.groupBy(vendors, (vendor) => vendor.toLowerCase());
}

async function loadFeed(tx: Transaction, account: Account, now: Date): Promise<AgreementFeed> {
  const { conditions } = await selectCatalogCodes(tx);
  const vendors = groupByLowerCase(await selectVendors(tx));
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
    // An agreement belongs to its account, whatever the vendors of its parts.
    vendorOf: () => null,
    encode: (rule, _line, refused) => {
      if (rule === null || refused) return "";
      onAccepted();
      return encodeRule(rule);
    },
  };
}

type Feed = ReadFeed & {
  readonly options: AgreementImportOptions;
};

/** Reads the file into the staging table; returns the count of accepted rules and warnings. */
async function stageFile(run: RunContext, feed: Feed) {
  const { file, options, request, refusals, tally } = feed;
  const { tx } = run;
  const opened = await openFeed(
    file.batches,
    agreementColumns,
    options.mapping,
    options.refusedRows,
  );
  let accepted = 0;
  const reader = createReader(await loadFeed(tx, options.account, request.now), () => {
    accepted += 1;
  });
  await createRuleStaging(tx);
  const rows = stageFeed(opened, reader, refusals, tally, () =>
    run.reportProgress(describeReadingProgress(file, tally.rows)),
  );
  await copyRows(tx, stagedRulesTable, stagedRuleColumns, rows);
  run.recordFile(describeReadFile(file, tally));
  await options.refusedRows?.end();
  run.reportProgress({ step: "writing", rows: accepted, rowsInAll: tally.rows });
  return { accepted, warnings: describeIgnoredColumns(opened.columns) };
}

/** Price moves listed when a guard rail stops the run. */
const maxNamedMoves = 5;

async function work(run: RunContext, feed: Feed): Promise<RunReport> {
  const { options, request, refusals, tally } = feed;
  const { tx } = run;
  const { accountId } = options.account;
  const same = await checkSameFile(tx, request);
  if (run.stopsAt(same)) return createEmptyReport(same);
  const { accepted, warnings } = await stageFile(run, feed);
  await analyzeStagedRules(tx);
  await lockAgreement(tx, accountId);
  const unknown = await selectUnknownParts(tx);
  const scopeCount = await recordTouchedScopes(tx);
  if (unknown.count > 0) {
    const more = unknown.count > unknown.first.length ? " and more" : "";
    warnings.push(`Not in the catalog: ${unknown.first.join(", ")}${more} (${unknown.count}).`);
  }
  await dropRulesInForce(tx, accountId, utcDay(request.now));
  const over = options.limits.priceMove;
  const moves = await selectRuleMoves(tx, accountId, over, maxNamedMoves);
  const { widest } = await selectRuleMoves(tx, accountId, 0, maxReportedMoves);
  const stops = [
    ...same,
    ...(await checkFeed(tx, feed)),
    ...checkPriceMoves(moves, "rule", options.limits),
  ];
  // A run that stops is rolled back, so what it would do is counted by doing it.
  const { created, updated } = await upsertStagedRules(tx, accountId, run.runId, request.now);
  warnings.push(...(await reviewAgreement(tx, accountId, scopeCount, utcDay(request.now))));
  return {
    counts: {
      created,
      updated,
      unchanged: accepted - created - updated,
      refused: refusals.countRows(),
      unknown_parts: unknown.count,
      rows: tally.rows,
    },
    stops,
    refusals: refusals.listFirst(),
    groups: refusals.listGroups(),
    cleaned: tally.cleaned,
    moves: widest,
    warnings,
  };
}

/**
 * Applies an agreement file to the account's rules. Rules that are not in the file stay unchanged.
 * A rule without a first day starts today, unless it equals the rule in force. Throws
 * `UnreadableFile` and `RunCancelled`, and then nothing is written.
 */
export function importAgreement(
  db: Database,
  session: Session,
  file: FeedFile,
  options: AgreementImportOptions,
  now: Date,
): Promise<ConductedRun> {
  const { accountId } = options.account;
  const subject = { kind: "agreement", mode: "merge", vendor: null, accountId } as const;
  const request = createImportRequest(subject, options, now);
  const feed: Feed = {
    file,
    options,
    request,
    refusals: createFeedRefusals(options.refusedRows),
    tally: createFeedTally(),
  };
  return conductRun(db, session, request, options.onProgress, (run) => work(run, feed));
}

const scopesPerBatch = 200;
const maxNamedIssues = 10;

/**
 * The issues of the touched scopes as sentences: the first ten, and the total if there are more.
 * Requires `recordTouchedScopes` in this transaction. Loads the scopes in batches, to use little
 * memory for an agreement of any size.
 */
async function reviewAgreement(
  tx: Transaction,
  accountId: AccountId,
  scopeCount: number,
  today: string,
): Promise<string[]> {
  const named: string[] = [];
  let count = 0;
  for (let start = 0; start < scopeCount; start += scopesPerBatch) {
    const places = { after: start, to: start + scopesPerBatch };
    const scopes = await selectRulesOfTouchedScopes(tx, accountId, places, maxComparedRules + 1);
    for (const rules of scopes) {
      const issues = listAgreementIssues(rules, today);
      count += issues.length;
      named.push(...issues.slice(0, maxNamedIssues - named.length));
    }
  }
  if (count <= maxNamedIssues) return named;
  return [
    ...named,
    `${count} overlaps, gaps and unusual breaks in total; the first ${maxNamedIssues} are listed.`,
  ];
}
