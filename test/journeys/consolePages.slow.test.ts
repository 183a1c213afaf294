// Each page of the console in a real browser: accessibility and layout at every width, light and
// dark.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { createTestPeople } from "../support/testPeople.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let browser: TestBrowser;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  browser = await openBrowser(app);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

/** The pages of the catalog and of agreements, each with data. */
async function fillTrade(operator: TestOperator): Promise<string[]> {
  const { db } = app.database;
  const partNumber = `LOOK-${operator.operatorId.slice(-12)}`;
  const offerId = await insertOffer(db, { partNumber, supersededBy: "NEXT-1", status: "ON_HOLD" });
  const { accountId } = await app.openAccount({ discount: 500 });
  const rules = `/console/agreements/${accountId}/rules`;
  const line = { part_number: partNumber, unit_price: "8.50", valid_to: "2999-12-31" };
  const added = await operator.post(`${rules}/new`, line);
  const stored = String(added.headers.location);
  const offer = `/console/catalog/offers/${offerId}`;
  const { body } = await operator.get(offer);
  const form = { ...readForm(body, offer), title: "A new title" };
  const edited = String((await operator.post(offer, form)).headers.location);
  const part = `/console/catalog/parts/${partNumber}`;
  return [
    "/console/catalog",
    "/console/catalog?q=LOOK-",
    "/console/catalog?q=nothing&stock=yes",
    part,
    `${part}?view=history`,
    `${part}?view=api&account=${accountId}`,
    edited,
    "/console/agreements",
    "/console/agreements?view=none",
    stored,
    `${rules}/new`,
    `/console/agreements/${accountId}`,
    `/console/agreements/${accountId}?of=vendor`,
    `/console/agreements/${accountId}/price?part=${partNumber}&quantity=3`,
  ];
}

test("each page is accessible and fits its window, wide and narrow, light and dark", {
  skip: skipWithoutBrowser,
}, async () => {
  const operator = await openOperator(app);
  const people = { ...createTestPeople(app.database.db, app.secret), kind: "operators" } as const;
  const email =
    parseEmail("wwwwwwwwwwmmmmmmmmmmwwwwwwww@desk-of-the-long-name.example") ?? assert.fail();
  const invitation = {
    account: null,
    email,
    name: null,
    role: "admin",
    actor: shellActor,
  } as const;
  await invitePerson(people, invitation, app.clock.now);
  const own = `/console/operators/${operator.operatorId}`;
  const page = await browser.open("/console", { as: operator });
  const list = await operator.get("/console/outbox");
  const [mail = ""] = /\/console\/outbox\/[0-9a-f-]{36}/.exec(list.body) ?? [];
  const audit = await operator.get("/console/audit");
  const [event = ""] = /\/console\/audit\/[0-9a-f-]{36}/.exec(audit.body) ?? [];
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId, { role: "admin" });
  const paths = [
    "",
    "/outbox",
    "/audit",
    "/system",
    "/operators",
    "/account",
    "/accounts",
    "/accounts?q=none",
    "/accounts/new",
    "/keys",
    "/keys?q=none",
    "/quote-requests",
    ...["", "/edit", "/people", "/keys/new"].map((sub) => `/accounts/${account.accountId}${sub}`),
    `/accounts/${account.accountId}/people/${buyer.userId}`,
    `/keys/${account.keyId}`,
  ];
  for (const path of [...paths.map((place) => `/console${place}`), mail, event, own]) {
    await page.goto(path);
    await expectGoodPage(page);
  }
});

test("each page of the catalog and of agreements is accessible and fits its window", {
  skip: skipWithoutBrowser,
}, async () => {
  const operator = await openOperator(app);
  const page = await browser.open("/console", { as: operator });
  for (const path of await fillTrade(operator)) {
    await page.goto(path);
    await expectGoodPage(page);
  }
});
