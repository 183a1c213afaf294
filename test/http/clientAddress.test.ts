import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { clientAddress } from "../../src/server/http/clientAddress.ts";

test("the address of a client is the one that the framework finds, behind any number of proxies", async () => {
  const forwarded = [
    undefined,
    "",
    "10.0.0.1",
    "10.0.0.1, 10.0.0.2",
    " 10.0.0.1 ,,10.0.0.2,10.0.0.3 ",
  ];
  for (const hops of [0, 1, 2, 5]) {
    const server = fastify({
      trustProxy: hops === 0 ? false : (_address: string, hop: number) => hop < hops,
    });
    server.get("/", ({ ip, raw }) => [clientAddress(raw, hops), ip]);
    for (const text of forwarded) {
      const headers = text === undefined ? {} : { "x-forwarded-for": text };
      const [found, expected] = (await server.inject({ url: "/", headers })).json();
      assert.equal(found, expected, `${hops} hops, ${text}`);
    }
    await server.close();
  }
});
