// The import of an account's agreement. Invariant: it is one transaction, which a dry run rolls
// back. It reads and writes no other account's rules.

import type { Account } from "../../accounts/account.ts";
import { selectAccount } from "../../accounts/queries.ts";
import { selectCatalogCodes } from "../../catalog/codeQueries.ts";
import { selectVendors } from "../../catalog/queries.ts";
import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session, Transaction } from "../../db/database.ts";
import type { ConductedRun, RunContext } from "../../imports/conductRun.ts";
import { agreementColumns } from "../../imports/file.ts";
import {
  checkPriceMoves,
  checkSmallDiscounts,
  maxNamedMoves,
  type SmallDiscounts,
} from "../../imports/guardRails.ts";
import { checkFeed, type Feed, type FeedSource, importFeed } from "../../imports/rows/feed.ts";
import { type FeedReader, stageFeed } from "../../imports/rows/stageFeed.ts";
import type { RunRequest } from "../../imports/run.ts";
import { utcDay } from "../../kit/day.ts";
import { groupDigits } from "../../kit/money.ts";
import { UnreadableFile } from "../../reading/files/fileRecord.ts";
import { type PriceDoubt, selectStagedDoubts } from "./priceDoubtQueries.ts";
import { selectRuleMoves } from "./priceMoveQueries.ts";
import {
  type AgreementFeed,
  type AgreementRow,
  readAgreementRecord,
} from "./readAgreementRecord.ts";
import {
  analyzeStagedRules,
  createRuleStaging,
  dropRulesInForce,
  encodeRule,
  lockAgreement,
  selectUnknownParts,
  stagedRuleColumns,
  stagedRulesTable,
  type UnknownParts,
  upsertStagedRules,
} from "./stagedRuleQueries.ts";

type AgreementSource = Feed & { readonly account: Account };

/** Loads what the rows of an agreement are validated against. */
export async function loadAgreementFeed(
  tx: Transaction,
  { currency }: Account,
  now: Date,
): Promise<AgreementFeed> {
  const { conditions } = await selectCatalogCodes(tx);
  const vendors = Map.groupBy(await selectVendors(tx), (vendor) => vendor.toLowerCase());
  return { conditions, vendors, currency, today: utcDay(now) };
}

function createReader(
  feed: AgreementFeed,
  onAccepted: (rule: AgreementRow, line: number) => void,
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
    encode: (rule, line, refused) => {
      if (rule === null || refused) return "";
      onAccepted(rule, line);
      return encodeRule(rule);
    },
  };
}

function addSmallDiscount(small: SmallDiscounts, { discount }: AgreementRow, line: number): void {
  if (small.count === 0) small.first = `${(discount ?? 0) / 100} on line ${groupDigits(line)}`;
  small.count += 1;
}

/** Reads the file into the staging table; returns what is known of its rules, and warnings. */
async function stageRules(run: RunContext, feed: AgreementSource) {
  const { account, request, tally } = feed;
  let accepted = 0;
  const small = { count: 0, first: "" };
  const agreementFeed = await loadAgreementFeed(run.tx, account, request.now);
  const reader = createReader(agreementFeed, (rule, line) => {
    accepted += 1;
    if (rule.mayBeFraction) addSmallDiscount(small, rule, line);
  });
  const { rows, warnings } = await stageFeed(run, feed, agreementColumns, reader);
  await createRuleStaging(run.tx);
  await copyRows(run.tx, stagedRulesTable, stagedRuleColumns, rows);
  await feed.refusedRows?.end();
  run.reportProgress({ step: "writing", rows: accepted, rowsInAll: tally.rows });
  return { accepted, small, warnings };
}

function describeUnknown({ count, first }: UnknownParts): string[] {
  if (count === 0) return [];
  const more = count > first.length ? " and more" : "";
  return [`Not in the catalog: ${first.join(", ")}${more} (${groupDigits(count)}).`];
}

const maxNamedPrices = 5;

const doubtTexts: Readonly<Record<PriceDoubt, string>> = {
  above: "above the list price",
  below: "far below the list price",
  currency: "in a different currency from the account and the list price",
};

/** Contract prices far from the list price apply, but may be a mistake. */
async function listPriceDoubts(
  tx: Transaction,
  { account: { currency }, limits }: AgreementSource,
  today: string,
): Promise<string[]> {
  const compared = { today, currency, percent: limits.priceMove };
  const doubts = await selectStagedDoubts(tx, compared, maxNamedPrices);
  return [...doubts].map(([doubt, { count, first }]) => {
    const prices =
      count === 1 ? "1 contract price is" : `${groupDigits(count)} contract prices are`;
    const apply = count === 1 ? "applies" : "apply";
    const named = first.map(
      ({ subject, price, listPrice }) => `${subject}, ${price}, list price from ${listPrice}`,
    );
    const more = count > first.length ? "; and more" : "";
    return `${prices} ${doubtTexts[doubt]} and still ${apply}: ${named.join("; ")}${more}.`;
  });
}

async function work(run: RunContext, feed: AgreementSource) {
  const { account, limits, request, refusals, tally } = feed;
  const { tx } = run;
  const { accountId } = account;
  const today = utcDay(request.now);
  const { accepted, small, warnings } = await stageRules(run, feed);
  await analyzeStagedRules(tx);
  await lockAgreement(tx, accountId);
  const unknown = await selectUnknownParts(tx);
  const doubts = await listPriceDoubts(tx, feed, today);
  warnings.push(...describeUnknown(unknown), ...doubts);
  await dropRulesInForce(tx, accountId, today);
  const moves = await selectRuleMoves(tx, accountId, limits.priceMove, maxNamedMoves);
  const stops = [
    ...(await checkFeed(tx, feed)),
    ...checkPriceMoves(moves, "rule", limits),
    ...checkSmallDiscounts(small),
  ];
  // A run that stops is rolled back, so what it would do is counted by doing it.
  const { created, updated } = await upsertStagedRules(tx, accountId, run.runId, request.now);
  const counts = {
    created,
    updated,
    unchanged: accepted - created - updated,
    refused: refusals.countRows(),
    unknown_parts: unknown.count,
    rows: tally.rows,
  };
  return { counts, stops, warnings };
}

/**
 * Applies an agreement file to the account's rules. Rules that are not in the file stay unchanged.
 * A rule without a first day starts today, unless it equals the rule in force. Throws
 * `UnreadableFile` and `RunCancelled`, and then nothing is written.
 */
export function importAgreement(
  db: Database,
  session: Session,
  source: FeedSource,
  request: RunRequest,
): Promise<ConductedRun> {
  return importFeed(db, session, source, request, async (run, feed) => {
    const account = await selectAccount(run.tx, request.accountId ?? "");
    if (account === undefined) {
      throw new UnreadableFile("The account of the agreement no longer exists.");
    }
    return work(run, { ...feed, account });
  });
}
