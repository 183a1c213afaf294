// Data of the console for the screenshots: key requests, a file that a guard rail stops, and a
// price to explain.
import type { Page } from "playwright-core";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";

const requesters = [
  ["Example Air Stores", "Pat Example", "pat@example-air.example"],
  ["Sample Jet Support", "Dana Example", "dana@sample-jet.example"],
] as const;

/** Requests keys with the public form; returns the address of the first request in the console. */
export async function requestDemoKey(page: Page): Promise<string> {
  for (const [company, person, email] of requesters) {
    await page.goto("/request-key");
    await page.getByLabel("Company").fill(company);
    await page.getByLabel("Your name").fill(person);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Purpose").fill("Nightly replenishment from our ERP");
    await page.getByRole("button", { name: "Request key" }).click();
    await page.waitForURL(/done=requested$/);
  }
  await page.goto("/console/key-requests");
  await page.getByRole("link", { name: requesters[0][0], exact: true }).click();
  await page.getByRole("heading", { level: 1, name: requesters[0][0] }).waitFor();
  return new URL(page.url()).pathname;
}

const header = "Part No.,Nomenclature,Cond,UOM,Qty,Unit Price,Curr,Supplier";

async function sendFile(page: Page, times: number): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const stock = index % 19 === 7 ? "many" : String(index * 40);
    const price = ((index + 4) * 13.5 * times).toFixed(2);
    return `SL-${1000 + index},"SPACER, SLEEVE",NE,EA,${stock},${price},USD,Sample Sleeves`;
  });
  const buffer = Buffer.from(`${[header, ...rows].join("\n")}\n`);
  await page.goto("/console/imports/new");
  const file = { name: "sample-sleeves.csv", mimeType: "text/csv", buffer };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("heading", { name: "Import", exact: true }).waitFor();
}

/** Imports a file, and checks one with large price changes; returns the address of that check. */
export async function checkDemoFile(page: Page): Promise<string> {
  await sendFile(page, 1);
  await page.getByRole("button", { name: "Import file" }).click();
  await page.getByText("Import complete.").waitFor();
  await sendFile(page, 2);
  return new URL(page.url()).pathname;
}

/** The address that explains what a demo account pays. */
export async function explainDemoPrice(page: Page): Promise<string> {
  await page.goto("/console/agreements");
  await page.getByRole("link", { name: "Example Air", exact: true }).click();
  await page.getByRole("link", { name: "Explain price" }).click();
  await page.getByLabel("Part number").fill(demoShowcase.inStock);
  await page.getByLabel("Quantity").fill("40");
  await page.getByRole("button", { name: "Explain price" }).click();
  await page.getByText("Sets the price", { exact: true }).first().waitFor();
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}
