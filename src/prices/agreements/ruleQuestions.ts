// What is asked before a typed rule is stored: each is legal, and mostly a mistake.
import { createHash } from "node:crypto";
import type { AccountId } from "../../accounts/account.ts";
import type { Queryable } from "../../db/database.ts";
import { formatReportedPrice } from "../../imports/run.ts";
import { formatMoney, toStoredPrice } from "../../kit/price.ts";
import type { AgreementRule } from "../agreement.ts";
import type { AgreementRow } from "./readAgreementRecord.ts";
import {
  type ListPrices,
  selectListPrices,
  selectNearNumbers,
  selectRulesInForce,
  selectSpelling,
  usesCurrency,
} from "./ruleQuestionQueries.ts";

/** A rule as typed, for an account. `ruleId` is null if it is added. */
type TypedRule = {
  readonly accountId: AccountId;
  readonly ruleId: string | null;
  readonly typed: AgreementRow;
  /** How far a price may be from the list price, in percent. */
  readonly limitPercent: number;
};

export type RuleQuestions = {
  /** One sentence each; empty to store the rule without asking. */
  readonly questions: readonly string[];
  /** Rules of the same part and break that are in force and started before. */
  readonly earlier: readonly AgreementRule[];
};

/** What a form sends back to say that these questions were shown. */
export function questionsVersion(questions: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(questions)).digest("base64url").slice(0, 16);
}

async function askForPart(db: Queryable, { partNumber, partNumberKey }: AgreementRow) {
  if (partNumber === null || partNumberKey === null) return [];
  if ((await selectSpelling(db, partNumberKey)) !== undefined) return [];
  const near = await selectNearNumbers(db, partNumber);
  const remedy =
    near.length === 0
      ? "The rule applies to nothing until an offer has this number."
      : `Did you mean ${near.join(" or ")}?`;
  return [`${partNumber} is not in the catalog. ${remedy}`];
}

function formatList({ currency, lowest, highest }: ListPrices): string {
  const least = formatReportedPrice(`${currency} ${lowest}`);
  return lowest === highest
    ? least
    : `${least} to ${formatReportedPrice(`${currency} ${highest}`)}`;
}

async function askForPrice(db: Queryable, rule: TypedRule) {
  const { typed, limitPercent } = rule;
  const { price } = typed;
  if (price === null || typed.partNumberKey === null) return [];
  const stored = toStoredPrice(price);
  const prices = await selectListPrices(db, typed, String(stored), limitPercent);
  if (prices.length === 0) return [];
  const named = `${formatMoney(price)} per unit`;
  const same = prices.find(({ currency }) => currency === price.currency);
  if (same === undefined) {
    if (await usesCurrency(db, rule.accountId, rule.ruleId, price.currency)) return [];
    const list = prices.map(formatList).join(", ");
    return [`${named} is in a different currency from the list price, ${list}.`];
  }
  if (!same.moves) return [];
  return [`${named} differs from the list price, ${formatList(same)}, by over ${limitPercent}%.`];
}

function describeOther({ term, validFrom, validTo }: AgreementRule): string {
  const what = term.kind === "price" ? formatMoney(term.price) : `${term.basisPoints / 100}% off`;
  return `${what} from ${validFrom}${validTo === null ? "" : ` to ${validTo}`}`;
}

/** Finds what to ask before a rule is stored. */
export async function findRuleQuestions(db: Queryable, rule: TypedRule): Promise<RuleQuestions> {
  const { accountId, ruleId, typed } = rule;
  const others = await selectRulesInForce(db, accountId, ruleId, typed);
  const beside = others.map(
    (other) => `Another rule for the same quantity is in force: ${describeOther(other)}.`,
  );
  return {
    questions: [...(await askForPart(db, typed)), ...(await askForPrice(db, rule)), ...beside],
    earlier: others.filter(({ validFrom }) => validFrom < typed.validFrom),
  };
}
