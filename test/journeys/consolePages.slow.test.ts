// Each page of the console, and of key requests, in a real browser: accessibility and layout at
// every width, light and dark.
import assert from "node:assert/strict";
import { shellActor } from "../../src/audit/actor.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import { expectGoodPage } from "../support/browser.ts";
import { readForm } from "../support/openedForm.ts";
import { account, app } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { offer } from "../support/steps.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { createTestPeople } from "../support/testPeople.ts";
import { openVisitor } from "../support/testVisitor.ts";

// `smtpUrl` only says that mail is sent; no job sends any here.
openPortalBrowser({ smtpUrl: "smtp://127.0.0.1:1" });

async function expectGoodPages(as: TestOperator, paths: readonly string[]): Promise<void> {
  const page = await browser.open("/console", { as });
  for (const path of paths) {
    await page.goto(path);
    await expectGoodPage(page);
  }
}

/** The pages of the catalog and of agreements, each with data. */
async function fillTrade(operator: TestOperator): Promise<string[]> {
  const partNumber = `LOOK-${operator.operatorId.slice(-12)}`;
  const offerId = await offer(partNumber, { supersededBy: "NEXT-1", status: "ON_HOLD" });
  const { accountId } = await app.openAccount({ discount: 500 });
  const rules = `/console/agreements/${accountId}/rules`;
  const line = { part_number: partNumber, unit_price: "8.50", valid_to: "2999-12-31" };
  const added = await operator.post(`${rules}/new`, line);
  const address = `/console/catalog/offers/${offerId}`;
  const form = readForm((await operator.get(address)).body, address);
  const edited = await operator.post(address, { ...form, title: "A new title" });
  const part = `/console/catalog/parts/${partNumber}`;
  return [
    "/console/catalog",
    "/console/catalog?q=LOOK-",
    "/console/catalog?q=nothing&stock=yes",
    "/console/catalog/terms?q=duct",
    part,
    `${part}?view=history`,
    String(edited.headers.location),
    "/console/agreements",
    "/console/agreements?view=none",
    String(added.headers.location),
    `${rules}/new`,
    `/console/agreements/${accountId}`,
    `/console/agreements/${accountId}?of=vendor`,
    `/console/agreements/${accountId}/price?part=${partNumber}&quantity=3`,
  ];
}

test("each page is accessible and fits its window, wide and narrow, light and dark", async () => {
  const operator = await openOperator(app);
  const people = { ...createTestPeople(app.database.db, app.secret), kind: "operators" } as const;
  const longest = "wwwwwwwwwwmmmmmmmmmmwwwwwwww@desk-of-the-long-name.example";
  const email = parseEmail(longest) ?? assert.fail();
  const invitation = { account: null, email, name: null, role: "admin" } as const;
  await invitePerson(people, { ...invitation, actor: shellActor }, app.clock.now);
  const list = await operator.get("/console/outbox");
  const [mail = ""] = /\/console\/outbox\/[0-9a-f-]{36}/.exec(list.body) ?? [];
  const audit = await operator.get("/console/audit");
  const [event = ""] = /\/console\/audit\/[0-9a-f-]{36}/.exec(audit.body) ?? [];
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
    `/operators/${operator.operatorId}`,
  ];
  await expectGoodPages(operator, [...paths.map((place) => `/console${place}`), mail, event]);
});

test("each page of the catalog and of agreements is accessible and fits its window", async () => {
  const operator = await openOperator(app);
  await expectGoodPages(operator, await fillTrade(operator));
});

test("each page of key requests is accessible and fits any window, light and dark", async () => {
  const operator = await openOperator(app, { role: "operator" });
  const page = await browser.open("/request-key", { as: operator });
  await expectGoodPage(page);
  await page.getByLabel("Company").fill("Delta Jet");
  await page.getByLabel("Your name").fill("Dana Dale");
  await page.getByLabel("E-mail").fill("dana@delta-jet.example");
  await page.getByRole("button", { name: "Request key" }).click();
  await page.waitForURL(/done=requested$/);
  await expectGoodPage(page);
  const root = "/console/key-requests";
  const [request = ""] =
    /\/console\/key-requests\/[0-9a-f-]{36}/.exec((await operator.get(root)).body) ?? [];
  const views = [root, `${root}?view=sent`, `${root}?view=declined`, `${root}/new`];
  await expectGoodPages(operator, [...views, request, "/console"]);
});
