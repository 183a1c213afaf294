// Declaring what the quantities of a file mean, and exports that say it themselves.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openFolder } from "../support/openFolder.ts";
import { runCommand } from "../support/runCommand.ts";
import { renew, share } from "../support/share.ts";
import { openStockFixture } from "../support/stockFixture.ts";

const fixture = renew(openStockFixture);
const folder = share(openFolder);

const run = (...args: string[]) => runCommand(fixture.database, args);
const feed = (text: string, ...args: string[]) =>
  runCommand(fixture.database, ["stock", "import", "-", ...args], {}, text);
const header = "part_number,vendor,condition,quantity";

test("an exported catalog is imported again without a change of stock, in both modes", async () => {
  await fixture.feedCatalog({ "E-1": 10, "E-2": 10, "E-3": 10, "E-4": 10 });
  await fixture.order("E-2", 4, 1);
  await fixture.order("E-3", 10, 1);
  const shipped = await fixture.order("E-4", 8, 1);
  await fixture.end(shipped, "fulfilled", 2);
  await fixture.feedCatalog({ "E-3": 6 }, { at: 3 });
  await fixture.feedCatalog({ "E-4": 3 }, { at: 4, asOf: 1 });
  const parts = ["E-1", "E-2", "E-3", "E-4"];
  const stock = () => Promise.all(parts.map((part) => fixture.stock(part)));
  const before = await stock();
  assert.deepEqual(before.at(-1), { onHand: -5, allocated: 0, available: 0 });
  const path = join(folder.path, "catalog.csv");
  assert.equal((await run("catalog", "export", "--out", path)).exitCode, 0);
  for (const mode of ["on-hand", "available", "on-hand"]) {
    const again = await run("catalog", "import", path, "--stock", mode, "--json");
    assert.equal(again.exitCode, 0, again.stdout + again.stderr);
    const { updated, unchanged = 0 } = again.json() as Record<string, number>;
    assert.deepEqual([updated, unchanged >= parts.length], [0, true], mode);
    assert.deepEqual(await stock(), before, mode);
  }
});

test("an export keeps its meaning when orders are fulfilled after it", async () => {
  await fixture.feedCatalog({ "L-1": 10 }, { at: 5, mode: "on-hand" });
  const order = await fixture.order("L-1", 4, 6);
  const path = join(folder.path, "later.csv");
  await run("catalog", "export", "--out", path);
  const later = (Date.now() - fixture.now.getTime()) / 60_000;
  await fixture.end(order, "fulfilled", later);
  await run("catalog", "import", path);
  assert.deepEqual(await fixture.stock("L-1"), { onHand: 6, allocated: 0, available: 6 });
});

test("mode and time are options of an import, and shown with its run", async () => {
  await fixture.feedCatalog({ "O-1": 10 }, { at: 7 });
  const time = "2026-11-21T12:30:00Z";
  const text = `${header}\nO-1,Acme,NE,5\n`;
  const imported = await feed(text, "--stock", "available", "--as-of", time, "--json");
  const { run_id, stock } = imported.json() as { run_id: number; stock: unknown };
  const as_of = "2026-11-21T12:30:00.000Z";
  const terms = { mode: "available", is_declared: true, as_of, as_of_from: "option" };
  assert.deepEqual(stock, terms);
  const shown = await run("import", "show", String(run_id));
  assert.match(shown.stdout, /^Quantities are available, as of 2026-11-21T12:30:00\.000Z\.$/m);
  const { stock: listed } = (await run("import", "show", String(run_id), "--json")).json() as {
    stock: unknown;
  };
  assert.deepEqual(listed, terms);
});

test("a mode or time that is none is refused, also a time in the future", async () => {
  const text = `${header}\nO-1,Acme,NE,5\n`;
  for (const [option, value] of [
    ["--stock", "free"],
    ["--as-of", "2026-11-21"],
    ["--as-of", "2999-01-01T00:00:00Z"],
  ] as const) {
    const answer = await feed(text, option, value);
    assert.equal(answer.exitCode, 2, value);
    assert.match(answer.stderr, new RegExp(option), value);
  }
});

test("a vendor with feeds from before is decided with --stock, and not with --accept", async () => {
  await fixture.feedCatalog({ "O-1": 10 }, { at: 7 });
  await fixture.run("update vendors set stock_mode = null where vendor = 'Acme'");
  const text = `${header}\nO-1,Acme,NE,6\n`;
  const dry = await feed(text, "--dry-run");
  assert.equal(dry.exitCode, 0, dry.stderr);
  assert.match(dry.stderr, /Warning: Choose what the quantities of "Acme" mean/);
  const stopped = await feed(text, "--accept", "I insist");
  assert.equal(stopped.exitCode, 6);
  assert.match(stopped.stdout, /Choose what the quantities of "Acme" mean: .*--stock on-hand/);
  assert.equal(stopped.stderr, "The import stopped. Nothing changed.\n");
  const cutOff = await feed(`${text}O-1,Ac`);
  assert.match(cutOff.stdout, /is cut off/);
  assert.equal(cutOff.stderr, stopped.stderr, "a reason would not be enough");
  assert.equal((await feed(text, "--stock", "on-hand")).exitCode, 0);
  assert.equal((await feed(`${header}\nO-1,Acme,NE,7\n`)).exitCode, 0);
});
