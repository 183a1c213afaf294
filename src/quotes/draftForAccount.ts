// An operator drafts an order for a customer who phones or writes: what they type is checked exactly
// as a quick order of that account, without storing a list. Invariant: a person chooses where a row
// has several meanings, the draft has exactly the lines and prices that the operator saw, and a form
// creates one draft.
import { hash } from "node:crypto";
import type { AccountId } from "../accounts/account.ts";
import { lockSuspension } from "../accounts/queries.ts";
import { findOperator, type OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { limits } from "../kit/contract/limits.ts";
import { toWireMoney } from "../kit/money.ts";
import { toStoredPrice } from "../kit/price.ts";
import { markUrgent } from "../orders/changeQueries.ts";
import { planDraft, storeDraft } from "../orders/drafts/createDraft.ts";
import type { RefusedLine } from "../orders/drafts/editDraft.ts";
import type { OrderTexts, StoredLine, StoredOrder } from "../orders/order.ts";
import type { RepeatedForm } from "../orders/runOrderTransaction.ts";
import { runOncePerForm, runOrderTransaction } from "../orders/runOrderTransaction.ts";
import { pickQuoteRef, type Quote, type QuoteRef } from "../prices/quote.ts";
import { planDrafts, toDraftRows } from "../quickOrders/addReadyRows.ts";
import { checkRowsOfParts } from "../quickOrders/checkParts.ts";
import { settleRows } from "../quickOrders/createList.ts";
import { UnclearColumns } from "../quickOrders/listColumns.ts";
import type { ListRow, ReadList, ReadRow } from "../quickOrders/orderList.ts";
import { loadListCodes, selectListMappings } from "../quickOrders/queries.ts";
import { toListRow } from "../quickOrders/readRow.ts";
import { findRowsUrgency, withUpload } from "../quickOrders/readUpload.ts";
import { UnreadableFile } from "../reading/files/fileRecord.ts";
import type { Urgency } from "../reading/urgency.ts";

import type { AnswerFault, WrittenAnswer } from "./answerRules.ts";
import { type Answer, checkAnswer } from "./changeQuoteRequest.ts";
import { maxQuoteReason } from "./quoteRequest.ts";
import type { NewOption } from "./quoteRequestQueries.ts";
import { insertDirectQuote } from "./requestQuote.ts";

/**
 * `choices` are the offers that a person chose, `prices` what they ask for their offers, by the marks
 * of the rows they were shown with. The prices become a quote that nobody asked for.
 */
export type TypedList = {
  readonly accountId: AccountId;
  readonly text: string;
  readonly choices: ReadonlyMap<string, OfferId>;
  readonly prices: ReadonlyMap<string, string>;
  readonly quoted: Pick<Answer, "isAccepted" | "limitPercent"> & {
    readonly currency: string;
    /** Why; required beside a price. */
    readonly reason: string;
    readonly validUntil: string;
  };
  readonly now: Date;
};

/** `mark` identifies the row as it was typed. */
export type TypedRow = ListRow & { readonly mark: string };

/** What is wrong with a price or asked about it; `mark` of null: with the reason. */
type PriceFault = Pick<AnswerFault, "text" | "isQuestion"> & {
  readonly mark: string | null;
  readonly field: AnswerFault["field"] | "reason";
};

/**
 * "planned": `mark` identifies the lines with their prices, `options` those that are quoted. "not ready": the number of rows that
 * cannot be ordered as they are. The other outcomes concern the whole draft.
 */
export type TypedPlan =
  | {
      readonly outcome: "planned";
      readonly lines: readonly StoredLine[];
      readonly mark: string;
      readonly options: readonly NewOption[];
    }
  | { readonly outcome: "price refused"; readonly faults: readonly PriceFault[] }
  | { readonly outcome: "not ready"; readonly rows: number }
  | { readonly outcome: "several currencies" | "outside limits" }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] };

/** "refused": `message` says what to do. */
export type CheckedList =
  | {
      readonly outcome: "checked";
      readonly rows: readonly TypedRow[];
      readonly notes: readonly string[];
      /** How urgent the list says that it is; null: it does not. */
      readonly urgency: Urgency | null;
      /** The draft that its rows become. */
      readonly plan: TypedPlan;
    }
  | { readonly outcome: "refused"; readonly message: string };

const tooManyRows = `A draft has at most ${limits.orderLines} lines. Create several drafts.`;
const noRows = "No part numbers below the header line. Type a part number and a quantity per line.";
const unclearColumns =
  "It is not clear which column is which. " +
  "Type one part number and quantity per line, such as MS20470AD4-6 x 100.";

function markRow({ cells }: ReadRow, occurrence: number): string {
  return hash("sha256", JSON.stringify([cells, occurrence])).slice(0, 16);
}

