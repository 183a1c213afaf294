// What most tests of the portal begin with: a site, an account and one of its buyers. The test
// files of a process run one after the other, so these are those of the file that runs.
import { after, before } from "node:test";
import type { Config } from "../../src/server/config.ts";
import { openTestApp, type TestAccount, type TestApp } from "./testApp.ts";
import { openVisitor, type TestVisitor } from "./testVisitor.ts";

export let app: TestApp;
export let account: TestAccount;
export let buyer: TestVisitor;

/** Opens them before the tests of a file, and closes the site after them. */
export function openPortal(
  config: Partial<Config> = {},
  terms: Parameters<TestApp["openAccount"]>[0] = {},
): void {
  before(async () => {
    app = await openTestApp(config);
    account = await app.openAccount(terms);
    buyer = await openVisitor(app, account.accountId);
  });
  after(() => app.close());
}

/** Another buyer of the account. */
export function openColleague(): Promise<TestVisitor> {
  return openVisitor(app, account.accountId);
}

/** A buyer of another account. */
export async function openStranger(): Promise<TestVisitor> {
  return openVisitor(app, (await app.openAccount()).accountId);
}
