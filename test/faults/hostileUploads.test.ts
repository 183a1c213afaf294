// Files that take much memory or time to read, at every upload, while another account looks parts
// up. They end no worker and fail no lookup.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { spawnCommand } from "../support/runCommand.ts";
import { catalogHeader, endOfRunAt, uploadForm } from "../support/sendImport.ts";
import type { ServedNode } from "../support/servedNode.ts";
import { canonicalPrefix, openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";
import { endWorker, readMetric, send, startWorkerNode } from "../support/workerNode.ts";
import { hostileFiles, hostileImports, hostilePastes, rowOf } from "./hostileFiles.ts";

const limitMs = 1_200_000;

let app: TestApp;
let node: ServedNode;
let key: string;
let accountId: string;
let folder: string;
/** Two buyers of two accounts, and an operator. */
const cookies: string[] = [];

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  await insertOffer(app.database.db, { partNumber: "ALIVE-1" });
  for (const account of [await app.openAccount(), await app.openAccount()]) {
    cookies.push((await openVisitor(app, account.accountId)).cookie);
  }
  cookies.push((await openOperator(app)).cookie);
  ({ key, accountId } = await app.openAccount());
  folder = await mkdtemp(join(tmpdir(), "partsdesk-hostile-"));
  node = await startWorkerNode(app.database, {
    PUBLIC_URL: "https://parts.example",
    RATE_LIMIT_CATALOG: "0",
    LOG_LEVEL: "warn",
  });
});

after(async () => {
  await node.end();
  await app.close();
  await rm(folder, { recursive: true });
});

async function lookUp(): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ part_numbers: ["ALIVE-1"] });
  const answer = await send(`${node.url}${canonicalPrefix}/catalog`, { headers, body }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}

async function countEnds(): Promise<number> {
  const reasons = ["exception", "memory", "exit"];
  const ends = reasons.map((reason) => readMetric(node, `worker_ends_total{reason="${reason}"}`));
  // A metric that was never counted is missing.
  return (await Promise.all(ends)).reduce((sum, count) => sum + (count || 0), 0);
}

/** What happened to workers and lookups during `work`. */
async function watch(work: () => Promise<unknown>) {
  let isOver = false;
  const lookups: boolean[] = [];
  const looking = [1, 2].map(async () => {
    while (!isOver) lookups.push(await lookUp());
  });
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(looking);
  const failed = lookups.filter((isAnswered) => !isAnswered).length;
  return { answered: lookups.length - failed, failed, ended: await countEnds() };
}

