// Imports in a real browser, by the clicks of an operator.
import type { Page } from "playwright-core";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "./browser.ts";
import { catalogHeader } from "./sendImport.ts";

const longName = "A VERY LONG NOMENCLATURE THAT GOES ON, WITH BRACKETS AND DIMENSIONS 12 X 45 MM";

/** A catalog file with a header to map, two rows to import and one to refuse. */
export function catalogOf(vendor: string, price: string): string {
  const rows = [
    `W-1,"${longName}",NE,EA,4,${price},USD,${vendor}`,
    `W-2,WASHER,OH,EA,9,${price},USD,${vendor}`,
    `W-3,WASHER,XX,EA,many,${price},USD,${vendor}`,
  ];
  return `${[catalogHeader.replace("part_number", "Artikel-Nr."), ...rows].join("\n")}\n`;
}

/** Uploads a file from the page of imports. */
export async function uploadInBrowser(
  page: Page,
  name: string,
  content: string | Buffer,
): Promise<void> {
  await page.goto("/console/imports");
  await page.getByRole("link", { name: "Import file" }).click();
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.waitForURL(/\/console\/imports\/files\//);
}

/** Maps the header of the part number and checks the file. */
export async function checkInBrowser(page: Page): Promise<void> {
  await page.getByLabel("Header of Part number").selectOption({ label: "Artikel-Nr." });
  await page.getByRole("button", { name: "Check file" }).click();
  await page.waitForURL(/\/console\/imports\/\d+$/);
  await page.getByRole("heading", { name: "Import", exact: true }).waitFor();
}

/** Fails if a page has a violation in either theme or is wider than its window. */
export async function expectGoodStep(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
    if (folder === undefined) continue;
    const width = page.viewportSize()?.width;
    const path = `${folder}/${name}-${width}-${colorScheme}.png`;
    await page.screenshot({ path, fullPage: true });
  }
  await expectNoSidewaysScroll(page);
}
