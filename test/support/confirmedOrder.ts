// An order that a buyer placed by the API and confirmed on the web site.
import { insertOffer } from "./insertOffer.ts";
import { placeDraft } from "./placeDraft.ts";
import type { TestAccount, TestApp } from "./testApp.ts";
import { openVisitor, type TestVisitor } from "./testVisitor.ts";

export type ConfirmedOrder = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly account: TestAccount;
  readonly buyer: TestVisitor;
  readonly partNumber: string;
  /** The stock of the part before the order took two. */
  readonly stock: number;
};

let made = 0;

/** Places a draft for two of a new part, by a new account unless one is given. */
export async function draftOrder(
  app: TestApp,
  poNumber: string | null,
  given: Partial<Pick<ConfirmedOrder, "account" | "buyer">> = {},
): Promise<ConfirmedOrder> {
  made += 1;
  const partNumber = `DESK-${made}-${app.clock.now.getTime()}`;
  const stock = 50;
  await insertOffer(app.database.db, { partNumber, stock });
  const account = given.account ?? (await app.openAccount());
  const buyer = given.buyer ?? (await openVisitor(app, account.accountId));
  const orderId = await placeDraft(account, { [partNumber]: 2 }, poNumber);
  const orderNumber = (await account.get(`orders/${orderId}`)).json().order.order_number;
  return { orderId, orderNumber, account, buyer, partNumber, stock };
}

/** The buyer reviews a draft on the web site and confirms it. */
export async function confirmDraft(buyer: TestVisitor, orderId: string): Promise<void> {
  const address = `/orders/${orderId}/confirm`;
  const page = await buyer.get(address);
  const [, fingerprint = ""] = /name="reviewed" value="([^"]+)"/.exec(page.body) ?? [];
  const sent = await buyer.post(address, { reviewed: fingerprint });
  if (sent.statusCode !== 303) throw new Error(sent.body);
}

/** As `draftOrder`, and the buyer confirms it. */
export async function confirmOne(
  app: TestApp,
  poNumber: string | null,
  given: Partial<Pick<ConfirmedOrder, "account" | "buyer">> = {},
): Promise<ConfirmedOrder> {
  const order = await draftOrder(app, poNumber, given);
  await confirmDraft(order.buyer, order.orderId);
  return order;
}
