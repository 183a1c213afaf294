// A fixture for tests of orders: a database, accounts with a signed-in buyer, drafts, and the mails
// that were queued.

import { randomBytes } from "node:crypto";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Database } from "../../src/db/database.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import type { OrderMailSettings } from "../../src/orders/documents/orderMail.ts";
import { type ConfirmOutcome, confirmOrder } from "../../src/orders/drafts/confirmOrder.ts";
import { createDraft, type NewDraft } from "../../src/orders/drafts/createDraft.ts";
import type { DraftReview } from "../../src/orders/drafts/reviewDraft.ts";
import { loadDraftReview } from "../../src/orders/drafts/reviewDraft.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { selectOrder } from "../../src/orders/queries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertAccount, insertBuyer } from "./insertBuyer.ts";
import { runSql } from "./runSql.ts";
import { openTestDatabase } from "./testDatabase.ts";

/** A mail as it was queued. */
type QueuedMail = {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
};

export type StockCounts = {
  readonly onHand: number;
  readonly allocated: number;
  readonly available: number;
};

export type OrderFixture = {
  readonly db: Database;
  readonly database: Awaited<ReturnType<typeof openTestDatabase>>;
  /** When drafts are created, and the default time of everything else. */
  readonly now: Date;
  readonly mail: OrderMailSettings;
  /** The e-mails queued for an order, the buyer's first. */
  listMails(order: StoredOrder): Promise<QueuedMail[]>;
  openBuyer(options?: { discount?: number }): Promise<SignedIn>;
  draft(
    by: SignedIn,
    lines: readonly (readonly [OfferId, number])[],
    poNumber?: string,
    now?: Date,
  ): Promise<StoredOrder>;
  review(order: StoredOrder, now?: Date): Promise<DraftReview>;
  /** Confirms what a review at `now` shows. */
  confirm(by: SignedIn, order: StoredOrder, now?: Date): Promise<ConfirmOutcome>;
  read(order: StoredOrder): Promise<StoredOrder>;
  /** What is available. */
  stockOf(offerId: OfferId): Promise<number>;
  countsOf(offerId: OfferId): Promise<StockCounts | undefined>;
  run<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** `days` after the fixture was opened. */
export function daysLater(fixture: OrderFixture, days: number): Date {
  return new Date(fixture.now.getTime() + days * 86_400_000);
}

async function makeDraft(db: Database, draft: NewDraft): Promise<StoredOrder> {
  const made = await db.transaction((tx) => createDraft(tx, draft));
  if (made.outcome !== "created") throw new Error(JSON.stringify(made));
  return made.order;
}

async function readOrder(db: Database, { orderId }: StoredOrder): Promise<StoredOrder> {
  const found = await selectOrder(db, null, orderId);
  if (found === undefined) throw new Error(`no order ${orderId}`);
  return found;
}

/** Opens a fixture with its own database. */
export async function openOrderFixture(poolSize = 10): Promise<OrderFixture> {
  const database = await openTestDatabase(poolSize);
  const { db } = database;
  const now = new Date("2026-11-21T12:00:00Z");
  const encryption = createMailEncryption(randomBytes(32));
  const mail = {
    encryption,
    supportEmail: "support@example.com",
    publicUrl: "https://parts.example.com",
  };
  const run = <Row>(text: string, values: readonly unknown[] = []) => runSql<Row>(db, text, values);
  const review = async (order: StoredOrder, at = now) =>
    loadDraftReview(db, await readOrder(db, order), at);
  return {
    db,
    database,
    now,
    mail,
    run,
    review,
    openBuyer: async ({ discount = 0 } = {}) =>
      insertBuyer(db, now, await insertAccount(db, now, { discount })),
    draft(signedIn, lines, poNumber = "PO-1", at = now) {
      const items = lines.map(([offerId, quantity]) => ({ offerId, quantity }));
      const made = { shipTo: null, notes: null, requestId: "req-made", now: at };
      return makeDraft(db, { signedIn, lines: items, poNumber, ...made });
    },
    async confirm(signedIn, order, at = now) {
      const { fingerprint } = await review(order, at);
      const { orderId } = order;
      const requestId = "req-confirm";
      return confirmOrder(db, { signedIn, orderId, fingerprint, requestId, now: at }, mail);
    },
    listMails: ({ orderId }) =>
      run<QueuedMail>(
        "select recipient, subject, body from mails where body like $1 order by recipient",
        [`%${orderId}%`],
      ),
    read: (order) => readOrder(db, order),
    async stockOf(offerId) {
      const text = "select available_stock as stock from offers where offer_id = $1";
      const [row] = await run<{ stock: number }>(text, [offerId]);
      return row?.stock ?? -1;
    },
    async countsOf(offerId) {
      const text = `select (received - shipped)::integer as "onHand", allocated::integer,
        available_stock as available from offers where offer_id = $1`;
      return (await run<StockCounts>(text, [offerId]))[0];
    },
    async close() {
      await db.close();
      await database.close();
    },
  };
}
