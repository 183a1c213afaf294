// The import of an account's agreement. Invariant: all of it happens in one transaction, and a dry
// run is the same transaction, rolled back. No other account's rules are read or written.
import type { Account, AccountId } from "../../accounts/account.ts";
import { selectCatalogCodes } from "../../catalog/import/importQueries.ts";
import { selectVendors } from "../../catalog/queries.ts";
import { utcDay } from "../../day.ts";
import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session, Transaction } from "../../db/database.ts";
import { checkFeed, findSameFile, type ReadFeed, reportNothing } from "../../imports/checkFeed.ts";
import { type ConductedRun, conductRun, type RunContext } from "../../imports/conductRun.ts";
import { describeIgnoredColumns } from "../../imports/feedColumns.ts";
import { describeReadingProgress, type FeedFile } from "../../imports/feedFile.ts";
import { createFeedRefusals } from "../../imports/feedRefusals.ts";
import { checkPriceMoves, maxReportedMoves } from "../../imports/guardRails.ts";
import { type ImportOptions, importRequest } from "../../imports/importOptions.ts";
import type { RunReport } from "../../imports/importRun.ts";
import {
  createFeedTally,
  type FeedReader,
  openFeed,
  proveFile,
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
    // An agreement is its account's, whoever the parts are of.
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

/** Reads the file into the staging table; returns the rules accepted and what is to be said. */
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
  run.recordFile(proveFile(file, tally));
  await options.refusedRows?.end();
  run.reportProgress({ step: "writing", rows: accepted, rowsInAll: tally.rows });
  return { accepted, warnings: describeIgnoredColumns(opened.columns) };
}

/** So many moves are named where a guard rail stops. */
const mostNamed = 5;

async function work(run: RunContext, feed: Feed): Promise<RunReport> {
  const { options, request, refusals, tally } = feed;
  const { tx } = run;
  const { accountId } = options.account;
  const same = await findSameFile(tx, request);
  if (run.stopsAt(same)) return reportNothing(same);
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
  const moves = await selectRuleMoves(tx, accountId, over, mostNamed);
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
 * Reads an agreement file and makes the account's rules what it says. Rules it does not have stay
 * as they are. A rule without a first day holds from today on, unless the one in force says the
 * same: that is unchanged. Throws `UnreadableFile` and `RunCancelled`, and then nothing is written.
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
  const request = importRequest(subject, options, now);
  const feed: Feed = {
    file,
    options,
    request,
    refusals: createFeedRefusals(options.refusedRows),
    tally: createFeedTally(),
  };
  return conductRun(db, session, request, options.onProgress, (run) => work(run, feed));
}

const scopesAtOnce = 200;
const maxNamed = 10;

/**
 * The flaws of the touched scopes as sentences: the first ten, and how many there are where there
 * are more. The scopes are those `recordTouchedScopes` has noted in this transaction.
 */
export async function reviewAgreement(
  tx: Transaction,
  accountId: AccountId,
  scopeCount: number,
  today: string,
): Promise<string[]> {
  const named: string[] = [];
  let count = 0;
  for (let start = 0; start < scopeCount; start += scopesAtOnce) {
    const places = { after: start, to: start + scopesAtOnce };
    const scopes = await selectRulesOfTouchedScopes(tx, accountId, places, maxComparedRules + 1);
    for (const rules of scopes) {
      const flaws = listAgreementIssues(rules, today);
      count += flaws.length;
      named.push(...flaws.slice(0, maxNamed - named.length));
    }
  }
  if (count <= maxNamed) return named;
  return [
    ...named,
    `${count} overlaps, gaps and odd breaks in all; the first ${maxNamed} are named.`,
  ];
}
