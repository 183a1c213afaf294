// The pages of sign-in and of the people of an account in a real browser.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { expectNoAxeViolations } from "../support/browser.ts";
import { app } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { createTestPeople, inviteTo } from "../support/testPeople.ts";

let people: PeopleContext;

openPortalBrowser();

before(async () => {
  people = createTestPeople(app.database.db, app.secret);
});

async function accept(page: Page, password: string): Promise<void> {
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
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
