// The people of an account in a real browser: an admin invites and removes them, with and without
// JavaScript, and every page of sign-in and accounts is accessible at any width.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { findPendingTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { sendReset } from "../../src/signIn/requestReset.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { expectGoodPage, expectNoAxeViolations } from "../support/browser.ts";
import { app } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import {
  createTestPeople,
  inviteTo,
  makeUser,
  openPeoplesAccount,
  readMails,
  signInAs,
  testPassword,
} from "../support/testPeople.ts";
import { cookieName, openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let people: PeopleContext;

openPortalBrowser();

before(async () => {
  people = createTestPeople(app.database.db, app.secret);
});

/** Signs in an admin of a new account. */
async function openAdmin(): Promise<TestVisitor> {
  const account = await openPeoplesAccount(people.db, app.clock.now);
  return openVisitor(app, account.accountId, { role: "admin", name: "Ada Admin" });
}

async function accept(page: Page, password: string): Promise<void> {
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`an admin invites and removes people, ${how}`, async () => {
    const email = `new-${script}@colleague.example`;
    const page = await browser.open("/account/people", { as: await openAdmin(), script });
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.waitForURL(/done=invited/);
    const mail = (await readMails(people, email)).at(-1);
    const colleague = await browser.open(new URL(mail?.secrets["link"] ?? "").pathname);
    await accept(colleague, testPassword);
    await colleague.waitForURL(`${browser.url}/`);
    await page.goto("/account/people");
    const row = page.getByRole("row", { name: email });
    await row.getByText("Remove…").click();
    if (script) await expectNoAxeViolations(page);
    await row.getByRole("button", { name: "Remove Ann Lee" }).click();
    await page.waitForURL(/done=removed/);
    assert.equal(await page.getByRole("row", { name: email }).count(), 0);
  });
}

test("the error summary takes the focus, and its link leads to the field", async () => {
  const page = await browser.open(await inviteTo(people, "ann@example.example", app.clock.now));
  await accept(page, "short");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  // The script of a page takes the focus a little after the page can be seen.
  await page.waitForFunction("document.activeElement?.getAttribute('role') === 'alert'");
  await expectNoAxeViolations(page);
  await alert.getByRole("link").click();
  await page.waitForFunction("document.activeElement?.id === 'field-password'");
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ann Lee");
});

test("every sign-in and account page is accessible, wide and narrow, light and dark", async () => {
  const invitation = await inviteTo(people, "ben@example.example", app.clock.now);
  const page = await browser.open("/account/people", { as: await openAdmin() });
  await page.getByLabel("E-mail").fill("waits@colleague.example");
  await page.getByRole("button", { name: "Send invitation" }).click();
  const paths = ["/sign-in?done=signed-out", "/forgotten", "/reset/x", invitation];
  for (const path of [...paths, "/account", "/account/people"]) {
    await page.goto(path);
    await expectGoodPage(page);
  }
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function titleOf(page: Page): Promise<string> {
  return (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`the link of an invitation e-mail leads to the home page, and signing in returns there, ${how}`, async () => {
    const email = `ann-${how.replaceAll(" ", "-")}@example.example`;
    const page = await browser.open(await inviteTo(people, email, app.clock.now), { script });
    await page.getByLabel("Your name").fill("Ann Lee");
    await page.getByLabel("Password").fill(testPassword);
    await page.getByRole("button", { name: "Accept and sign in" }).click();
    await page.waitForURL(`${browser.url}/`);
    const cookies = (await page.context().cookies()).map(({ name }) => name).toSorted();
    assert.deepEqual(cookies, script ? [cookieName, "zone"] : [cookieName]);
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
  });

  test(`a forgotten password is changed with the link of an e-mail, ${how}`, async () => {
    const { email } = await makeUser(people, app.clock.now);
    const page = await browser.open("/sign-in", { script });
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.waitForURL(/done=reset-asked/);
    const text = "select request_id from reset_requests";
    const rows = await people.db.query<{ request_id: string }>({ name: "", text, values: [] });
    for (const { request_id } of rows) await sendReset(people, request_id, app.clock.now);
    const mail = (await readMails(people, email)).at(-1);
    await page.goto(new URL(mail?.secrets["link"] ?? "").pathname);
    await page.getByLabel("New password").fill("another password of mine");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.waitForURL(/done=reset$/);
    await signIn(page, email, "another password of mine");
    await page.waitForURL(`${browser.url}/`);
  });

  test(`a second factor is set up and then required, ${how}`, async () => {
    const user = await makeUser(people, app.clock.now);
    const as = { cookieName, token: await signInAs(people, user, app.clock.now) };
    const page = await browser.open("/account", { as, script });
    const form = page.getByRole("form", { name: "Set up two-factor authentication" });
    await form.getByLabel("Current password").fill(testPassword);
    await form.getByRole("button").click();
    await page.waitForURL(/\/account\/second-factor$/);
    const key = await findPendingTotp(people, user.userId);
    assert.ok(key);
    await page.getByLabel("Code", { exact: true }).fill(totpCode(key, totpStep(app.clock.now)));
    await page.getByRole("button", { name: "Turn on two-factor authentication" }).click();
    assert.equal(await titleOf(page), "Two-factor authentication is on");
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("link", { name: "Continue" }).click();
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await signIn(page, user.email, testPassword);
    assert.equal(await titleOf(page), "Sign-in code");
    if (script) await expectNoAxeViolations(page);
    app.clock.now = new Date(app.clock.now.getTime() + 30_000);
    await page.getByLabel("Code", { exact: true }).fill(totpCode(key, totpStep(app.clock.now)));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${browser.url}/`);
  });
}
