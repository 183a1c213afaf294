// What feeds do to stock that orders have allocated or shipped (decision 153).
import assert from "node:assert/strict";
import { test } from "node:test";
import { share } from "../support/share.ts";
import { openStockFixture } from "../support/stockFixture.ts";

const fixture = share(openStockFixture);
let made = 0;

const newPart = () => {
  made += 1;
  return `B-${made}`;
};
const counts = (onHand: number, allocated: number, available: number) => ({
  onHand,
  allocated,
  available,
});
const stockRow = (part: string, quantity: number) =>
  `part_number,vendor,condition,quantity\n${part},Acme,NE,${quantity}\n`;

for (const kind of ["catalog", "stock"]) {
  const feed = (part: string, quantity: number, options = {}) =>
    kind === "catalog"
      ? fixture.feedCatalog({ [part]: quantity }, options)
      : fixture.feedStock(stockRow(part, quantity), options);

  test(`orders confirmed, cancelled and fulfilled after a ${kind} file was counted are subtracted in both modes`, async () => {
    const part = newPart();
    await fixture.feedCatalog({ [part]: 100 });
    const orders = {
      open: await fixture.order(part, 1, 1),
      shippedBefore: await fixture.order(part, 2, 1),
      shippedAfter: await fixture.order(part, 4, 1),
      cancelledAfter: await fixture.order(part, 8, 1),
    };
    await fixture.end(orders.shippedBefore, "fulfilled", 2);
    // Counted at minute 5.
    await fixture.end(orders.shippedAfter, "fulfilled", 6);
    await fixture.end(orders.cancelledAfter, "cancelled", 6);
    await fixture.order(part, 16, 6);
    const quick = await fixture.order(part, 32, 6);
    await fixture.end(quick, "fulfilled", 7);
    await feed(part, 80, { at: 8, asOf: 5, mode: "on-hand" });
    assert.deepEqual(await fixture.stock(part), counts(80 - 4 - 32, 1 + 16, 80 - 36 - 17));
    const allocatedThen = 1 + 4 + 8;
    await feed(part, 80 - allocatedThen, { at: 9, asOf: 5, mode: "available" });
    assert.deepEqual(await fixture.stock(part), counts(80 - 4 - 32, 1 + 16, 80 - 36 - 17));
    await feed(part, 50, { at: 10, mode: "on-hand" });
    assert.deepEqual(await fixture.stock(part), counts(50, 17, 33));
  });
}

test("less on hand than allocated is available 0, and an available 0 leaves the shortfall", async () => {
  const part = newPart();
  await fixture.feedCatalog({ [part]: 10 });
  const order = await fixture.order(part, 10, 1);
  const run = await fixture.feedCatalog({ [part]: 7 }, { at: 2 });
  assert.deepEqual(await fixture.stock(part), counts(7, 10, 0));
  const warning = `1 offer has less on hand than is allocated to orders; first: ${part} of "Acme".`;
  assert.ok(run.warnings.includes(warning), run.warnings.join());
  await fixture.feedCatalog({ [part]: 0 }, { at: 3, mode: "available" });
  assert.deepEqual(await fixture.stock(part), counts(7, 10, 0));
  await fixture.end(order, "cancelled", 4);
  assert.deepEqual(await fixture.stock(part), counts(7, 0, 7));
  await fixture.feedCatalog({ [part]: 7 }, { at: 5, mode: "on-hand" });
});

test("a stock file changes only the offers whose quantity differs", async () => {
  const [same, other] = [newPart(), newPart()];
  await fixture.feedCatalog({ [same]: 5, [other]: 5 });
  const { runId } = await fixture.feedStock(`${stockRow(same, 5)}${other},Acme,NE,6\n`);
  const text = `select part_number from offer_changes join offers using (offer_id)
    where run_id = $1`;
  assert.deepEqual(await fixture.run(text, [runId]), [{ part_number: other }]);
});