/** The rows of a list, which are not checked yet. */
async function readRows(tx: Transaction, { choices }: TypedList, read: ReadList) {
  const rows: TypedRow[] = [];
  const seen = new Map<string, number>();
  for await (const batch of read.batches) {
    for (const one of await settleRows(tx, batch, read)) {
      // A row counts its equal rows above, so that a line that is added above changes no mark.
      const first = markRow(one, 0);
      const occurrence = seen.get(first) ?? 0;
      seen.set(first, occurrence + 1);
      const mark = markRow(one, occurrence);
      rows.push({ ...toListRow(one), mark, chosenOfferId: choices.get(mark) ?? null });
    }
    if (rows.length > limits.orderLines) throw new UnreadableFile(tooManyRows);
  }
  if (rows.length === 0) throw new UnreadableFile(noRows);
  const late = new Map(read.listLate().map((one) => [one.rowNumber, one]));
  return rows.map((row): TypedRow => ({ ...row, ...late.get(row.rowNumber) }));
}

/** Everything that a person sees of the lines before they are stored. */
function markLines(lines: readonly StoredLine[]): string {
  const shown = lines.map((line) => [
    line.offerId,
    line.partNumber,
    line.condition,
    line.vendor,
    line.quantity,
    toStoredPrice(line.unitPrice),
    line.unitPrice.currency,
    line.remark,
    line.neededBy,
    line.requested,
  ]);
  return hash("sha256", JSON.stringify(shown));
}

const isPriceable = ({ state }: TypedRow) => state === "ready" || state === "on_request";

/** The prices of offers as options of a quote: one for all rows of an offer. */
async function readPrices(tx: Transaction, typed: TypedList, rows: readonly TypedRow[]) {
  const { prices, quoted, now } = typed;
  const ofOffers = Map.groupBy(rows.filter(isPriceable), ({ offerId }) => offerId);
  const priced = [...ofOffers].flatMap(([offerId, ofOffer]) => {
    const own = ofOffer.filter(({ mark }) => prices.has(mark));
    const quantity = ofOffer.reduce((sum, row) => sum + (row.quantity ?? 0), 0);
    return own.map((row) => ({ row, offerId, quantity, amount: prices.get(row.mark) ?? "" }));
  });
  const amounts = Map.groupBy(priced, ({ offerId }) => offerId);
  const answers = priced
    .filter((one) => amounts.get(one.offerId)?.[0] === one)
    .map(({ row, offerId, quantity, amount }, place): WrittenAnswer => {
      const terms = { minQuantity: 1, multiple: 1, leadTimeDays: null };
      const { validUntil } = quoted;
      const currency = row.unitPrice?.currency ?? quoted.currency;
      const option = { offerId, part: null, amount, currency, quantity, ...terms, validUntil };
      return { line: place + 1, options: [option], noQuote: null };
    });
  const lines = answers.length;
  const read = await checkAnswer(tx, answers, { ...quoted, lineCount: lines, now });
  const markOf = [...amounts.values()].map((ofOffer) => ofOffer[0]?.row.mark ?? null);
  const other = priced.filter((one) => one.amount !== amounts.get(one.offerId)?.[0]?.amount);
  const faults: PriceFault[] = [
    ...read.faults.map(({ line, ...fault }) => ({ ...fault, mark: markOf[line - 1] ?? null })),
    ...other.map(({ row: { mark } }) => {
      const text = "All rows of an offer have one price.";
      return { mark, field: "unit_price", text, isQuestion: false } as const;
    }),
  ];
  const { length } = [...quoted.reason];
  if (lines > 0 && (length === 0 || length > maxQuoteReason)) {
    const text = `Enter why, in at most ${maxQuoteReason} characters.`;
    faults.push({ mark: null, field: "reason", text, isQuestion: false });
  }
  return { options: read.options, faults };
}

/** Plans one draft of all rows of an account's typed list. */
async function planTypedDraft(
  tx: Transaction,
  typed: TypedList,
  checked: readonly TypedRow[],
): Promise<TypedPlan> {
  const { accountId, now } = typed;
  const { options, faults } = await readPrices(tx, typed, checked);
  if (faults.length > 0) return { outcome: "price refused", faults };
  // They have numbers of their own until they are stored.
  const quotes = options.map((option, place): Quote => {
    const ref = { optionId: -1 - place, requestId: "", requestNumber: "" };
    return { ...option, ...(ref as QuoteRef), left: option.quantity, isCurrent: true };
  });
  const quoteOf = (offerId: OfferId | null) =>
    quotes.find((quote) => offerId !== null && quote.offerId === offerId) ?? null;
  const rows = checked.map((row): TypedRow => {
    const quote = isPriceable(row) ? quoteOf(row.offerId) : null;
    return quote === null ? row : { ...row, state: "ready", unitPrice: quote.unitPrice };
  });
  const open = rows.filter(({ state }) => state !== "ready");
  if (open.length > 0) return { outcome: "not ready", rows: open.length };
  const [draft, ...others] = planDrafts(await toDraftRows(tx, rows, now));
  if (draft === undefined) return { outcome: "not ready", rows: 0 };
  if (others.length > 0) return { outcome: "several currencies" };
  const added = draft.lines.map((line) => ({ ...line, quote: quoteOf(line.offerId) }));
  const planned = await planDraft(tx, accountId, added, now, quotes);
  if (planned.outcome !== "edited") return planned;
  const { lines } = planned;
  return { outcome: "planned", lines, mark: markLines(lines), options };
}

