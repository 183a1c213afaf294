import { userActor } from "../../audit/actor.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { Transaction } from "../../db/database.ts";
import { limits } from "../../kit/contract/limits.ts";
import type { Money } from "../../kit/money.ts";
import { insertEvent, lockOrder, replaceLines, updateOrder } from "../changeQueries.ts";
import {
  type CheckedLine,
  checkLines,
  findPriceKey,
  type LineFault,
  type LineToCheck,
  type PriceKey,
  refuseQuote,
} from "../checkLines.ts";
import {
  keyInstructions,
  type LineInstructions,
  noInstructions,
  pickInstructions,
  readWritten,
} from "../lineInstructions.ts";
import {
  type LineSource,
  type OrderTexts,
  pickOrderTexts,
  type StoredLine,
  type StoredOrder,
  sumLineTotals,
} from "../order.ts";
import {
  type BuyerOrderRequest,
  findPriceChange,
  type LineChange,
  type OrderEventDetails,
} from "../orderEvent.ts";
import { sendCurrentDraft } from "../queries.ts";
import { type DraftFacts, findSubject, loadDraftFacts, reviewLines } from "./reviewDraft.ts";

// Applies an edit to the lines of a draft. Pure. Invariant: lines that the edit does not change
// keep their prices, even if the catalog has changed.

export type OfferQuantity = { readonly offerId: OfferId; readonly quantity: number };

type SourceQuantity = LineSource & { readonly quantity: number };

/**
 * A line to add. Its quantity joins a line from the same offer and quote that says the same;
 * without instructions, the first for which nothing else was asked.
 */
export type AddedLine = SourceQuantity & { readonly instructions?: LineInstructions };

/** What a person can type into a line; `condition`: one that was not read is no longer wanted. */
export type TypedInstructions = Partial<Omit<LineInstructions, "requested"> & { condition: null }>;

/** An edit of a draft. Undefined fields stay unchanged. */
export type DraftEdit = Partial<OrderTexts> & {
  /** New quantities by line number from 1; 0 removes the line. */
  readonly quantities?: ReadonlyMap<number, number>;
  /** New remarks and days by line number. */
  readonly instructions?: ReadonlyMap<number, TypedInstructions>;
  readonly added?: readonly AddedLine[];
  /** Updates all lines to today's prices. */
  readonly reprice?: boolean;
  /** Reduces the quantities to the available stock; lines without stock are removed. */
  readonly fit?: boolean;
};

/** A line that cannot be ordered; `lineNumber` is null for a new line. */
export type RefusedLine = SourceQuantity & {
  readonly lineNumber: number | null;
  readonly partNumber: string | null;
  readonly faults: readonly LineFault[];
};

/** The limit of an order that an edit would break. */
export type BrokenLimit = "no lines" | "too many lines" | "quantity";

export type EditedLines =
  | {
      readonly outcome: "edited";
      readonly lines: readonly StoredLine[];
      readonly changes: readonly LineChange[];
    }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit };

/** A line after the edit, and the line it was, if any. */
type RequestedLine = SourceQuantity & {
  readonly was: StoredLine | null;
  readonly lineNumber: number | null;
  readonly instructions: LineInstructions;
};

function applyQuantities(
  lines: readonly StoredLine[],
  { quantities }: DraftEdit,
): readonly StoredLine[] {
  return lines.map((line, index) => ({
    ...line,
    quantity: quantities?.get(index + 1) ?? line.quantity,
  }));
}

/** A day that is typed takes the place of one that was not read. */
function writeInstructions(was: StoredLine, typed: TypedInstructions = {}): LineInstructions {
  const { condition: removed, ...instructions } = typed;
  const gone = [removed === null ? "condition" : [], typed.neededBy == null ? [] : "day"].flat();
  const left = Object.entries(was.requested.unread).filter(([kind]) => !gone.includes(kind));
  const unread = Object.fromEntries(left);
  return { ...pickInstructions(was), ...instructions, requested: { ...was.requested, unread } };
}

/** Whether an added line joins this one. */
function joins(line: RequestedLine, { offerId, quote, instructions }: AddedLine): boolean {
  const isSame = line.offerId === offerId && line.quote?.optionId === quote?.optionId;
  if (!isSame || line.quantity === 0) return false;
  const key = keyInstructions(line.instructions);
  return key !== null && (instructions === undefined || key === keyInstructions(instructions));
}