async function upload(cookie: string, path: string, fields: Record<string, string>, bytes: Buffer) {
  const { type, payload } = uploadForm(fields, "list", bytes);
  const answer = await fetch(`${node.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, "sec-fetch-site": "same-origin", "content-type": type },
    body: new Uint8Array(payload),
  });
  const text = await answer.text();
  return { status: answer.status, text, location: answer.headers.get("location") };
}

/** Why a page refuses a form. */
const reasonOf = (text: string): string =>
  /data-faults>[\s\S]*?<li>(?:<a [^>]*>)?([^<]+)/.exec(text)?.[1] ?? "";

for (const [what, make, status = 422] of hostileFiles) {
  test(`a file with ${what} ends no worker and fails no lookup, wherever it is uploaded`, {
    timeout: limitMs,
  }, async (t) => {
    const bytes = await make();
    const [buyer = "", other = "", operator = ""] = cookies;
    const subject = { kind: "catalog", mode: "merge" };
    const seen = await watch(async () => {
      const [one, two, sent, logo] = await Promise.all([
        upload(buyer, "/quick-order/file", {}, bytes),
        upload(other, "/quick-order/file", {}, bytes),
        upload(operator, "/console/imports/new", subject, bytes),
        upload(operator, "/console/company", {}, bytes),
      ]);
      assert.deepEqual([one.status, two.status], [status, status]);
      assert.deepEqual([sent.status, logo.status], [303, 422]);
      if (status === 422) assert.match(reasonOf(one.text), /\w+ .*\.$/);
      t.diagnostic(`${bytes.length} bytes: ${reasonOf(one.text)}`);
    });
    assert.deepEqual([seen.failed, seen.ended], [0, 0]);
    assert.ok(seen.answered > 0);
  });
}

/** Imports of operators, and rows that each can read. */
const imports: readonly (readonly [kind: string, command: string, head: string, row: string])[] = [
  ["catalog", "catalog", catalogHeader, "A-1,BOLT,NE,EA,1,1.00,USD,Acme"],
  ["stock", "stock", "part_number,condition,vendor,available_stock", "A-1,NE,Acme,1"],
  ["agreement", "price", "scope,discount", "account,7.5"],
];

/** Checks an uploaded file as an operator does: which step refuses it, and why. */
async function dryRun(place: string, cookie: string): Promise<[refusedBy: string, why: string]> {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const page = await (await fetch(`${node.url}${place}`, { headers })).text();
  const unreadable = /can(?:'|&#39;)t be read: ([^<]+)/.exec(page)?.[1];
  if (unreadable !== undefined) return ["inspection", unreadable];
  const body = new URLSearchParams({ version: "1" });
  const form = { method: "POST", redirect: "manual", headers, body } as const;
  const checked = await fetch(`${node.url}${place}/check`, form);
  const run = await endOfRunAt(app, checked.headers.get("location") ?? "");
  assert.equal(run.state, "failed");
  return ["dry run", run.message ?? ""];
}

for (const [kind, command, head, row] of imports) {
  for (const [what, make, refusedBy, reason] of hostileImports) {
    test(`a dry run of an import of ${kind} with ${what} ends no worker and fails no lookup`, {
      timeout: limitMs,
    }, async (t) => {
      const bytes = await make(rowOf(...head.split(",")) + rowOf(...row.split(",")).repeat(2_000));
      const path = join(folder, "hostile.xlsx");
      await writeFile(path, bytes);
      const account = kind === "agreement" ? { account: accountId } : {};
      const options = kind === "agreement" ? ["--account", accountId] : [];
      const operator = cookies[2] ?? "";
      const seen = await watch(async () => {
        const form = { kind, mode: "merge", ...account };
        const sent = await upload(operator, "/console/imports/new", form, bytes);
        const [step, why] = await dryRun(sent.location ?? "", operator);
        assert.equal(step, refusedBy);
        assert.match(why, reason);
        t.diagnostic(`${bytes.length} bytes: ${why}`);
        const args = [command, "import", path, "--dry-run", ...options];
        const { exitCode, stderr } = await spawnCommand(app.database, args);
        assert.match(stderr, reason);
        assert.notEqual(exitCode, 0);
      });
      assert.deepEqual([seen.failed, seen.ended], [0, 0]);
      assert.ok(seen.answered > 0);
    });
  }
}

for (const [what, text] of hostilePastes) {
  test(`a pasted text with ${what} ends no worker and fails no lookup`, {
    timeout: limitMs,
  }, async () => {
    const [buyer = ""] = cookies;
    const body = `rows=${encodeURIComponent(text).replaceAll("%20", "+")}`;
    const seen = await watch(() =>
      Promise.all(
        [1, 2, 3].map(async () => {
          const headers = { cookie: buyer, "content-type": "application/x-www-form-urlencoded" };
          const { status } = await send(`${node.url}/quick-order`, { headers, body });
          assert.ok([303, 413, 422, 429].includes(status), `${status}`);
        }),
      ),
    );
    assert.deepEqual([seen.failed, seen.ended], [0, 0]);
  });
}

test("a worker that ends for lack of memory would be seen", { timeout: limitMs }, async () => {
  const seen = await watch(async () => {
    await endWorker(node.url, "memory");
    while ((await countEnds()) === 0);
  });
  assert.ok(seen.ended > 0);
});
