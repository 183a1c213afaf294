// Uploads by forms: streamed, bounded, and refused without a change if they are broken.
import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { post } from "../../src/home/portalContext.ts";
import { html } from "../../src/kit/html/html.ts";
import { receiveUpload } from "../../src/kit/site/receiveUpload.ts";
import { none } from "../../src/kit/site/routes.ts";
import { openTestSite, type TestSite } from "../support/testSite.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const limitBytes = 100_000;
let site: TestSite;
let buyer: TestVisitor;
let outcome: unknown;

const upload = post("/file", "signed in", none, async (_, { request }) => {
  outcome = await receiveUpload(request, limitBytes, async ({ name, bytes, fields }) => {
    if (fields.has("fail")) throw new Error("the work failed");
    const read = await buffer(bytes);
    return { name, length: read.length, note: fields.text("note") };
  });
  return { kind: "page", page: { title: "Taken", body: html`` } };
});

before(async () => {
  site = await openTestSite([upload], "https://parts.example");
  buyer = await openVisitor(site, site.accountId);
});

after(() => site.close());

type Part = { readonly name: string; readonly file?: string; readonly body: string | Buffer };

function renderParts(parts: readonly Part[], ending = "--\r\n"): Buffer {
  const written = parts.flatMap(({ name, file, body }) => [
    `--edge\r\nContent-Disposition: form-data; name="${name}"`,
    file === undefined ? "" : `; filename="${file}"\r\nContent-Type: text/csv`,
    "\r\n\r\n",
    body,
    "\r\n",
  ]);
  return Buffer.concat([...written, `--edge${ending}`].map((piece) => Buffer.from(piece)));
}

function send(payload: Buffer, type = "multipart/form-data; boundary=edge") {
  outcome = undefined;
  return site.server.inject({
    method: "POST",
    url: "/file",
    headers: { "content-type": type, "sec-fetch-site": "same-origin", cookie: buyer.cookie },
    payload,
  });
}

function assertRefused({ statusCode, headers }: LightMyRequestResponse, status: number): void {
  assert.equal(statusCode, status);
  assert.match(String(headers["content-type"]), /^text\/html/);
  assert.equal(outcome, undefined);
}

test("a file arrives whole, with its name and the fields before it", async () => {
  const note = { name: "note", body: "dock 3\r\ngate\0 1" };
  await send(renderParts([note, { name: "file", file: "a\0 list.csv", body: "x".repeat(70_000) }]));
  const result = { name: "a list.csv", length: 70_000, note: "dock 3\ngate 1" };
  assert.deepEqual(outcome, { outcome: "taken", result });
});

test("a file of exactly the limit is accepted; one byte more is too large", async () => {
  await send(renderParts([{ name: "file", file: "a.csv", body: "x".repeat(limitBytes) }]));
  assert.equal((outcome as { outcome: string }).outcome, "taken");
  await send(renderParts([{ name: "file", file: "a.csv", body: "x".repeat(limitBytes + 1) }]));
  assert.deepEqual(outcome, { outcome: "too large", limitBytes });
});

test("a form without a chosen file has no file", async () => {
  const note = { name: "note", body: "n" };
  for (const parts of [[note], [note, { name: "file", file: "", body: "" }], []]) {
    await send(renderParts(parts));
    assert.equal((outcome as { outcome: string }).outcome, "no file");
  }
  await send(Buffer.from("note=n"), "application/x-www-form-urlencoded");
  assert.equal((outcome as { outcome: string }).outcome, "no file");
});

const csv = { name: "file", file: "a.csv", body: "x".repeat(1_000) };

test("a form that is cut off or has no boundary gets an error page", async () => {
  assertRefused(await send(renderParts([csv]).subarray(0, 600)), 400);
  assertRefused(await send(renderParts([csv]), "multipart/form-data"), 400);
});

test("a form can have 100 fields of 64 KiB besides its file, and no more", async () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `f${index}`, body: "x" }));
  const note = (length: number) => ({ name: "note", body: "n".repeat(length) });
  await send(renderParts([...fields(99), note(65_536), csv]));
  const result = { name: "a.csv", length: 1_000, note: "n".repeat(65_536) };
  assert.deepEqual(outcome, { outcome: "taken", result });
  assertRefused(await send(renderParts([...fields(101), csv])), 413);
  assertRefused(await send(renderParts([note(65_537), csv])), 413);
});

test("a failure while a file is received is a 500, not an error of the form", async () => {
  const fail = { name: "fail", body: "yes" };
  const { statusCode } = await send(renderParts([fail, { name: "file", file: "a", body: "x" }]));
  assert.equal(statusCode, 500);
});
