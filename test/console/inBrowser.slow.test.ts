// The console in a real browser, with and without JavaScript: invitation, sign-in and second factor.

import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { shellActor } from "../../src/audit/actor.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import { findPendingTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { selectUserByEmail } from "../../src/signIn/userQueries.ts";
import { expectNoAxeViolations } from "../support/browser.ts";
import { app } from "../support/console.ts";
import {
  browser,
  openConsoleInBrowser,
  testInBrowser,
  testWithoutScriptToo,
} from "../support/consoleBrowser.ts";
import { createTestPeople, testPassword } from "../support/testPeople.ts";

let people: PeopleContext;

openConsoleInBrowser();

before(async () => {
  people = { ...createTestPeople(app.database.db, app.secret), kind: "operators" };
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

testWithoutScriptToo(
  "an operator accepts an invitation, signs out and signs in again",
  async (script, how) => {
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
  },
);

testInBrowser("an operator sets up a second factor and signs in with its code", async () => {
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
