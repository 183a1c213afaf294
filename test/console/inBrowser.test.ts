// The console in a real browser, with and without JavaScript: invitation, sign-in, second factor,
// keys and accounts.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { shellActor } from "../../src/audit/actor.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import { findPendingTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { selectUserByEmail } from "../../src/signIn/userQueries.ts";
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { createTestPeople, testPassword } from "../support/testPeople.ts";

let app: TestApp;
let browser: TestBrowser;
let people: PeopleContext;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  people = { ...createTestPeople(app.database.db, app.secret), kind: "operators" };
  browser = await openBrowser(app);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

async function invite(address: string): Promise<{ path: string; email: string }> {
  const email = parseEmail(address) ?? assert.fail();
  const request = { account: null, email, name: null, role: "admin", actor: shellActor } as const;
  const invited = await invitePerson(people, request, app.clock.now);
  assert.ok(invited.outcome === "invited");
  return { path: new URL(invited.link).pathname, email };
}

async function accept(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill("Olga Operator");
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await page.waitForURL(/\/console$/);
}

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`an operator accepts an invitation, signs out and signs in again, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const { path, email } = await invite(`olga-${how}@desk.example`);
    const page = await browser.open(path, { script });
    if (script) await expectNoAxeViolations(page);
    await accept(page);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/console\/sign-in\?done=signed-out$/);
    if (script) await expectNoAxeViolations(page);
    await page.goto("/console/audit");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(testPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/console\/audit$/);
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Audit log");
  });
}

test("an operator sets up a second factor and signs in with its code", {
  skip: skipWithoutBrowser,
}, async () => {
  const { path, email } = await invite("tess@desk.example");
  const page = await browser.open(path);
  await accept(page);
  await page.goto("/console/account");
  await expectNoAxeViolations(page);
  const form = page.getByRole("form", { name: "Set up two-factor authentication" });
  await form.getByLabel("Current password").fill(testPassword);
  await form.getByRole("button").click();
  await page.waitForURL(/\/console\/account\/second-factor$/);
  const known = await selectUserByEmail(people.db, "operators", parseEmail(email) ?? assert.fail());
  const secret = await findPendingTotp(people, known?.userId ?? assert.fail());
  assert.ok(secret);
  const step = totpStep(app.clock.now);
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, step));
  await page.getByRole("button", { name: "Turn on two-factor authentication" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(/\/console\/account$/);
  await page.context().clearCookies();
  await page.goto("/console/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, step + 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/console$/);
});

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`an operator issues a key, views as a buyer, suspends the account and undoes it, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const operator = await openOperator(app, { role: "operator" });
    const account = await app.openAccount();
    const own = `/console/accounts/${account.accountId}`;
    const page = await browser.open(own, { as: operator, script });
    await page.getByRole("link", { name: "Issue key" }).click();
    await page.getByLabel("Key name").fill("ERP");
    await page.getByRole("button", { name: "Preview e-mail" }).click();
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Issue and show key" }).click();
    await page.getByRole("heading", { name: "Key issued" }).waitFor();
    await page.goto(own);
    await page.getByRole("button", { name: "View the portal as a buyer of this account" }).click();
    await page.getByRole("link", { name: "Developers" }).first().click();
    await page.getByRole("link", { name: "ERP" }).click();
    await expectNoSidewaysScroll(page);
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Replace key" }).click();
    await page
      .getByRole("heading", { name: "Nothing changed: you are viewing as a buyer" })
      .waitFor();
    await page.getByRole("button", { name: "End" }).click();
    await page.waitForURL(/done=view-ended$/);
    await page.locator("summary", { hasText: "Suspend" }).click();
    await page.getByRole("button", { name: "Suspend Account" }).click();
    await page.waitForURL(/done=suspended$/);
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Undo: Account suspended." }).click();
    await page.waitForURL(/done=resumed$/);
  });
}

test("the second of two operators sees both versions of an account", {
  skip: skipWithoutBrowser,
}, async () => {
  const operator = await openOperator(app, { role: "operator" });
  const other = await openOperator(app, { role: "operator", name: "Olaf Other" });
  const { accountId } = await app.openAccount();
  const edit = `/console/accounts/${accountId}/edit`;
  const page = await browser.open(edit, { as: operator });
  const opened = readForm((await other.get(edit)).body, edit);
  const theirs = { email: "new@air.example", notes: "theirs" };
  assert.equal((await other.post(edit, { ...opened, ...theirs })).statusCode, 303);
  await page.getByLabel("Notes").fill("typed here");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Olaf Other changed it").waitFor();
  await expectNoAxeViolations(page);
  assert.equal(await page.getByLabel("Notes").inputValue(), "typed here");
  assert.equal(await page.getByLabel("E-mail").inputValue(), "new@air.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(/done=changed$/);
});
