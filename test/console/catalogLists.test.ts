// The catalog lists in the console: filters and paging.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
});

after(() => app.close());

async function insert(offer: OfferFields): Promise<void> {
  await insertOffer(app.database.db, offer);
}

test("the catalog lists every offer by part number, paged, each once", async () => {
  const many = Array.from({ length: 60 }, (_, index) => `LIST-${String(index).padStart(3, "0")}`);
  for (const partNumber of many) await insert({ partNumber, vendor: "Lister" });
  const seen: string[] = [];
  let path = "/console/catalog?vendor=Lister";
  for (let pages = 0; path !== "" && pages < 9; pages += 1) {
    const { body } = await manager.get(path);
    seen.push(...[...body.matchAll(/parts\/(LIST-\d{3})"/g)].map(([, number]) => number ?? ""));
    const [, next = ""] = /rel="next" href="([^"]+)"/.exec(body) ?? [];
    path = next.replaceAll("&amp;", "&").replaceAll("&#38;", "&").replaceAll("&#61;", "=");
  }
  assert.deepEqual(seen, many);
});

test("the catalog is filtered by condition, vendor, status and stock, with and without a search text", async () => {
  const common = { vendor: "Narrow & Co" };
  await insert({ ...common, partNumber: "NARROW-1", condition: "AR" });
  await insert({ ...common, partNumber: "NARROW-2", status: "ON_HOLD" });
  await insert({ ...common, partNumber: "NARROW-3", stock: 0 });
  await insert({ ...common, partNumber: "NARROW-4", status: "ON_HOLD", stock: 0 });
  const vendor = "vendor=Narrow+%26+Co";
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ["", [1, 2, 3, 4]],
    ["&condition=AR", [1]],
    ["&status=ON_HOLD", [2, 4]],
    ["&status=ACTIVE", [1, 3]],
    ["&stock=yes", [1, 2]],
    ["&status=ON_HOLD&stock=yes", [2]],
    ["&status=DISCONTINUED", []],
  ];
  for (const text of ["", "&q=NARROW", "&q=narrow-"]) {
    for (const [filter, found] of cases) {
      const { body } = await manager.get(`/console/catalog?${vendor}${filter}${text}`);
      const numbers = [...body.matchAll(/parts\/NARROW-(\d)"/g)].map(([, digit]) => Number(digit));
      assert.deepEqual([...new Set(numbers)], found, `${filter}${text}`);
    }
  }
  const none = await manager.get("/console/catalog?status=ON_HOLD&vendor=Nobody");
  assert.match(none.body, /No matching offers|No offers match/);
});

test("a search by name and vendor finds only the offers of that vendor", async () => {
  await insert({ partNumber: "RARE-1", partName: "GRILLE,ODD", vendor: "Rare" });
  const found = await manager.get("/console/catalog?q=grille+odd&vendor=Rare");
  assert.match(found.body, /RARE-1/);
  const other = await manager.get("/console/catalog?q=grille+odd&vendor=Lister");
  assert.match(other.body, /No matching offers|No offers match/);
});

test("invalid parameters of the catalog show a page or are 404", async () => {
  for (const odd of [
    "after=x",
    "status=x",
    "q=%00%ED%A0%80",
    "vendor=%00",
    `q=${"x".repeat(999)}`,
  ]) {
    assert.equal((await manager.get(`/console/catalog?${odd}`)).statusCode, 200, odd);
  }
  const paths = [
    "parts/NOBODY",
    "parts/%ED%A0%80",
    "offers/0",
    "offers/x",
    "offers/999999999999999",
  ];
  for (const path of paths) {
    const answer = await manager.get(`/console/catalog/${path}`);
    assert.ok([400, 404].includes(answer.statusCode), `${path} ${answer.statusCode}`);
  }
});
