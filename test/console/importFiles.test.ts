// Uploaded files that cannot be imported, and the deletion of old ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { readConfig } from "../../src/config.ts";
import { expireByAge } from "../../src/jobs/expireByAge.ts";
import { openImportSite } from "../support/importSite.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";

const site = openImportSite();

const vendor = "Acme";

function rowsOf(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, row) => `B-${row},BOLT,NE,EA,1,2.00,USD,${vendor}`,
  );
  return `${[catalogHeader, ...rows].join("\n")}\n`;
}

async function count(text: string, values: readonly unknown[] = []): Promise<number> {
  const rows = await site.app.database.db.query<{ count: number }>({ name: "", text, values });
  return rows[0]?.count ?? -1;
}

const countOffers = () => count("select count(*)::integer as count from offers");
const countPieces = () => count("select count(*)::integer as count from import_file_pieces");

test("a file that is too large, empty, missing or of the wrong type is refused and leaves nothing", async () => {
  const pieces = await countPieces();
  const full = await sendImport(site.app, site.admin, Buffer.alloc(4_000_001, "x"));
  assert.equal(full.statusCode, 422);
  assert.match(full.body, /larger than 4 MB/);
  assert.equal((await sendImport(site.app, site.admin, "")).statusCode, 422);
  assert.equal((await sendImport(site.app, site.admin, "x", { name: "" })).statusCode, 422);
  assert.equal((await sendImport(site.app, site.admin, "x", { kind: "magic" })).statusCode, 422);
  assert.equal(
    (await sendImport(site.app, site.admin, "x", { vendor: "a".repeat(201) })).statusCode,
    422,
  );
  assert.equal(await countPieces(), pieces);
  const largest = await sendImport(site.app, site.admin, Buffer.alloc(4_000_000, "x"));
  assert.equal(largest.statusCode, 303);
  assert.equal((await site.admin.post(`${locationOf(largest)}/discard`)).statusCode, 303);
  assert.equal(await countPieces(), pieces);
});

test("a full disk is reported, and nothing is stored", async () => {
  const pieces = await countPieces();
  const owner = new Client(site.app.database.address);
  await owner.connect();
  await owner.query(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on import_file_pieces for each row
    when (new.position = 1) execute function no_room()`);
  const sent = await sendImport(site.app, site.admin, Buffer.alloc(2_000_000, "x"));
  await owner.query("drop trigger no_room on import_file_pieces");
  await owner.end();
  assert.equal(sent.statusCode, 422);
  assert.match(sent.body, /database disk is full/);
  assert.equal(await countPieces(), pieces);
});

test("a hostile file name is shown as text", async () => {
  const name = "..\\..\\<b>x\u202egpj.csv";
  const sent = await sendImport(site.app, site.admin, rowsOf(1), { name });
  const page = await site.admin.get(locationOf(sent));
  assert.match(page.body, /<h1>(&lt;|&#60;)b(&gt;|&#62;)xgpj\.csv<\/h1>/);
});

test("the page of an unreadable file gives the reason, and the file can only be discarded", async () => {
  const sent = await sendImport(site.app, site.admin, gzipSync(gzipSync("a,b\n")));
  const page = await site.admin.get(locationOf(sent));
  assert.match(page.body, /The file can(?:'|&#39;)t be read: /);
  assert.equal(page.body.includes("/check"), false);
  assert.equal(
    (await site.admin.post(`${locationOf(sent)}/check`, { version: "1" })).statusCode,
    404,
  );
});

test("an uploaded file is deleted after seven days, not before", async () => {
  const sent = await sendImport(site.app, site.admin, rowsOf(1));
  const weekMs = 7 * 86_400_000;
  const { retention } = readConfig({}, {});
  const expireAt = (at: Date) =>
    expireByAge(site.app.database.db, "remove_import_files", retention, at);
  await expireAt(new Date(Date.now() + weekMs - 600_000));
  assert.equal((await site.admin.get(locationOf(sent))).statusCode, 200);
  await expireAt(new Date(Date.now() + weekMs + 600_000));
  assert.equal((await site.admin.get(locationOf(sent))).statusCode, 404);
  assert.equal(await countPieces(), 0);
});

test("a file that loses bytes while it is read fails, and is never imported as a shorter one", async () => {
  const sent = await sendImport(site.app, site.admin, rowsOf(60_000));
  const fileId = locationOf(sent).split("/").at(-1);
  const checked = await checkSent(site.app, site.admin, sent);
  assert.equal(checked.state, "previewed");
  await count("delete from import_file_pieces where file_id = $1 and position > 0", [fileId]);
  const started = await site.admin.post(`/console/imports/${checked.runId}/commit`);
  const failed = await endOfRun(site.app, started);
  assert.equal(failed.state, "failed");
  assert.match(failed.message ?? "", /removed while it was being read/);
  assert.equal(await countOffers(), 0);
  const page = await site.admin.get(locationOf(sent));
  assert.ok(page.body.includes(`href="/console/imports/${failed.runId}"`));
});
