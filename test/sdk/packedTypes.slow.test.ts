// The types of the packed client, its forms, and what tools say about it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../docs/examples.ts";
import {
  type ClientFolder,
  consumer,
  installClient,
  runProgram,
  skipWithout,
} from "../support/clientFolder.ts";

const packed = join(root, "sdk/dist/client.tgz");

let client: ClientFolder;

before(async () => {
  client = await installClient(packed);
});

after(() => client.remove());

const compilers = [
  { name: "TypeScript 5", path: join(consumer, "typescript5/bin/tsc") },
  { name: "TypeScript 7", path: join(root, "node_modules/.bin/tsc") },
];

/** Types of which the exported ones consist. */
const unexported: ReadonlySet<string> = new Set([
  "AttemptFailure",
  "Fault",
  "ErrorOf",
  "PlainCode",
]);

/** The names of all types that the sources of the client export. */
function listTypes(): string[] {
  const files = ["wireTypes", "clientTypes", "orderingError", "responseMetadata"];
  const texts = files.map((file) => readFileSync(join(root, `sdk/src/${file}.ts`), "utf8"));
  const names = [...texts.join("\n").matchAll(/^(?:export )?type (\w+)/gm)].map(([, name]) => name);
  return names.filter((name) => name !== undefined && !unexported.has(name)) as string[];
}

for (const { name, path } of compilers) {
  const skip = skipWithout(path);
  test(`${name} finds every type, strictly, in modules of both kinds`, { skip }, async () => {
    const types = listTypes();
    assert.ok(types.length > 20);
    const text = `import { createClient, OrderingError, version } from "@partsdesk/client";
import type { ${types.join(", ")} } from "@partsdesk/client";
const client: Client = createClient({ baseUrl: "https://parts.example", apiKey: version });
export async function find(): Promise<string> {
  const { found_parts, response } = await client.lookUpParts({ part_numbers: ["1"] });
  const parts: PricedPart[] = found_parts.filter(({ price }) => price.currency === "USD");
  const priced: string | undefined = parts[0]?.price.amount;
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
    for (const file of files) await writeFile(join(client.path, file), text);
    const options = "--noEmit --strict --exactOptionalPropertyTypes --target es2022";
    const nodeTypes = `--lib es2022 --types node --typeRoots ${join(root, "node_modules/@types")}`;
    for (const globals of ["--lib es2022,dom", nodeTypes]) {
      const setting = `${options} --module nodenext ${globals}`;
      await runProgram(client.path, process.execPath, [path, ...setting.split(" "), ...files]);
    }
  });
}

for (const { tool, args } of [
  { tool: "attw", args: ["--no-color"] },
  { tool: "publint", args: ["--strict"] },
]) {
  const path = join(consumer, `.bin/${tool}`);
  const skip = skipWithout(path);
  test(`${tool} finds no problem in the package`, { skip }, async () => {
    const printed = await runProgram(client.path, path, [...args, packed]);
    assert.match(printed, /No problems found|All good/);
  });
}
