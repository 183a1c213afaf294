// People in a real browser, with and without script: from the invitation's mail to the first page,
// a second factor, a forgotten password; each page without a violation, on wide and narrow screens.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { invitePerson } from "../../src/accounts/invitePerson.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { findPendingTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { sendReset } from "../../src/signIn/requestReset.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { selectUserByEmail } from "../../src/signIn/userQueries.ts";
import {
  expectGoodPage,
  expectNoAxeViolations,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import {
  createTestPeople,
  openPeoplesAccount,
  readMails,
  testPassword,
} from "../support/testPeople.ts";

let app: TestApp;
let browser: TestBrowser;
let people: PeopleContext;
let serial = 0;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  people = createTestPeople(app.database.db, app.secret);
  browser = await openBrowser(app);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

async function linkOf(email: string): Promise<string> {
  const mail = (await readMails(people, email)).at(-1);
  return new URL(mail?.secrets["link"] ?? "").pathname;
}

/** Invites somebody as an admin and returns their address. */
async function invite(): Promise<string> {
  serial += 1;
  const email = parseEmail(`ann${serial}@example.example`);
  assert.ok(email);
  const { now } = app.clock;
  const account = await openPeoplesAccount(people.db, now);
  const request = { account, email, name: null, role: "admin", actor: shellActor } as const;
  await invitePerson(people, request, now);
  return email;
}

async function accept(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await page.waitForURL(`${browser.url}/`);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function titleOf(page: Page): Promise<string> {
  return (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
}

const options = { skip: skipWithoutBrowser };

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(
    `the link of an invitation e-mail leads to the home page, and signing in returns there, ${how}`,
    options,
    async () => {
      const email = await invite();
      const page = await browser.open(await linkOf(email), { script });
      await accept(page);
      assert.equal((await page.context().cookies()).length, 1);
      await page.goto("/account");
      await page.getByText("Ann Lee").first().click();
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      assert.equal(await titleOf(page), "Sign in");
      await page.goto("/account/people");
      await signIn(page, email, "wrong");
      assert.match(
        (await page.getByRole("alert").textContent()) ?? "",
        /Wrong e-mail address or password/,
      );
      assert.equal(await page.getByLabel("E-mail").inputValue(), email);
      await signIn(page, email, testPassword);
      await page.waitForURL(`${browser.url}/account/people`);
      assert.equal(await titleOf(page), "People");
    },
  );

  test(`a forgotten password is changed with the link of an e-mail, ${how}`, options, async () => {
    const email = await invite();
    await accept(await browser.open(await linkOf(email), { script }));
    const page = await browser.open("/sign-in", { script });
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.waitForURL(/done=reset-asked/);
    const text = "select request_id from reset_requests";
    const rows = await people.db.query<{ request_id: string }>({ name: "", text, values: [] });
    for (const { request_id } of rows) await sendReset(people, request_id, app.clock.now);
    await page.goto(await linkOf(email));
    await page.getByLabel("New password").fill("another password of mine");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.waitForURL(/done=reset$/);
    await signIn(page, email, "another password of mine");
    await page.waitForURL(`${browser.url}/`);
  });

  test(`a second factor is set up and then required, ${how}`, options, async () => {
    const email = await invite();
    const page = await browser.open(await linkOf(email), { script });
    await accept(page);
    await page.goto("/account");
    const form = page.getByRole("form", { name: "Set up second factor" });
    await form.getByLabel("Current password").fill(testPassword);
    await form.getByRole("button").click();
    await page.waitForURL(/\/account\/second-factor$/);
    const known = await selectUserByEmail(people.db, "buyers", parseEmail(email) ?? assert.fail());
    const key = await findPendingTotp(people, known?.userId ?? assert.fail());
    assert.ok(key);
    await page.getByLabel("Code", { exact: true }).fill(totpCode(key, totpStep(app.clock.now)));
    await page.getByRole("button", { name: "Turn on second factor" }).click();
    assert.equal(await titleOf(page), "Second factor on");
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("link", { name: "I have saved them" }).click();
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await signIn(page, email, testPassword);
    assert.equal(await titleOf(page), "Sign-in code");
    if (script) await expectNoAxeViolations(page);
    app.clock.now = new Date(app.clock.now.getTime() + 30_000);
    await page.getByLabel("Code", { exact: true }).fill(totpCode(key, totpStep(app.clock.now)));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${browser.url}/`);
  });

  test(`an admin invites and removes people, ${how}`, options, async () => {
    const email = await invite();
    const page = await browser.open(await linkOf(email), { script });
    await accept(page);
    await page.goto("/account/people");
    await page.getByLabel("E-mail").fill("new@colleague.example");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.waitForURL(/done=invited/);
    await accept(await browser.open(await linkOf("new@colleague.example")));
    await page.goto("/account/people");
    const row = page.getByRole("row", { name: /new@colleague/ });
    await row.getByText("Remove …").click();
    if (script) await expectNoAxeViolations(page);
    await row.getByRole("button", { name: "Remove Ann Lee" }).click();
    await page.waitForURL(/done=removed/);
    assert.equal(await page.getByRole("row", { name: /new@colleague/ }).count(), 0);
  });
}

test("the error summary takes the focus, and its link leads to the field", options, async () => {
  const email = await invite();
  const page = await browser.open(await linkOf(email));
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), "alert");
  await expectNoAxeViolations(page);
  await alert.getByRole("link").click();
  assert.equal(await page.evaluate("document.activeElement.id"), "field-password");
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ann Lee");
});

test(
  "every sign-in and account page is accessible, wide and narrow, light and dark",
  options,
  async () => {
    const email = await invite();
    const invitation = await linkOf(await invite());
    const page = await browser.open(await linkOf(email));
    await accept(page);
    await page.goto("/account/people");
    await page.getByLabel("E-mail").fill("waits@colleague.example");
    await page.getByRole("button", { name: "Send invitation" }).click();
    const paths = ["/sign-in?done=signed-out", "/forgotten", "/reset/x", invitation];
    for (const path of [...paths, "/account", "/account/people"]) {
      await page.goto(path);
      await expectGoodPage(page);
    }
  },
);
