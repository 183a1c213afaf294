// Clients that others generate from the document of a running service: each compiles strictly,
// knows the types, and works against the service. Linters read the document of the same service.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { skipWithout } from "../support/clientFolder.ts";
import {
  type GeneratedClients,
  generatorModules,
  generatorWorkspace,
  openGeneratedClients,
} from "../support/generatedClients.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const skip = skipWithout(generatorModules);

const app = share(openTestApp);
const buyer = share(() => app.openAccount());
let baseUrl: string;
let generated: GeneratedClients;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "DA1-1", stock: 3, manufacturer: "Maker" });
  await insertOffer(app.database.db, { partNumber: "DA1-2", price: null });
  baseUrl = await app.server.listen({ port: 0, host: "127.0.0.1" });
  generated = await openGeneratedClients(`${baseUrl}/openapi.json`);
});

after(() => generated.close());

const runTool: GeneratedClients["runTool"] = (...given) => generated.runTool(...given);

/** What every client does; each program defines the four calls. */
const use = `
const key = { "Idempotency-Key": "PO-1" };
async function use(): Promise<unknown[]> {
  const { found_parts: [part, unpriced], summary } = await lookUp({
    part_numbers: ["DA1-1", "DA1-2"],
    include: ["unpriced", "details"],
  });
  if (part === undefined || unpriced === undefined) throw new Error("not found");
  const amount: string | undefined = part.price?.amount;
  // @ts-expect-error: the price of a part can be on request.
  const wrong = (): string => unpriced.price.amount;
  const items = [{ part_id: part.part_id, quantity: 2 }];
  const { order } = await place({ items, po_number: "PO-1" });
  const { orders, has_more, next_cursor } = await list(1);
  const read = await get(order.order_id);
  const { error } = await refuse({ items: [{ part_id: part.part_id, quantity: 9 }] });
  const codes: string[] = [error.code];
  if (error.code === "INSUFFICIENT_STOCK") {
    for (const fault of error.details) {
      // @ts-expect-error: not every fault has it.
      void fault.available_stock;
      if (fault.code === "INSUFFICIENT_STOCK") codes.push(String(fault.available_stock));
    }
  }
  // @ts-expect-error: there is no such code.
  if (error.code === "GONE") codes.push("GONE");
  const ids = [read.order.order_id, orders[0]?.order_id].map((id) => id === order.order_id);
  const { manufacturer } = part.details ?? {};
  return [amount, unpriced.price, summary.found, manufacturer, ids, has_more, next_cursor, codes,
    order.updated_at === order.created_at, typeof wrong];
}
use().then((all) => console.log(JSON.stringify(all)));
`;

const setting = `const baseUrl = process.env["BASE_URL"] ?? "";
const authorization = \`Bearer \${process.env["PARTSDESK_KEY"]}\`;
declare const process: { env: Record<string, string | undefined> };
function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("no answer");
  return value;
}
`;

const clients = [
  {
    name: "hey-api",
    generate: ["@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "hey", "-s"],
    program: `import { client } from "./hey/client.gen";
import * as api from "./hey";
${setting}client.setConfig({ baseUrl, headers: { authorization } });
const lookUp = async (body: api.CatalogRequest) => need((await api.lookUpParts({ body })).data);
const place = async (body: api.OrderRequest) =>
  need((await api.placeOrder({ body, headers: key })).data);
const refuse = async (body: api.OrderRequest) => need((await api.placeOrder({ body })).error);
const list = async (limit: number) =>
  need((await api.listOrders({ query: { limit, status: "draft" } })).data);
const get = async (order_id: string) =>
  need((await api.readOrder({ path: { order_id } })).data);
// @ts-expect-error: a number is required.
export const wrongLimit = () => api.listOrders({ query: { limit: "1" } });
`,
  },
  {
    name: "openapi-typescript",
    generate: ["openapi-typescript/bin/cli.js", "openapi.json", "-o", "types.ts"],
    program: `import createClient from "openapi-fetch";
import type { components, paths } from "./types";
${setting}const api = createClient<paths>({ baseUrl, headers: { authorization } });
type Schemas = components["schemas"];
const prefix = "/public/api/v1/b2b";
const lookUp = async (body: Schemas["CatalogRequest"]) =>
  need((await api.POST(\`\${prefix}/catalog\`, { body })).data);
const place = async (body: Schemas["OrderRequest"]) =>
  need((await api.POST(\`\${prefix}/orders\`, { body, params: { header: key } })).data);
const refuse = async (body: Schemas["OrderRequest"]) =>
  need((await api.POST(\`\${prefix}/orders\`, { body })).error);
const list = async (limit: number) =>
  need(
    (await api.GET(\`\${prefix}/orders\`, { params: { query: { limit, status: "draft" } } })).data,
  );
const get = async (order_id: string) =>
  need((await api.GET(\`\${prefix}/orders/{order_id}\`, { params: { path: { order_id } } })).data);
export const wrongLimit = () =>
  // @ts-expect-error: a number is required.
  api.GET(\`\${prefix}/orders\`, { params: { query: { limit: "1" } } });
`,
  },
  {
    name: "swagger-typescript-api",
    generate: [
      "swagger-typescript-api/dist/cli.mjs",
      ...["generate", "-p", "openapi.json", "-o", ".", "-n", "api.ts"],
    ],
    program: `import { Api } from "./api";
import type { CatalogRequest, Error as ApiError, OrderRequest } from "./api";
${setting}const baseApiParams = { headers: { authorization } };
const { public: api } = new Api({ baseUrl, baseApiParams });
const lookUp = async (body: CatalogRequest) => (await api.lookUpParts(body)).data;
const place = async (body: OrderRequest) =>
  (await api.placeOrder(body, { headers: { authorization, ...key } })).data;
const refuse = (body: OrderRequest): Promise<ApiError> =>
  api.placeOrder(body).then(
    () => Promise.reject(new Error("placed")),
    (answer: { error: ApiError }) => answer.error,
  );
const list = async (limit: number) => (await api.listOrders({ limit, status: "draft" })).data;
const get = async (order_id: string) => (await api.readOrder(order_id)).data;
// @ts-expect-error: a number is required.
export const wrongLimit = () => api.listOrders({ limit: "1" });
`,
  },
] as const;

for (const { name, generate, program } of clients) {
  test(`a client generated by ${name} compiles strictly and works`, { skip }, async () => {
    const env = { BASE_URL: baseUrl, PARTSDESK_KEY: buyer.key };
    const printed = await generated.run({ name, generate, program: program + use }, env);
    const [amount, price, found, maker, ids, hasMore, cursor, codes, ...rest] = JSON.parse(printed);
    assert.deepEqual([amount, price, found, maker], ["10.00", null, 2, "Maker"]);
    assert.deepEqual([ids, hasMore, cursor], [[true, true], false, null]);
    assert.deepEqual(codes, ["INSUFFICIENT_STOCK", "3"]);
    assert.deepEqual(rest, [true, "function"]);
  });
}

test("Redocly finds no error and no warning", { skip }, async () => {
  const config = join(generatorWorkspace, "redocly.yaml");
  await runTool("@redocly/cli/bin/cli.js", ["lint", "openapi.json", "--config", config]);
});

test("Spectral with the rules of OWASP finds no error", { skip }, async () => {
  const rules = join(generatorWorkspace, "spectral.yaml");
  const args = ["lint", "openapi.json", "--ruleset", rules, "--fail-severity", "error"];
  const printed = await runTool("@stoplight/spectral-cli/dist/index.js", args);
  assert.match(printed, /\(0 errors, \d+ warnings|No results/);
});