function listRequested(
  lines: readonly StoredLine[],
  fitted: readonly number[] | null,
  { quantities, instructions, added = [] }: DraftEdit,
): RequestedLine[] {
  const requested: RequestedLine[] = lines.map((was, index) => ({
    was,
    lineNumber: index + 1,
    offerId: was.offerId,
    quote: was.quote,
    quantity: fitted?.[index] ?? quantities?.get(index + 1) ?? was.quantity,
    instructions: writeInstructions(was, instructions?.get(index + 1)),
  }));
  for (const one of added) {
    const { offerId, quote = null, quantity, instructions = noInstructions } = one;
    const place = requested.findIndex((line) => joins(line, one));
    const existing = requested[place];
    if (existing === undefined) {
      requested.push({ was: null, lineNumber: null, offerId, quote, quantity, instructions });
    } else {
      requested[place] = { ...existing, quantity: existing.quantity + quantity };
    }
  }
  return requested;
}

function findBrokenLimit(requested: readonly RequestedLine[]): BrokenLimit | undefined {
  const left = requested.filter(({ quantity }) => quantity !== 0);
  if (left.length === 0) return "no lines";
  if (left.length > limits.orderLines) return "too many lines";
  const isBad = ({ quantity }: SourceQuantity) =>
    !Number.isInteger(quantity) || quantity < 1 || quantity > limits.quantity;
  return left.some(isBad) ? "quantity" : undefined;
}

/**
 * What is priced again: offers and quotes with a new, removed or resized line, all of them if prices
 * are updated.
 */
function listChangedPrices(
  requested: readonly RequestedLine[],
  { reprice }: DraftEdit,
  keyOf: (line: RequestedLine) => PriceKey,
): ReadonlySet<PriceKey> {
  const changed = requested.filter(({ was, quantity }) => reprice || was?.quantity !== quantity);
  return new Set(changed.map(keyOf));
}

/** What a line that stays says otherwise than before. */
function describeInstructions(was: StoredLine, line: StoredLine): Partial<LineChange> {
  const pick = (of: StoredLine) => ({
    ...readWritten((name) => of[name]),
    wanted: of.requested.unread.condition ?? null,
  });
  const after = new Map(Object.entries(pick(line)));
  const changed = Object.entries(pick(was)).filter(([field, text]) => after.get(field) !== text);
  const changes = changed.map(([field, before]) => [field, { before, after: after.get(field) }]);
  return Object.fromEntries(changes);
}

function describeChange(was: StoredLine | null, line: StoredLine | null): LineChange[] {
  const shown = line ?? was;
  if (shown === null) return [];
  const { partNumber, condition, vendor } = shown;
  const quantity = { before: was?.quantity ?? null, after: line?.quantity ?? null };
  const isResized = quantity.before !== quantity.after;
  const stays = was !== null && line !== null;
  const unitPrice = stays ? findPriceChange(was, line) : undefined;
  const changes: Partial<LineChange> = {
    ...(isResized ? { quantity } : {}),
    ...(unitPrice === undefined ? {} : { unitPrice }),
    ...(stays ? describeInstructions(was, line) : {}),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ partNumber, condition, vendor, ...changes }];
}

/** A line that is added from a quote is only ordered at its price. */
function toLineToCheck(line: RequestedLine, index: number, facts: DraftFacts): LineToCheck {
  const { quantity, was } = line;
  const subject = findSubject(facts, line);
  const isNew = was === null && line.quote != null;
  const fault = isNew ? refuseQuote(subject.quote, `items[${index}]`) : undefined;
  return { ...subject, quantity, ...(fault && { fault }) };
}

/** The new line, or why it cannot be ordered. */
type EditedLine = {
  readonly requested: RequestedLine;
  readonly line: StoredLine | null;
  readonly faults: readonly LineFault[];
};

function editLine(requested: RequestedLine, checked: CheckedLine, isChanged: boolean, now: Date) {
  const { was, instructions } = requested;
  if (!isChanged && was !== null) {
    return { requested, line: { ...was, ...instructions }, faults: [] };
  }
  const { line, faults } = checked;
  const stored = line === null ? null : { ...line, ...instructions, pricedAt: now };
  return { requested, line: stored, faults };
}

function toRefusedLine({ requested, line, faults }: EditedLine): RefusedLine {
  const { offerId, quote = null, quantity, lineNumber, was } = requested;
  const partNumber = line?.partNumber ?? was?.partNumber ?? null;
  return { offerId, quote, quantity, lineNumber, partNumber, faults };
}

/**
 * The lines of a draft after an edit. Lines of changed offers are checked and priced at `now`; if
 * one cannot be ordered, the whole edit is refused.
 */
