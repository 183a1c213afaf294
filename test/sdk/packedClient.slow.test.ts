// The client as a customer gets it: installed from the service into an empty folder.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { version } from "../../sdk/src/client.ts";
import { clientPackagePath } from "../../src/server/http/clientPackage.ts";
import { root } from "../docs/examples.ts";
import {
  type ClientFolder,
  consumer,
  installClient,
  packageVersion,
  runProgram,
  skipWithout,
} from "../support/clientFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());
let baseUrl: string;
let client: ClientFolder;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "DA65152-14" });
  baseUrl = await app.server.listen({ port: 0, host: "127.0.0.1" });
  client = await installClient(baseUrl + clientPackagePath);
});

after(() => client.remove());

/** Runs a program in the client's folder, with the address and the key of the service. */
function runInFolder(program: string, args: readonly string[]): Promise<string> {
  const env = { BASE_URL: baseUrl, PARTSDESK_KEY: buyer.key };
  return runProgram(client.path, program, args, env);
}

/** Uses everything that the package exports, and prints what came of it. */
const use = `exports.use = async ({ createClient, OrderingError, version }) => {
  const { BASE_URL: baseUrl, PARTSDESK_KEY: apiKey } = process.env;
  const client = createClient({ baseUrl, apiKey });
  const { found_parts } = await client.lookUpParts({ part_numbers: ["DA65152-14"] });
  const items = [{ part_id: found_parts[0].part_id, quantity: 1 }];
  const { order, response } = await client.placeOrder({ items });
  const listed = [];
  for await (const one of client.listAllOrders({ limit: 1 })) listed.push(one.order_id);
  const read = await client.readOrder(order.order_id);
  const refused = await client.placeOrder({ items: [] }).catch((error) => error);
  const late = new AbortController();
  const aborting = client.readOrder("1", { signal: late.signal }).catch((error) => error);
  late.abort();
  const timedOut = await client.readOrder("1", { timeoutMs: 0, maxAttempts: 1 }).catch((e) => e);
  const gone = createClient({ baseUrl: "http://127.0.0.1:1", apiKey, maxAttempts: 1 });
  console.log(JSON.stringify([
    version,
    response.status,
    read.order.order_id === order.order_id,
    listed.includes(order.order_id),
    refused instanceof OrderingError && refused.code,
    refused.idempotencyKey.length,
    (await aborting).code,
    timedOut.code,
    (await gone.readOrder("1").catch((error) => error)).code,
  ]));
};
`;

const nodes = [
  { version: "20.20.2", path: join(consumer, "node20/bin/node") },
  { version: "22.23.3", path: join(consumer, "node22/bin/node") },
  { version: "24.21.0", path: join(consumer, "node24/bin/node") },
  { version: "26.10.0", path: join(root, "node_modules/.bin/node") },
];

for (const { version: nodeVersion, path } of nodes) {
  const skip = skipWithout(path);
  test(`the packed client works on Node ${nodeVersion}, imported and required`, {
    skip,
  }, async () => {
    assert.equal((await runInFolder(path, ["--version"])).trim(), `v${nodeVersion}`);
    await writeFile(join(client.path, "use.cjs"), use);
    const files = {
      "a.mjs": 'import * as sdk from "@partsdesk/client";\nimport { use } from "./use.cjs";\n',
      "a.cjs": 'const sdk = require("@partsdesk/client");\nconst { use } = require("./use.cjs");\n',
    };
    for (const [name, start] of Object.entries(files)) {
      await writeFile(join(client.path, name), `${start}use(sdk);\n`);
      assert.equal(
        (await runInFolder(path, [name])).trim(),
        JSON.stringify([
          packageVersion,
          201,
          true,
          true,
          "VALIDATION_FAILED",
          36,
          "ABORTED",
          "TIMEOUT",
          "NETWORK_ERROR",
        ]),
        name,
      );
    }
  });
}

test("the package has the version of its sources, both forms with types, and no dependency", async () => {
  const installed = join(client.path, "node_modules/@partsdesk/client");
  const facts = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  assert.equal(facts.version, packageVersion);
  assert.equal(version, packageVersion);
  assert.deepEqual([facts.dependencies, facts.scripts], [undefined, undefined]);
  for (const kind of ["esm", "cjs"]) {
    for (const end of ["js", "d.ts"])
      assert.ok(existsSync(join(installed, `dist/${kind}/client.${end}`)));
  }
  assert.ok(existsSync(join(installed, "LICENSE")) && existsSync(join(installed, "README.md")));
});

test("the examples of the client's README compile and run", async () => {
  const readme = readFileSync(join(root, "sdk/README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "");
  assert.ok(blocks.length >= 4);
  const code = blocks.join("\n").replace("https://parts.example", baseUrl);
  await writeFile(join(client.path, "readme.mts"), `const apiKey = "${buyer.key}";\n${code}`);
  const tsc = join(root, "node_modules/.bin/tsc");
  const options = "--noEmit --strict --target esnext --lib esnext,dom --module nodenext readme.mts";
  await runInFolder(process.execPath, [tsc, ...options.split(" ")]);
  const printed = await runInFolder(process.execPath, ["readme.mts"]);
  const { orders } = (await buyer.get("orders?po_number=PO-4711")).json();
  assert.deepEqual([orders.length, orders[0].line_items[0].quantity], [1, 2]);
  assert.match(printed, new RegExp(orders[0].order_id));
  const polled = printed.match(new RegExp(`^${orders[0].order_id} is now draft$`, "gm"));
  assert.equal(polled?.length, 1, "the second poll continues where the first one ended");
  for (const command of readme.matchAll(/https:\/\/parts\.example(\/docs\/\S+)/g)) {
    assert.equal((await app.server.inject(command[1] ?? "")).statusCode, 200, command[0]);
  }
});