/** Reads and checks a typed list as the account's own quick order, and writes nothing. */
export async function checkTypedList(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  typed: TypedList,
): Promise<CheckedList> {
  const { accountId, now, text } = typed;
  const remembered = await selectListMappings(tx, accountId);
  const codes = await loadListCodes(tx);
  const upload = { kind: "text", text } as const;
  try {
    return await withUpload(upload, { chosen: null, remembered, now }, async (opened) => {
      const read = await opened.read(codes);
      const unchecked = await readRows(tx, typed, read);
      const of = { accountId, columns: read.columns, choiceAccepts: true };
      const checked = await checkRowsOfParts(tx, replica, of, unchecked, now);
      const results = new Map(checked.map((result) => [result.rowNumber, result]));
      const rows = unchecked.map((row): TypedRow => ({ ...row, ...results.get(row.rowNumber) }));
      const numbers = rows.map(({ rowNumber }) => rowNumber);
      const { urgency = null } = findRowsUrgency(read.urgent(), numbers) ?? {};
      const notes = [urgency === null ? [] : `${urgency}: the draft says so.`, read.notes()].flat();
      const plan = await planTypedDraft(tx, typed, rows);
      return { outcome: "checked", rows, notes, urgency, plan };
    });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = error instanceof UnclearColumns ? unclearColumns : error.message;
    return { outcome: "refused", message };
  }
}

/** `mark` is that of the plan that the operator saw. The texts are within their limits. */
export type DraftForAccount = TypedList &
  OrderTexts & {
    readonly actor: OperatorActor;
    readonly formId: string;
    readonly mark: string;
  };

/**
 * "changed": the draft would differ from what the operator saw. "suspended": the account is, so its
 * people could not confirm the draft. Except for "created" nothing was written.
 */
export type DraftForAccountOutcome =
  | { readonly outcome: "created"; readonly order: StoredOrder }
  | { readonly outcome: "changed"; readonly checked: CheckedList }
  | { readonly outcome: "busy" | "suspended" }
  | RepeatedForm;

function recordDraft(tx: Transaction, { actor, now }: DraftForAccount, order: StoredOrder): void {
  const { orderId, accountId, orderNumber, poNumber, lines, subtotal } = order;
  const { amount, currency } = toWireMoney(subtotal);
  recordAuditEvent(tx, {
    actor,
    action: "drafted an order for a customer",
    subjectKind: "order",
    subjectId: orderId,
    accountId,
    after: {
      order_number: orderNumber,
      po_number: poNumber,
      lines: lines.length,
      subtotal: `${currency} ${amount}`,
    },
    now,
  });
}

/** Stores the prices as a quote that nobody asked for, which is accepted; the lines then name it. */
async function storePrices(
  tx: Transaction,
  { accountId, actor, poNumber, quoted: { reason }, now }: DraftForAccount,
  { lines, options }: Extract<TypedPlan, { readonly outcome: "planned" }>,
): Promise<readonly StoredLine[]> {
  if (options.length === 0) return lines;
  const by = { accountId, operatorName: findOperator(actor).name, poNumber, reason, now };
  const stored = await insertDirectQuote(tx, by, options);
  return lines.map((line) => {
    const quote = stored.find(({ lineNumber }) => lineNumber === line.quote?.lineNumber);
    return quote === undefined ? line : { ...line, quote: pickQuoteRef(quote) };
  });
}

/** Creates a draft in the account, which its people can change, confirm or discard. */
export async function draftForAccount(
  { db, replica }: CatalogAccess<Database>,
  request: DraftForAccount,
): Promise<DraftForAccountOutcome> {
  const { accountId, mark } = request;
  const create = async (tx: Transaction, formId: string | null) => {
    if (await lockSuspension(tx, accountId)) return { outcome: "suspended" } as const;
    const checked = await checkTypedList(tx, replica, request);
    const { plan = null, urgency = null } = checked.outcome === "checked" ? checked : {};
    if (plan?.outcome !== "planned" || plan.mark !== mark) {
      return { outcome: "changed", checked } as const;
    }
    const lines = await storePrices(tx, request, plan);
    const order = await storeDraft(tx, { ...request, formId }, lines, {});
    recordDraft(tx, request, order);
    if (urgency !== null) await markUrgent(tx, order.orderId, urgency, urgency);
    return { outcome: "created", order } as const;
  };
  const sent = { signedIn: { account: { accountId } }, formId: request.formId };
  const outcome = await runOrderTransaction(db, (tx) =>
    runOncePerForm<Exclude<DraftForAccountOutcome, RepeatedForm>>(tx, sent, (formId) =>
      create(tx, formId),
    ),
  );
  return outcome === "busy" ? { outcome: "busy" } : outcome;
}
