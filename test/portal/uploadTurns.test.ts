// Files of one account are read one at a time.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { before, test } from "node:test";
import { createTurns } from "../../src/imports/runner.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { uploadForm } from "../support/sendImport.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

const { type, payload } = uploadForm({}, "list.csv", "part number,quantity\nA-1,1\n");
let url: string;
let stranger: TestVisitor;

openPortal();

before(async () => {
  stranger = await openStranger();
  url = await app.server.listen({ host: "127.0.0.1", port: 0 });
});

/** Starts an upload on a connection of its own, without its last bytes. */
function startUpload({ cookie }: Pick<TestVisitor, "cookie">): ClientRequest {
  const headers = { cookie, "content-type": type, "content-length": payload.length };
  const sent = request(`${url}/quick-order/file`, { method: "POST", headers, agent: false });
  sent.on("error", () => undefined);
  sent.write(payload.subarray(0, -9));
  return sent;
}

async function endUpload(sent: ClientRequest) {
  sent.end(payload.subarray(-9));
  const [response] = await once(sent, "response");
  response.resume();
  return response;
}

test("of the files of an account, one waits for the other and then gets 429; another account's is read", async () => {
  const first = startUpload(buyer);
  await once(app.server.server, "request");
  const second = await endUpload(startUpload(buyer));
  assert.deepEqual([second.statusCode, second.headers["retry-after"]], [429, "10"]);
  assert.equal((await endUpload(startUpload(stranger))).statusCode, 303);
  assert.equal((await endUpload(first)).statusCode, 303);
  assert.equal((await endUpload(startUpload(buyer))).statusCode, 303);
});

test("connections that break while their files arrive or wait are no exceptions, and give their turns back", async () => {
  const uploads = [startUpload(buyer), startUpload(buyer)];
  // Meanwhile one of them gets the turn, and the other one waits.
  assert.equal((await endUpload(startUpload(stranger))).statusCode, 303);
  for (const sent of uploads) sent.destroy();
  assert.equal((await endUpload(startUpload(buyer))).statusCode, 303);
});

test("a key has as many turns as its maximum, and who waits gets the next one", async () => {
  const turns = createTurns();
  assert.deepEqual(await Promise.all(["a", "a", "a", "b"].map((key) => turns.take(key, 2, 0))), [
    true,
    true,
    false,
    true,
  ]);
  const waiting = turns.take("a", 2, 60_000);
  turns.end("a");
  assert.equal(await waiting, true);
  assert.equal(await turns.take("a", 2, 0), false);
});
