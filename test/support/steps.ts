// What tests of the portal do, as its buyer if nobody else is named.
import assert from "node:assert/strict";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { insertAgreementRule } from "./insertAgreementRule.ts";
import { insertOffer, type OfferFields } from "./insertOffer.ts";
import { placeDraft } from "./placeDraft.ts";
import { account, app, buyer } from "./portal.ts";
import type { TestVisitor } from "./testVisitor.ts";

type Fields = Readonly<Record<string, string>> | URLSearchParams;
type Sender = Pick<TestVisitor, "post">;

export function offer(partNumber: string, fields: Partial<OfferFields> = {}): Promise<OfferId> {
  return insertOffer(app.database.db, { partNumber, ...fields });
}

export function run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.database.db.query<Row>({ name: "", text, values });
}

/** A page as the buyer sees it. */
export async function read(address: string): Promise<string> {
  return (await buyer.get(address)).body;
}

/** Sends a form that is accepted; where that leads. */
export async function submit(
  address: string,
  fields: Fields = {},
  by: Sender = buyer,
): Promise<string> {
  const answer = await by.post(address, fields);
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location);
}

/** Sends a form that is refused with a status; the page of the answer. */
export async function refuse(
  status: number,
  address: string,
  fields: Fields = {},
  by: Sender = buyer,
): Promise<string> {
  const answer = await by.post(address, fields);
  assert.equal(
    answer.statusCode,
    status,
    `${address} ${String(new URLSearchParams(fields)).slice(0, 200)}`,
  );
  return answer.body;
}

/** A draft of the account's system. */
export function place(
  lines: Readonly<Record<string, number>>,
  poNumber: string | null = null,
): Promise<OrderId> {
  return placeDraft(account, lines, poNumber);
}

/** A draft for parts that the catalog does not have yet. */
export async function placeNew(
  lines: Readonly<Record<string, number>>,
  poNumber: string | null = null,
): Promise<OrderId> {
  for (const partNumber of Object.keys(lines)) await offer(partNumber);
  return place(lines, poNumber);
}

/** An order as the account's system reads it. */
export async function readOrder(orderId: string) {
  return (await account.get(`orders/${orderId}`)).json().order;
}

/** The value of a field on a page. */
export function readField(body: string, name: string): string {
  return new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(body)?.[1] ?? "";
}

/** The first id in an address. */
export function idIn(address: unknown): string {
  return /[0-9a-f-]{36}/.exec(String(address))?.[0] ?? assert.fail(String(address));
}

/** A price that the account has agreed on. */
export function agree(rule: Omit<Parameters<typeof insertAgreementRule>[1], "accountId">) {
  return insertAgreementRule(app.database.db, { accountId: account.accountId, ...rule });
}
