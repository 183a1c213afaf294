import { insertOffer } from "./insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "./testApp.ts";
import { openVisitor, type TestVisitor } from "./testVisitor.ts";

type DraftingBuyer = {
  readonly app: TestApp;
  readonly account: TestAccount;
  readonly buyer: TestVisitor;
};

/** A site with one part in stock, and a buyer of an account who can draft and confirm it. */
export async function openDraftingBuyer(partNumber: string): Promise<DraftingBuyer> {
  const app = await openTestApp();
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  await insertOffer(app.database.db, { partNumber, stock: 100 });
  return { app, account, buyer };
}
