// Accepting options of a quote makes lines of a draft. Invariant: all or nothing, at the quoted
// prices, and never more than was quoted.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { limits } from "../kit/contract/limits.ts";
import { createDraft } from "../orders/drafts/createDraft.ts";
import {
  type AddedLine,
  type BrokenLimit,
  editDraft,
  type RefusedLine,
} from "../orders/drafts/editDraft.ts";
import { firstNeededDay, noInstructions } from "../orders/lineInstructions.ts";
import { noOrderTexts, type OrderTexts, type StoredOrder } from "../orders/order.ts";
import type { BuyerRequest, KeyRequest } from "../orders/orderEvent.ts";
import { listOptions, type QuoteRequest } from "./quoteRequest.ts";
import { selectQuoteRequest, updateQuoteState } from "./quoteRequestQueries.ts";

/** An option of a line, both by their numbers from 1, and how much of it. */
export type AcceptedOption = {
  readonly line: number;
  readonly option: number;
  readonly quantity: number;
};

/**
 * The lines of a draft that are accepted of a request: a remark that a line of an order can have,
 * and a day that has not passed. Undefined for an option that the current quote does not have.
 */
function toAddedLines(
  request: QuoteRequest,
  accepted: readonly AcceptedOption[],
  now: Date,
): readonly (AddedLine | undefined)[] {
  return accepted.map(({ line, option, quantity }) => {
    const found = listOptions(request, line).find((one) => one.option === option);
    const { remark = null, neededBy = null } = request.lines[line - 1] ?? {};
    if (found === undefined) return undefined;
    const instructions = {
      ...noInstructions,
      remark: remark !== null && [...remark].length <= limits.remarkLength ? remark : null,
      neededBy: neededBy !== null && neededBy >= firstNeededDay(now) ? neededBy : null,
    };
    return { offerId: found.offerId, quote: found, quantity, instructions };
  });
}

/** `orderId` is an open draft of a buyer; null: a new one, which has the texts, if any are given. */
export type Acceptance = {
  readonly requestId: string;
  readonly accepted: readonly AcceptedOption[];
  readonly orderId: string | null;
  readonly texts?: Partial<OrderTexts>;
};

/** `place` is that among the accepted; null: the draft had this line before. */
type RefusedOption = Pick<RefusedLine, "faults"> & { readonly place: number | null };

/**
 * "missing": the quote was corrected, or never had this option, at this place among the accepted.
 * "closed": the draft is no longer one. Except for "accepted" nothing was written.
 */
export type AcceptOutcome =
  | { readonly outcome: "accepted"; readonly order: StoredOrder }
  | { readonly outcome: "unknown" }
  | AcceptRefusal;

export type AcceptRefusal =
  | { readonly outcome: "closed" | "empty" }
  | { readonly outcome: "missing"; readonly place: number }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedOption[] }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit };

/** Finds what is accepted, and the lines that it becomes. */
async function loadAccepted(
  db: Queryable,
  accountId: AccountId,
  { requestId, accepted }: Acceptance,
  now: Date,
): Promise<
  | { readonly request: QuoteRequest; readonly added: readonly AddedLine[] }
  | Exclude<AcceptOutcome, { readonly outcome: "accepted" }>
> {
  const request = await selectQuoteRequest(db, requestId, accountId);
  if (request === undefined) return { outcome: "unknown" };
  if (accepted.length === 0) return { outcome: "empty" };
  const lines = toAddedLines(request, accepted, now);
  const place = lines.indexOf(undefined);
  if (place !== -1 || request.state === "withdrawn")
    return { outcome: "missing", place: Math.max(0, place) };
  return { request, added: lines.flatMap((line) => line ?? []) };
}

function placeRefused(
  lines: readonly RefusedLine[],
  added: readonly AddedLine[],
): readonly RefusedOption[] {
  return lines.map(({ quote, faults }) => {
    const place = added.findIndex((one) => one.quote?.optionId === quote?.optionId);
    return { faults, place: quote == null || place === -1 ? null : place };
  });
}

/**
 * Accepts options into a draft of the account of a buyer or a key, in the caller's transaction; use
 * `runOrderTransaction`. The quote is locked only once the draft is, as by an edit.
 */
export async function acceptQuote(
  tx: Transaction,
  by: BuyerRequest | KeyRequest,
  acceptance: Acceptance,
): Promise<AcceptOutcome> {
  const { now } = by;
  const { orderId, texts } = acceptance;
  const { accountId } = "signedIn" in by ? by.signedIn.account : by;
  const found = await loadAccepted(tx, accountId, acceptance, now);
  if ("outcome" in found) return found;
  const { request, added } = found;
  const stored =
    orderId !== null && "signedIn" in by
      ? await editDraft(tx, { ...by, orderId, version: null, edit: { added } })
      : await createDraft(tx, {
          ...by,
          ...noOrderTexts,
          poNumber: request.poNumber,
          ...texts,
          lines: added,
        });
  if (stored.outcome !== "created" && stored.outcome !== "edited") {
    if (stored.outcome === "outside limits") return stored;
    if (stored.outcome === "refused")
      return { ...stored, lines: placeRefused(stored.lines, added) };
    return { outcome: stored.outcome === "unknown" ? "unknown" : "closed" };
  }
  await updateQuoteState(tx, request.requestId, "accepted", now);
  return { outcome: "accepted", order: stored.order };
}
