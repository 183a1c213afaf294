// The client as a customer gets it: installed from the service into an empty folder.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { clientPackagePath } from "../../src/http/clientPackage.ts";
import { basicEnv, root } from "../docs/examples.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";

const run = promisify(execFile);
const consumer = join(root, "test/sdk/consumer/node_modules");

let app: TestApp;
let buyer: TestAccount;
let baseUrl: string;
/** The empty folder with nothing but the client. */
let folder: string;

before(async () => {
  app = await openTestApp();
  buyer = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "DA65152-14" });
  baseUrl = await app.server.listen({ port: 0, host: "127.0.0.1" });
  folder = await mkdtemp(join(tmpdir(), "partsdesk-client-"));
  const address = baseUrl + clientPackagePath;
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", "--prefix", folder, ...quiet, address], { env: basicEnv });
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** Runs a program in the folder and returns what it prints. */
async function runInFolder(program: string, args: readonly string[]): Promise<string> {
  const env = { ...basicEnv, BASE_URL: baseUrl, PARTSDESK_KEY: buyer.key };
  const ended = await run(program, args, { cwd: folder, env }).catch((error) =>
    assert.fail(`${args.join(" ")}: ${error.stdout}${error.stderr}`),
  );
  return ended.stdout;
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

for (const { version, path } of nodes) {
  const skip = existsSync(path) ? false : `${path} is missing; .ci/run installs it`;
  test(`the packed client works on Node ${version}, imported and required`, { skip }, async () => {
    assert.equal((await runInFolder(path, ["--version"])).trim(), `v${version}`);
    await writeFile(join(folder, "use.cjs"), use);
    const files = {
      "a.mjs": 'import * as sdk from "@partsdesk/client";\nimport { use } from "./use.cjs";\n',
      "a.cjs": 'const sdk = require("@partsdesk/client");\nconst { use } = require("./use.cjs");\n',
    };
    for (const [name, start] of Object.entries(files)) {
      await writeFile(join(folder, name), `${start}use(sdk);\n`);
      assert.equal(
        (await runInFolder(path, [name])).trim(),
        JSON.stringify([
          "0.2.0",
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
  const installed = join(folder, "node_modules/@partsdesk/client");
  const facts = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  assert.equal(
    facts.version,
    JSON.parse(readFileSync(join(root, "sdk/package.json"), "utf8")).version,
  );
  assert.deepEqual([facts.dependencies, facts.scripts], [undefined, undefined]);
  for (const kind of ["esm", "cjs"]) {
    for (const end of ["js", "d.ts"])
      assert.ok(existsSync(join(installed, `dist/${kind}/client.${end}`)));
  }
  assert.ok(existsSync(join(installed, "LICENSE")) && existsSync(join(installed, "README.md")));
});

test("the package is the same each time it is packed", async () => {
  const first = await readFile(join(root, "sdk/dist/client.tgz"));
  const args = ["pack", "./sdk", "--pack-destination", folder, "--ignore-scripts"];
  await run("npm", args, { cwd: root, env: basicEnv });
  assert.deepEqual(await readFile(join(folder, "partsdesk-client-0.2.0.tgz")), first);
});

const compilers = [
  { name: "TypeScript 5", path: join(consumer, "typescript5/bin/tsc") },
  { name: "TypeScript 7", path: join(root, "node_modules/.bin/tsc") },
];

/** The names of all types that the sources of the client export. */
function listTypes(): string[] {
  const files = ["wireTypes", "clientTypes", "orderingError", "responseMetadata"];
  const texts = files.map((file) => readFileSync(join(root, `sdk/src/${file}.ts`), "utf8"));
  const names = [...texts.join("\n").matchAll(/^(?:export )?type (\w+)/gm)].map(([, name]) => name);
  return names.filter((name) => name !== undefined && name !== "AttemptFailure") as string[];
}

for (const { name, path } of compilers) {
  const skip = existsSync(path) ? false : `${path} is missing; .ci/run installs it`;
  test(`${name} finds every type, strictly, in modules of both kinds`, { skip }, async () => {
    const types = listTypes();
    assert.ok(types.length > 20);
    const text = `import { createClient, OrderingError, version } from "@partsdesk/client";
import type { ${types.join(", ")} } from "@partsdesk/client";
const client: Client = createClient({ baseUrl: "https://parts.example", apiKey: version });
export async function find(): Promise<string> {
  const { found_parts, response } = await client.lookUpParts({ part_numbers: ["1"] });
  const priced: string | undefined = found_parts[0]?.price.amount;
  const answer = await client.lookUpParts({ part_numbers: ["1"], include: ["unpriced"] });
  // @ts-expect-error: the price may be null.
  const unpriced: string | undefined = answer.found_parts[0]?.price.amount;
  // @ts-expect-error: there is no such status.
  client.listOrders({ status: "gone" });
  const isError = OrderingError.prototype instanceof Error;
  return String([response.status, priced, unpriced, isError]);
}
export type All = [${types.filter((type) => type !== "WithResponse").join(", ")}];
`;
    const files = ["types.mts", "types.cts"];
    for (const file of files) await writeFile(join(folder, file), text);
    const options = "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes";
    const setting = "--target es2022 --lib es2022,dom --module nodenext";
    await runInFolder(process.execPath, [path, ...`${options} ${setting}`.split(" "), ...files]);
  });
}

for (const { tool, args } of [
  { tool: "attw", args: ["--no-color"] },
  { tool: "publint", args: ["--strict"] },
]) {
  const path = join(consumer, `.bin/${tool}`);
  const skip = existsSync(path) ? false : `${path} is missing; .ci/run installs it`;
  test(`${tool} finds no problem in the package`, { skip }, async () => {
    const printed = await runInFolder(path, [...args, join(root, "sdk/dist/client.tgz")]);
    assert.match(printed, /No problems found|All good/);
  });
}

test("the examples of the client's README compile and run", async () => {
  const readme = readFileSync(join(root, "sdk/README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "");
  assert.ok(blocks.length >= 4);
  const code = blocks.join("\n").replace("https://parts.example", baseUrl);
  await writeFile(join(folder, "readme.mts"), `const apiKey = "${buyer.key}";\n${code}`);
  const tsc = join(root, "node_modules/.bin/tsc");
  const options = "--noEmit --strict --target esnext --lib esnext,dom --module nodenext readme.mts";
  await runInFolder(process.execPath, [tsc, ...options.split(" ")]);
  const printed = await runInFolder(process.execPath, ["readme.mts"]);
  const { orders } = (await buyer.get("orders?po_number=PO-4711")).json();
  assert.deepEqual([orders.length, orders[0].line_items[0].quantity], [1, 2]);
  assert.match(printed, new RegExp(orders[0].order_id));
  for (const command of readme.matchAll(/https:\/\/parts\.example(\/docs\/\S+)/g)) {
    assert.equal((await app.server.inject(command[1] ?? "")).statusCode, 200, command[0]);
  }
});
