// The demo at a fixed time, open in a browser: what its pages show is the same in every run.

import type { Distributor } from "../../src/company/distributor.ts";
import type { Database } from "../../src/db/database.ts";
import { demoLogins, prepareDemoLogins } from "../../src/demo/demoLogins.ts";
import { startOfHistory } from "../../src/demo/history/historyTimes.ts";
import {
  findBuyer,
  findOperator,
  loadDemoHistory,
} from "../../src/demo/history/loadDemoHistory.ts";
import { loadDemo } from "../../src/demo/loadDemo.ts";
import { checkStalledLists } from "../../src/quickOrders/checkParts.ts";
import { createSession } from "../../src/signIn/sessions.ts";
import type { UserId } from "../../src/signIn/signedIn.ts";
import type { TestBrowser } from "../support/browser.ts";
import { openBrowser } from "../support/browser.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { consoleCookieName } from "../support/testOperator.ts";
import { createTestPeople } from "../support/testPeople.ts";
import { cookieName, type TestPerson } from "../support/testVisitor.ts";

/** A Wednesday: the demo has its dates from this moment. */
const now = new Date("2026-11-18T14:05:00Z");

const distributor: Distributor = {
  name: "Example Aero Parts",
  color: null,
  address: "1 Sample Road\nExample Town",
  terms: "Delivery ex works.",
  logo: null,
};

const calendar = {
  zone: "UTC",
  days: [1, 2, 3, 4, 5],
  opensMinute: 480,
  closesMinute: 1_080,
  holidays: [],
};

type SignedInPerson = Pick<TestPerson, "cookieName" | "token">;

export type DemoSite = {
  readonly browser: TestBrowser;
  readonly db: Database;
  readonly people: {
    readonly buyer: SignedInPerson;
    readonly operator: SignedInPerson;
    readonly nobody: undefined;
  };
  close(): Promise<void>;
};

async function load({ database, secret }: TestApp): Promise<void> {
  const { db } = database;
  const people = createTestPeople(db, secret);
  const start = startOfHistory(now);
  const key = await loadDemo(db, start);
  await prepareDemoLogins(people, undefined, start);
  await loadDemoHistory({ ...people, calendar }, { secret, key }, now);
  // Keys are random, and pages show how they end.
  await db.query({ name: "", text: "update api_keys set last_four = left(md5(name), 4)" });
}

async function signIn(
  { database }: TestApp,
  cookie: string,
  userId: UserId,
): Promise<SignedInPerson> {
  const client = { userAgent: "a test", replaces: undefined };
  const token = await database.db.transaction((tx) => createSession(tx, userId, client, now));
  return { cookieName: cookie, token };
}

/** Loads the demo and opens both sites as its people see them. */
export async function openDemoSite(): Promise<DemoSite> {
  const app = await openTestApp({ distributor, calendar });
  app.clock.now = now;
  await load(app);
  const { db, replica } = app.database;
  await replica.catchUp();
  await checkStalledLists({ db, replica }, () => now);
  const { user } = await findBuyer(db, demoLogins[0]);
  const { operatorId } = await findOperator(db);
  const buyer = await signIn(app, cookieName, user.userId);
  const operator = await signIn(app, consoleCookieName, operatorId as UserId);
  const browser = await openBrowser(app);
  return {
    browser,
    db,
    people: { buyer, operator, nobody: undefined },
    async close() {
      await browser.close();
      await app.close();
    },
  };
}
