// Invariant: a change locks the order first and gives it the next version.
import type { AccountId } from "../accounts/account.ts";
import { findOperator, nameUser } from "../audit/actor.ts";
import { awaitAll, type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { Urgency } from "../reading/urgency.ts";
import { type LineFact, type LineToStore, lineColumns } from "./lineFacts.ts";
import type { Order, OrderId, StoredOrder } from "./order.ts";
import type { OrderAction, OrderEventDetails, OrderEventKind } from "./orderEvent.ts";
import { selectOrder } from "./queries.ts";

/** Selects one order and locks it until the transaction ends; of any account if that is null. */
export async function lockOrder(
  tx: Transaction,
  accountId: AccountId | null,
  orderId: string,
): Promise<StoredOrder | undefined> {
  const [, order] = await awaitAll([
    tx.query({
      name: "lock_order",
      text: `select from orders
        where order_id = $2 and ($1::uuid is null or account_id = $1) for no key update`,
      values: [accountId, orderId],
    }),
    selectOrder(tx, accountId, orderId),
  ]);
  return order;
}

/** Stores the changes of a locked order except its lines. Does not wait for the statement. */
export function updateOrder(tx: Transaction, order: StoredOrder): void {
  tx.send({
    name: "update_order",
    text: `update orders
      set status = $2, po_number = $3, ship_to = $4, notes = $5, currency = $6, subtotal = $7,
        version = $8
      where order_id = $1`,
    values: [
      order.orderId,
      order.status,
      order.poNumber,
      order.shipTo,
      order.notes,
      order.subtotal.currency,
      order.subtotal.minor,
      order.version,
    ],
  });
}

const maxNotes = 2000;

/**
 * Records how urgent a draft is, and adds that to its notes once, if there is room. Never makes it
 * less urgent.
 */
export async function markUrgent(
  tx: Transaction,
  orderId: OrderId,
  urgency: Urgency,
  note: string,
): Promise<void> {
  await tx.query({
    name: "mark_urgent",
    text: `update orders
      set urgency = case when urgency = 'AOG' then urgency else $2 end,
        notes = case when position($3 in coalesce(notes, '')) > 0
            or char_length(concat_ws(E'\\n', $3, notes)) > ${maxNotes} then notes
          else concat_ws(E'\\n', $3, notes) end
      where order_id = $1`,
    values: [orderId, urgency, note],
  });
}

/** Replaces the lines of a locked draft. Does not wait for the statements. */
export function replaceLines(tx: Transaction, { orderId, lines }: StoredOrder): void {
  tx.send({
    name: "delete_lines",
    text: "delete from order_lines where order_id = $1",
    values: [orderId],
  });
  tx.send({
    name: "insert_lines",
    text: `insert into order_lines (${storedColumns})
      ${selectLines("replaced.order_id", "(select $1::uuid as order_id) replaced", 2)}`,
    values: [orderId, ...listLineValues(lines)],
  });
}

const columnNames = lineColumns.map(({ name }) => name);
const storedColumns = ["order_id", ...columnNames, "line_number"].join(", ");

/** A parameter has no arrays of arrays: those of texts are lists as JSON. */
const parameterType = ({ type }: LineFact) => (type === "text[]" ? "jsonb" : type);

/** A deleted offer yields null, which the database rejects beside a vendor (decision 53). */
function selectColumn({ name, type }: LineFact): string {
  if (name === "offer_id") {
    return "(select o.offer_id from offers o where o.offer_id = line.offer_id)";
  }
  return type === "text[]"
    ? `case when line.${name} is not null then array(select jsonb_array_elements_text(line.${name})) end`
    : `line.${name}`;
}

/**
 * A select of lines, numbered from 1, from the values of `listLineValues` in the parameters from
 * `first`. `order` is the column of the order's id, `from` its table.
 */
function selectLines(order: string, from: string, first: number): string {
  const lists = lineColumns.map(
    (fact, place) => `unnest($${first + place}::${parameterType(fact)}[])`,
  );
  return `select ${[order, ...lineColumns.map(selectColumn), "line.line_number"].join(", ")}
    from ${from}, rows from (${lists.join(", ")})
      with ordinality as line(${columnNames.join(", ")}, line_number)`;
}

/** The values of lines, one list per column. */
function listLineValues(lines: readonly LineToStore[]): unknown[] {
  return lineColumns.map(({ of }) => lines.map(of));
}

/**
 * The origin of an order: the key that placed it, with its request and response, or the person who
 * created it.
 */
export type OrderOrigin = {
  readonly requestId: string;
  readonly keyId: string | null;
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
  readonly request: string | null;
  readonly answer: string | null;
  readonly userId: string | null;
  readonly madeBy: string | null;
};

/** Takes the next order number; no order ever gets it again, even if this transaction fails. */
export async function takeOrderNumber(tx: Transaction): Promise<string> {
  const row = await queryFirst<{ orderNumber: string }>(tx, {
    name: "take_order_number",
    text: `select next_order_number() as "orderNumber"`,
    values: [],
  });
  if (row === undefined) throw new Error("The database returned no order number.");
  return row.orderNumber;
}

/**
 * Stores an order with its lines in one statement, and returns a row per line. Stores and returns
 * nothing if its Idempotency-Key is bound to another order. Fails if an offer was deleted (decision
 * 53; see `retryIfOfferDeleted`).
 */
export function insertOrder(
  tx: Transaction,
  order: Order,
  origin: OrderOrigin,
): Promise<readonly unknown[]> {
  return tx.query({
    name: "insert_order",
    text: `with stored as (
        insert into orders (order_id, account_id, key_id, status, po_number, ship_to, notes,
          currency, subtotal, request_id, idempotency_key, request_hash, request, answer,
          created_at, user_id, made_by, order_number)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
          $18)
        on conflict (account_id, idempotency_key) do nothing
        returning order_id
      )
      insert into order_lines (${storedColumns})
      ${selectLines("stored.order_id", "stored", 19)}
      returning line_number`,
    values: [
      order.orderId,
      order.accountId,
      origin.keyId,
      order.status,
      order.poNumber,
      order.shipTo,
      order.notes,
      order.subtotal.currency,
      order.subtotal.minor,
      origin.requestId,
      origin.idempotencyKey,
      origin.requestHash,
      origin.request,
      origin.answer,
      order.createdAt,
      origin.userId,
      origin.madeBy,
      order.orderNumber,
      ...listLineValues(order.lines),
    ],
  });
}

/**
 * Expires the drafts created before `madeBefore` and records an event for each; returns their
 * count.
 */
export async function expireDrafts(db: Queryable, madeBefore: Date, now: Date): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: "expire_drafts",
    text: `with expired as (
        update orders set status = 'expired', version = version + 1
        where status = 'draft' and created_at < $1
        returning order_id, version
      ), recorded as (
        insert into order_events (order_id, version, kind, at, actor, details)
        select order_id, version, 'expired', $2, 'clock', '{}' from expired
      )
      select count(*)::integer as count from expired`,
    values: [madeBefore, now],
  });
  return rows[0]?.count ?? 0;
}

function describeActor(actor: OrderAction["actor"]): readonly [string, string, string] {
  if (actor.kind === "user") return ["buyer", actor.user.userId, nameUser(actor.user)];
  const { operatorId, name } = findOperator(actor);
  return ["operator", operatorId, name];
}

/** Records an event of an order with its new `version`. Does not wait for the statement. */
export function insertEvent(
  tx: Transaction,
  orderId: OrderId,
  version: number,
  kind: Exclude<OrderEventKind, "placed" | "expired">,
  { action, details }: { readonly action: OrderAction; readonly details: OrderEventDetails },
): void {
  tx.send({
    name: "insert_order_event",
    text: `insert into order_events
        (order_id, version, kind, at, actor, actor_id, actor_name, request_id, details, form_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      orderId,
      version,
      kind,
      action.now,
      ...describeActor(action.actor),
      action.actor.requestId,
      JSON.stringify(details),
      action.formId ?? null,
    ],
  });
}
