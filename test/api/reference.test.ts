import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { before, test } from "node:test";
import { promisify } from "node:util";
import type { LightMyRequestResponse } from "fastify";
import type { Order } from "../../src/kit/contract/orders.ts";
import { siteScript } from "../../src/kit/html/assets/assets.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ publicUrl, supportEmail: "parts@supplier.example" }));
let response: LightMyRequestResponse;

const siteScriptTag = `<script src="${siteScript.path}" defer></script>`;
const publicUrl = "https://parts.example";

before(async () => {
  response = await app.server.inject("/docs");
});

function readEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

test("the page may load only the stylesheet and script of the site", () => {
  assert.equal(response.statusCode, 200);
  const { headers } = response;
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "same-origin");
  const policy = String(headers["content-security-policy"]).split("; ");
  for (const rule of [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.doesNotMatch(policy.join(), /unsafe|https?:|\*/);
});

const run = promisify(execFile);

/** Runs the requests of the page in a shell, as pasted, and returns their responses. */
async function pasteRequests(offers: readonly OfferFields[]): Promise<Record<string, unknown>[]> {
  const port = await findFreePort();
  const served = await openTestApp({ publicUrl: `http://127.0.0.1:${port}` });
  try {
    for (const offer of offers) await insertOffer(served.database.db, offer);
    await served.database.replica.catchUp();
    await served.server.listen({ port, host: "127.0.0.1" });
    const { body } = await served.server.inject("/docs");
    const blocks = [...body.matchAll(/<pre[^>]*><code>([^<]*)/g)].map(([, code = ""]) =>
      readEntities(code),
    );
    const env = { PATH: process.env["PATH"], PARTSDESK_KEY: (await served.openAccount()).key };
    const answers: Record<string, unknown>[] = [];
    for (const code of blocks.filter((block) => /^([A-Z_]+=\$\()?curl /.test(block))) {
      const { stdout } = await run("sh", ["-euc", code], { env });
      answers.push(JSON.parse(stdout));
    }
    return answers;
  } finally {
    await served.close();
  }
}

test("the requests on the page work as pasted, also with odd numbers that are sold in packs", async () => {
  const partNumber = "AN/960'S <b>$HOME";
  const answers = await pasteRequests([
    { partNumber: "NO-STOCK-1", stock: 0 },
    { partNumber, multiple: 60, minQuantity: 90, price: 500, stock: 900 },
  ]);
  // Nobody has answered the quote request yet, so nothing of it can be accepted.
  assert.match(JSON.stringify(answers.pop()), /"code":"QUOTE_CORRECTED"/);
  assert.equal(answers.length, 8);
  for (const answer of answers) assert.equal(answer["success"], true, JSON.stringify(answer));
  const placed = answers[2]?.["order"] as Order;
  const [line] = placed.line_items;
  assert.deepEqual([line?.part_number, line?.quantity], [partNumber, 120]);
  assert.deepEqual(answers[4]?.["order"], placed);
});

test("the address of the service cannot become markup", async () => {
  const hostile = await openTestApp({ publicUrl: `http://a.example/"'><script>alert(1)</script>` });
  try {
    const { body } = await hostile.server.inject("/docs");
    assert.doesNotMatch(body.replace(siteScriptTag, ""), /<script/);
    assert.ok(body.includes("&#60;script&#62;"));
  } finally {
    await hostile.close();
  }
});
