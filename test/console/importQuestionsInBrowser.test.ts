// The questions of the import wizard in a real browser, at 1,280 and 390 px and by keyboard alone:
// which sheet has the rows, what values mean, and what repeated rows mean.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { bookOf, cellsAt } from "../dealerFiles/workbooks.ts";
import { expectGoodPage, skipWithoutBrowser } from "../support/browser.ts";
import { expectGoodStep, uploadInBrowser } from "../support/importInBrowser.ts";
import { openImportBrowser } from "../support/importSite.ts";

const site = openImportBrowser();

const header = ["P/N", "Name", "Cond", "UM", "Qty", "Price", "Currency", "Vendor"];

/** A sheet of two lots of a part, whose condition is to be corrected, and of another part. */
function sheetOf(name: string, vendor: string) {
  const row = (line: number, ...cells: readonly (string | number)[]) =>
    cellsAt(
      line,
      Object.fromEntries(cells.map((cell, at) => [String.fromCharCode(65 + at), cell])),
    );
  const rest = ["EA", 2, 1.5, "USD", vendor];
  return {
    name,
    rows: [
      row(1, ...header),
      row(2, `${name}-1`, "PIN", "N", ...rest),
      row(3, `${name}-1`, "PIN", "N", ...rest),
      row(4, `${name}-2`, "NUT", "OH", ...rest),
    ].join(""),
  };
}

/** Moves the focus with Tab until an expression about the focused element is true. */
async function tabTo(page: Page, expression: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    // A string, because browser types are not available here.
    const isThere = await page.evaluate<boolean>(
      `((focused) => ${expression})(document.activeElement)`,
    );
    if (isThere) return;
  }
  assert.fail(`Tab does not reach ${expression}`);
}

/** How an operator presses a link or button, and answers a question with its first choice. */
type Hand = {
  press(page: Page, role: "link" | "button", name: string): Promise<void>;
  chooseFirst(page: Page, label: string): Promise<void>;
};

const mouse: Hand = {
  press: (page, role, name) => page.getByRole(role, { name, exact: true }).click(),
  async chooseFirst(page, label) {
    await page.getByLabel(label).selectOption({ index: 1 });
  },
};

const keyboard: Hand = {
  async press(page, _role, name) {
    await tabTo(page, `focused.textContent.trim() === ${JSON.stringify(name)}`);
    await page.keyboard.press("Enter");
  },
  async chooseFirst(page, label) {
    const isLabelled = `focused.labels?.[0]?.textContent.trim() === ${JSON.stringify(label)}`;
    await tabTo(page, isLabelled);
    await page.keyboard.press("ArrowDown");
  },
};

async function answerQuestions(page: Page, vendor: string, hand: Hand): Promise<void> {
  const book = await bookOf([sheetOf("New", vendor), sheetOf("Used", vendor)]);
  await uploadInBrowser(page, "book.xlsx", book);
  await page.getByText("Several sheets may have the rows.").waitFor();
  await expectGoodStep(page, "questions-sheets");
  await hand.press(page, "link", "Used");
  await page.waitForURL(/sheet=Used/);
  await hand.press(page, "button", "Check file");
  await page.waitForURL(/\/console\/imports\/\d+$/);
  await page.getByRole("heading", { name: "Values to correct" }).waitFor();
  const means = page.getByLabel("What condition N means");
  assert.equal(await means.inputValue(), "=NE");
  await expectGoodStep(page, "questions-values");
  const checked = page.url();
  await hand.press(page, "button", "Accept these corrections");
  await page.waitForURL((url) => url.href !== checked && /imports\/\d+$/.test(url.pathname));
  await page.getByRole("heading", { name: "Repeated rows" }).waitFor();
  await page.getByText("1 row repeats another, of 1 offer").waitFor();
  await expectGoodStep(page, "questions-repeats");
  const corrected = page.url();
  await hand.chooseFirst(page, "Rows of the same offer");
  await hand.press(page, "button", "Check again");
  await page.waitForURL((url) => url.href !== corrected && /imports\/\d+$/.test(url.pathname));
  await page.getByText("their quantities are added").waitFor();
  await hand.press(page, "button", "Import file");
  await page.getByText("Import complete.").waitFor();
  const offers = await site.app.database.db.query<{ text: string }>({
    name: "test_questions",
    text: `select concat_ws(' ', part_number, condition, available_stock, lots) as text
      from offers where vendor = $1 order by 1`,
    values: [vendor],
  });
  assert.deepEqual(
    offers.map(({ text }) => text),
    ["Used-1 NE 4 2", "Used-2 OH 2"],
  );
}

for (const width of [1280, 390]) {
  test(`a sheet, corrections and repeated rows are answered in a window of ${width} px`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const page = await site.browser.open("/console", { as: site.admin, width });
    await answerQuestions(page, `Questions ${width}`, mouse);
  });
}

test("a sheet, corrections and repeated rows are answered by keyboard alone", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await site.browser.open("/console", { as: site.admin, width: 1280 });
  await answerQuestions(page, "Questions by keys", keyboard);
});

async function answerForms(page: Page, vendor: string, hasScript: boolean): Promise<void> {
  const rows = ["F-1,PIN,NE w/ 8130,EA,10+,EST 7.00", "F-2,PIN,NE,EA,25+,8.00 NET"];
  rows.push("F-3,PIN,OH,PK/10,> 50,9.00", "F-4,PIN,NE,EA,5 in stock,EST 12.50");
  const lines = rows.map((row) => `${row},USD,${vendor}`);
  await uploadInBrowser(page, "forms.csv", [header.join(","), ...lines].join("\n"));
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByText("Such as 10+; 25+").waitFor();
  await page.getByText("NE, certificate FAA 8130-3").waitFor();
  if (hasScript) await expectGoodPage(page);
  const choose = async (value: string, meaning: string) =>
    page.getByLabel(`What ${value} means`).selectOption({ label: meaning });
  await choose("available_stock #+", "The number");
  await choose("available_stock > #", "0, because it is unknown");
  await choose("available_stock # IN STOCK", "Leave these rows out");
  await choose("price EST #", "Price on request");
  await choose("price # NET", "The price, without the word");
  await choose("unit_of_measure PK/10", "PG");
  await page.getByRole("button", { name: "Accept these corrections" }).click();
  await page.getByText("How values were read").first().waitFor();
  if (hasScript) await expectGoodPage(page);
  await page.getByRole("button", { name: "Import file" }).click();
  await page.getByText("Import complete.").waitFor();
  const offers = await site.app.database.db.query<{ text: string }>({
    name: "test_forms",
    text: `select concat_ws(' ', part_number, condition, certificate, unit_of_measure,
        available_stock, list_price) as text
      from offers where vendor = $1 order by 1`,
    values: [vendor],
  });
  assert.deepEqual(
    offers.map(({ text }) => text),
    ["F-1 NE 8130-3 EA 10", "F-2 NE EA 25 800", "F-3 OH PG 0 900"],
  );
}

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`forms of numbers are answered once each, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const width = script ? 1280 : 360;
    const page = await site.browser.open("/console", { as: site.admin, script, width });
    await answerForms(page, `Forms ${how} script`, script);
  });
}
