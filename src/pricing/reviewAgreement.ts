// The review of what an import has made of an agreement: all rules of the scopes its file touched,
// in pieces, so that an agreement of any size takes little memory.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { listAgreementIssues, maxComparedRules } from "./agreementIssues.ts";
import { selectRulesOfTouchedScopes } from "./agreementQueries.ts";

const scopesAtOnce = 200;
const maxNamed = 10;

/**
 * The flaws of the touched scopes as sentences: the first ten, and how many there are where there
 * are more. The scopes are those `recordTouchedScopes` has noted in this transaction.
 */
export async function reviewAgreement(
  db: Queryable,
  accountId: AccountId,
  scopeCount: number,
  today: string,
): Promise<string[]> {
  const named: string[] = [];
  let count = 0;
  for (let start = 0; start < scopeCount; start += scopesAtOnce) {
    const places = { after: start, to: start + scopesAtOnce };
    const scopes = await selectRulesOfTouchedScopes(db, accountId, places, maxComparedRules + 1);
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