test("with --replace, offers that a stock file lacks have nothing on hand", async () => {
  const [kept, gone, owed] = [newPart(), newPart(), newPart()];
  await fixture.feedCatalog({ [kept]: 5, [gone]: 5, [owed]: 5 });
  await fixture.order(owed, 5, 1);
  const options = { at: 2, vendor: "Acme", replace: true };
  const run = await fixture.feedStock(stockRow(kept, 5), options);
  assert.ok((run.counts["emptied"] ?? 0) >= 2);
  assert.deepEqual(await fixture.stock(kept), counts(5, 0, 5));
  assert.deepEqual(await fixture.stock(gone), counts(0, 0, 0));
  assert.deepEqual(await fixture.stock(owed), counts(0, 5, 0));
  await fixture.revert(run.runId, 3);
  assert.deepEqual(await fixture.stock(gone), counts(5, 0, 5));
  assert.deepEqual(await fixture.stock(owed), counts(5, 5, 0));
});

test("with --replace, an available 0 says nothing about what is allocated", async () => {
  const [kept, gone, owed] = [newPart(), newPart(), newPart()];
  await fixture.feedCatalog({ [kept]: 5, [gone]: 5, [owed]: 5 });
  await fixture.order(owed, 5, 1);
  const inStock = "select part_number from offers where available_stock > 0 and part_number <> $1";
  const { length: emptied } = await fixture.run(inStock, [kept]);
  const options = { at: 50, vendor: "Acme", replace: true, mode: "available" } as const;
  const run = await fixture.feedStock(stockRow(kept, 5), options);
  assert.deepEqual([run.counts["emptied"], run.counts["updated"]], [emptied, 0]);
  assert.deepEqual(await fixture.stock(gone), counts(0, 0, 0));
  assert.deepEqual(await fixture.stock(owed), counts(5, 5, 0));
  await fixture.feedStock(stockRow(kept, 5), { at: 51, mode: "on-hand" });
});

test("the time can be in the file, and the run shows it with its mode", async () => {
  const part = newPart();
  await fixture.feedCatalog({ [part]: 10 });
  const order = await fixture.order(part, 3, 1);
  await fixture.end(order, "fulfilled", 3);
  const header = "part_number,vendor,condition,quantity,as_of";
  const row = (minutes: number) => `${part},Acme,NE,10,${fixture.after(minutes).toISOString()}`;
  const late = await fixture.feedStock(`${header}\n${row(10)}\n`, { at: 4 });
  assert.equal(late.refusals[0]?.reason, "is in the future");
  const run = await fixture.feedStock(`${header}\n${row(2)}\n`, { at: 4 });
  const asOf = fixture.after(2).toISOString();
  const terms = { mode: "on-hand", isDeclared: false, asOf, asOfFrom: "file", undecided: [] };
  assert.deepEqual(run.stock, terms);
  assert.deepEqual(await fixture.stock(part), counts(7, 0, 7));
});

test("of a file with both quantities, that of its mode is read, and on hand may be negative", async () => {
  const part = newPart();
  await fixture.feedCatalog({ [part]: 10 });
  await fixture.order(part, 2, 1);
  const text = (onHand: number, available: number) =>
    `part_number,vendor,condition,on_hand,available\n${part},Acme,NE,${onHand},${available}\n`;
  await fixture.feedStock(text(20, 5), { at: 2, mode: "on-hand" });
  assert.deepEqual(await fixture.stock(part), counts(20, 2, 18));
  await fixture.feedStock(text(20, 5), { at: 3, mode: "available" });
  assert.deepEqual(await fixture.stock(part), counts(7, 2, 5));
  await fixture.feedStock(text(-3, 0), { at: 4, mode: "on-hand" });
  assert.deepEqual(await fixture.stock(part), counts(-3, 2, 0));
});

test("the same file is imported again if it is declared to mean something else", async () => {
  const part = newPart();
  const source = { fileName: "a.csv", bytes: 1, sha256: Buffer.alloc(32, made) };
  await fixture.feedCatalog({ [part]: 10 }, { source });
  const again = async (options = {}) =>
    (await fixture.feedCatalog({ [part]: 10 }, { source, at: 9, ...options })).state;
  assert.equal(await again(), "stopped");
  assert.equal(await again({ mode: "on-hand" }), "stopped");
  assert.equal(await again({ asOf: 5 }), "committed");
  assert.equal(await again({ asOf: 5 }), "stopped");
  assert.equal(await again({ mode: "available" }), "committed");
  assert.equal(await again({ mode: "on-hand" }), "committed");
});
