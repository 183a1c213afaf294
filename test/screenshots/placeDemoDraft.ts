// Data of the portal for the screenshots: a draft placed by a system, and a pasted list.
import type { Page } from "playwright-core";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";
import type { ServedDemo } from "./servedDemo.ts";

const ordered: readonly (readonly [number: string, quantity: number])[] = [
  [demoShowcase.inStock, 25],
  [demoShowcase.supersededBy, 2],
  [demoShowcase.nearDuplicates[0], 12],
  [demoShowcase.packOf100, 200],
];

const pasted = [
  `${demoShowcase.inStock}\t40\tNE`,
  `${demoShowcase.packOf100} x 300`,
  `${demoShowcase.severalOffers}\t1\tOH`,
  `${demoShowcase.notInCatalog}\t10`,
  `${demoShowcase.supersededBy}\t20`,
  `${demoShowcase.packOf100}\t150`,
].join("\n");

async function callApi(demo: ServedDemo, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${demo.url}/public/api/v1/b2b/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${demo.key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

type Found = { readonly found_parts: { readonly part_id: string; readonly part_number: string }[] };

/** Places a draft through the API, as a buyer's system does; returns its id. */
export async function placeDemoDraft(demo: ServedDemo): Promise<string> {
  const numbers = ordered.map(([number]) => number);
  const found = (await callApi(demo, "catalog", { part_numbers: numbers })) as Found;
  const items = ordered.map(([number, quantity]) => {
    const part = found.found_parts.find((one) => one.part_number === number);
    if (part === undefined) throw new Error(`The demo has no ${number}.`);
    return { part_id: part.part_id, quantity };
  });
  const placed = await callApi(demo, "orders", { items, po_number: "PO-4711" });
  return (placed as { order: { order_id: string } }).order.order_id;
}

/** Pastes a list and waits until its rows are checked; returns its address. */
export async function pasteDemoList(page: Page): Promise<string> {
  await page.goto("/quick-order");
  await page.getByRole("textbox", { name: "Paste rows" }).fill(pasted);
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByRole("button", { name: /^Add \d+ row/ }).waitFor();
  return new URL(page.url()).pathname;
}