export function editLines(
  draft: Pick<StoredOrder, "lines"> & { readonly subtotal: Money | null },
  edit: DraftEdit,
  facts: DraftFacts,
  now: Date,
): EditedLines {
  const currency = draft.subtotal?.currency ?? null;
  const reviewed =
    edit.fit === true && currency !== null
      ? reviewLines(applyQuantities(draft.lines, edit), currency, facts, now)
      : null;
  const fitted = reviewed?.map(({ fit, before }) => (before.quantity === 0 ? 0 : fit)) ?? null;
  const requested = listRequested(draft.lines, fitted, edit);
  const limit = findBrokenLimit(requested);
  if (limit !== undefined) return { outcome: "outside limits", limit };
  const keyOf = (line: RequestedLine) => findPriceKey(line.offerId, findSubject(facts, line).quote);
  const changed = listChangedPrices(requested, edit, keyOf);
  const left = requested.filter(({ quantity }) => quantity > 0);
  const isWhole = left.every((line) => changed.has(keyOf(line)));
  const checked = checkLines(
    left.map((line, index) => toLineToCheck(line, index, facts)),
    { agreement: facts.agreement, currency: isWhole ? null : currency },
  );
  const edited: EditedLine[] = left.map((line, index) =>
    editLine(line, checked[index] as CheckedLine, changed.has(keyOf(line)), now),
  );
  const refused = edited.filter(({ line, faults }) => line === null || faults.length > 0);
  if (refused.length > 0) return { outcome: "refused", lines: refused.map(toRefusedLine) };
  const lineOf = new Map(edited.map(({ requested: line, line: stored }) => [line, stored]));
  return {
    outcome: "edited",
    lines: edited.flatMap(({ line }) => line ?? []),
    changes: requested.flatMap((line) => describeChange(line.was, lineOf.get(line) ?? null)),
  };
}

// Editing a draft: its lines and what is written to it. Invariant: an edit applies to the version
// that the buyer saw, all or nothing.

/** `version` is the one that the buyer saw; null: any. */
export type EditedDraft = BuyerOrderRequest & {
  readonly version: number | null;
  readonly edit: DraftEdit;
};

/**
 * "stale": the draft changed in the meantime. "refused": lines cannot be ordered as requested.
 * "outside limits": the draft would have no or too many lines, or a quantity outside its limits.
 * "closed": it is no longer a draft. "unknown": this account has no such order. Except for "edited"
 * nothing was written. `order` is the current order.
 */
export type EditOutcome =
  | {
      readonly outcome: "edited" | "unchanged" | "stale" | "closed";
      readonly order: StoredOrder;
    }
  | {
      readonly outcome: "refused";
      readonly order: StoredOrder;
      readonly lines: readonly RefusedLine[];
    }
  | { readonly outcome: "outside limits"; readonly order: StoredOrder; readonly limit: BrokenLimit }
  | { readonly outcome: "unknown" };

/** The texts of a draft that an edit changes. */
export function findTextChanges(draft: OrderTexts, edit: Partial<OrderTexts>): OrderEventDetails {
  const changed = (["poNumber", "shipTo", "notes"] as const).flatMap((field) => {
    const [before, after] = [draft[field], edit[field]];
    return after === undefined || after === before ? [] : [[field, { before, after }]];
  });
  return Object.fromEntries(changed);
}

function storeEdited(
  tx: Transaction,
  order: StoredOrder,
  details: OrderEventDetails,
  edited: EditedDraft,
): void {
  const { edit, now, formId = null } = edited;
  updateOrder(tx, order);
  if (details.lines !== undefined || edit.reprice === true) replaceLines(tx, order);
  const kind = edit.reprice === true ? "repriced" : "edited";
  const action = { actor: userActor(edited), now, formId };
  insertEvent(tx, order.orderId, order.version, kind, { action, details });
  sendCurrentDraft(tx, edited.signedIn.user.userId, order.orderId);
}

/**
 * Edits a draft of the signed-in buyer's account in the caller's transaction; use
 * `runOrderTransaction`.
 */
export async function editDraft(tx: Transaction, request: EditedDraft): Promise<EditOutcome> {
  const { signedIn, edit, now } = request;
  const { accountId } = signedIn.account;
  const draft = await lockOrder(tx, accountId, request.orderId);
  if (draft === undefined) return { outcome: "unknown" };
  if (draft.status !== "draft") return { outcome: "closed", order: draft };
  if (request.version !== null && request.version !== draft.version) {
    return { outcome: "stale", order: draft };
  }
  const lines = [...draft.lines, ...(edit.added ?? [])];
  const facts = await loadDraftFacts(tx, draft, lines, now, true);
  const edited = editLines(draft, edit, facts, now);
  if (edited.outcome !== "edited") return { order: draft, ...edited };

  const details: OrderEventDetails = {
    ...findTextChanges(draft, edit),
    ...(edited.changes.length === 0 ? {} : { lines: edited.changes }),
  };
  if (Object.keys(details).length === 0 && edit.reprice !== true) {
    return { outcome: "unchanged", order: draft };
  }
  const order: StoredOrder = {
    ...draft,
    ...pickOrderTexts({ ...draft, ...edit }),
    lines: edited.lines,
    subtotal: sumLineTotals(edited.lines),
    version: draft.version + 1,
  };
  storeEdited(tx, order, details, request);
  return { outcome: "edited", order };
}
