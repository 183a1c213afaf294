// A client that resets its connection has no address any more when its request is read.

import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { before, test } from "node:test";
import { failedAuthenticationsPerMinute } from "../../src/server/api/admission.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());
let url: string;

before(async () => {
  app.server.server.on("connection", (socket: Socket) => {
    Object.defineProperty(socket, "remoteAddress", { value: undefined });
  });
  url = await app.server.listen({ port: 0, host: "127.0.0.1" });
});

const list = (key: string) =>
  fetch(`${url}${canonicalPrefix}/orders`, { headers: { authorization: `Bearer ${key}` } });

test("a valid key is accepted without an address, which is no new network", async () => {
  assert.equal((await list(buyer.key)).status, 200);
  await app.app.keyUses.flush();
  const text = "select network from key_networks where key_id = $1";
  const values = [buyer.keyId];
  const networks = await runSql(app.database.db, text, values);
  assert.deepEqual(networks, []);
});

test("wrong keys without an address are refused, and limited together", async () => {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent <= failedAuthenticationsPerMinute; sent += 1) {
    const { status } = await list("sk_live_wrong");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [401, failedAuthenticationsPerMinute],
      [429, 1],
    ],
  );
  assert.deepEqual(
    app.logLines.filter(({ level }) => level === 50),
    [],
  );
});

test("a page is shown without an address", async () => {
  assert.equal((await fetch(`${url}/sign-in`)).status, 200);
});
