// What the paths of the console name: an id becomes a row, or the answer is 404.

import { type OperatorAccount, selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { type CatalogPart, loadCatalogPart } from "../catalog/loadCatalogPart.ts";
import type { StoredOfferTexts } from "../catalog/offerTexts.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { selectOfferTexts } from "../imports/offers/editOffer.ts";
import {
  type OperatorKeyRequest,
  selectOperatorKeyRequest,
} from "../keyRequests/operatorKeyRequestQueries.ts";
import { type OperatorKey, selectOperatorKey } from "../keys/operatorKeyQueries.ts";
import type { Load } from "../kit/site/routes.ts";
import { selectRuleTexts } from "../prices/agreements/ruleEditQueries.ts";
import { isRuleId, type RuleTexts } from "../prices/agreements/ruleTexts.ts";
import type { QuoteRequest } from "../quotes/quoteRequest.ts";
import { selectQuoteRequest } from "../quotes/quoteRequestQueries.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import type { ConsoleContext } from "./consoleContext.ts";

type ConsoleLoad<Loaded> = Load<ConsoleContext, SignedInOperator, Loaded>;

/** Loads the row whose UUID is the parameter `name`. */
function byUuid<Row>(
  name: string,
  select: (db: Database, id: string) => Promise<Row | undefined>,
): ConsoleLoad<Row> {
  return async ({ db }, visit) => {
    const id = visit.param(name);
    return isUuid(id) ? select(db, id) : undefined;
  };
}

export const account: ConsoleLoad<OperatorAccount> = byUuid("account", selectOperatorAccount);

export const key: ConsoleLoad<OperatorKey> = byUuid("key", selectOperatorKey);

export const keyRequest: ConsoleLoad<OperatorKeyRequest> = byUuid(
  "request",
  selectOperatorKeyRequest,
);

export const quoteRequest: ConsoleLoad<QuoteRequest> = byUuid("request", (db, id) =>
  selectQuoteRequest(db, id, null),
);

const maxPartNumberLength = 200;

/** A part has at least one offer. */
export type PartWithOffers = CatalogPart & { readonly firstOffer: ListedOffer };

export const part: ConsoleLoad<PartWithOffers> = async ({ replica }, visit) => {
  const number = visit.param("number").slice(0, maxPartNumberLength);
  const found = replica.read((view) => loadCatalogPart(view, number, visit.now));
  const [firstOffer] = found?.offers ?? [];
  return found && firstOffer && { ...found, firstOffer };
};

export type EditedOffer = { readonly offerId: OfferId; readonly texts: StoredOfferTexts };

const maxOfferId = 2 ** 48;

export const offer: ConsoleLoad<EditedOffer> = async ({ db }, visit) => {
  const text = visit.param("offer");
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id >= maxOfferId) return undefined;
  const offerId = id as OfferId;
  const texts = await selectOfferTexts(db, offerId);
  return texts && { offerId, texts };
};

/** A rule of an account's agreement; `rule` is null for one that is being added. */
export type RuleOfAccount<Rule = null | { readonly ruleId: string; readonly texts: RuleTexts }> = {
  readonly account: OperatorAccount;
  readonly rule: Rule;
};

export const newRule: ConsoleLoad<RuleOfAccount> = async (context, visit) => {
  const of = await account(context, visit);
  return of && { account: of, rule: null };
};

export type StoredRuleOfAccount = RuleOfAccount<NonNullable<RuleOfAccount["rule"]>>;

export const rule: ConsoleLoad<StoredRuleOfAccount> = async (context, visit) => {
  const of = await account(context, visit);
  const ruleId = visit.param("rule");
  if (of === undefined || !isRuleId(ruleId)) return undefined;
  const texts = await selectRuleTexts(context.db, of.accountId, ruleId);
  return texts && { account: of, rule: { ruleId, texts } };
};
