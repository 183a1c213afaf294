// Clients that others generate from the document of the operator API: each compiles strictly and does
// the recipes of docs/erp.md.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { skipWithout } from "../support/clientFolder.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import {
  type GeneratedClients,
  generatorModules,
  openGeneratedClients,
} from "../support/generatedClients.ts";
import { openSystem } from "../support/operatorApi.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";

const skip = skipWithout(generatorModules);

let app: TestApp;
let baseUrl: string;
let generated: GeneratedClients;

before(async () => {
  if (skip !== false) return;
  app = await openTestApp({ rateLimitOrders: 0 });
  baseUrl = await app.server.listen({ port: 0, host: "127.0.0.1" });
  generated = await openGeneratedClients(`${baseUrl}/operator/openapi.json`);
});

after(async () => {
  if (skip !== false) return;
  await generated.close();
  await app.close();
});

/** The recipes; each program defines the five calls. */
const recipes = `
const catalog = \`part_number,part_name,condition,unit_of_measure,available_stock,price,currency
GEN-1,BRACKET,NE,EA,12,48.00,USD
GEN-2,BRACKET,NE,EA,4,31.50,USD
\`;
async function use(): Promise<unknown[]> {
  const created = await importCatalog(catalog);
  const stock = await importStock("part_number,condition,quantity\\nGEN-1,NE,15\\nGEN-2,NE,4\\n");
  const { results = [] } = await change([
    { part_number: "GEN-2", vendor: "Gen", condition: "NE", on_hand: 3 },
    { part_number: "GEN-3", vendor: "Gen", condition: "NE", on_hand: 3 },
  ]);
  const outcomes: ("updated" | "unchanged" | "refused")[] = results.map(({ outcome }) => outcome);
  // @ts-expect-error: only a refused row has a reason.
  const wrong = (): string => results[0].reason;
  const { orders, next_cursor } = await list();
  const cursor: string = next_cursor;
  const order = need(orders.find(({ status }) => status === "confirmed"));
  const first = await fulfil(order.order_id, "DN-1");
  const again = await fulfil(order.order_id, "DN-1");
  const other = await fulfil(order.order_id, "DN-2");
  return [created, stock, outcomes, typeof wrong, cursor !== "", first, again, other];
}
use().then((all) => console.log(JSON.stringify(all)));
`;

const setting = `const baseUrl = process.env["BASE_URL"] ?? "";
const authorization = \`Bearer \${process.env["OPERATOR_KEY"]}\`;
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
const importCatalog = async (file: string) =>
  need((await api.importCatalog({ body: new Blob([file]), query: { vendor: "Gen" } })).data)
    .import.state;
const importStock = async (file: string) =>
  need((await api.importStock({ body: new Blob([file]), query: { vendor: "Gen", replace: true } }))
    .data).import.state;
type Change = NonNullable<api.ChangeOffersData["body"]>["offers"];
const change = async (offers: Change) => need((await api.changeOffers({ body: { offers } })).data);
const list = async () =>
  need((await api.listOrders({ query: { status: "confirmed", limit: 10 } })).data);
const fulfil = async (order: string, reference: string) => {
  const { data, error } = await api.fulfilOrder({ path: { order }, body: { reference } });
  return data?.order.status ?? need(error).error.code;
};
`,
  },
  {
    name: "openapi-typescript",
    generate: ["openapi-typescript/bin/cli.js", "openapi.json", "-o", "types.ts"],
    program: `import createClient from "openapi-fetch";
import type { paths } from "./types";
${setting}const api = createClient<paths>({ baseUrl, headers: { authorization } });
const prefix = "/operator/v1";
const file = { bodySerializer: (body: string) => body, headers: { "content-type": "text/csv" } };
const importCatalog = async (body: string) =>
  need((await api.POST(\`\${prefix}/imports/catalog\`, {
    ...file, body, params: { query: { vendor: "Gen" } } })).data).import.state;
const importStock = async (body: string) =>
  need((await api.POST(\`\${prefix}/imports/stock\`, {
    ...file, body, params: { query: { vendor: "Gen", replace: true } } })).data).import.state;
type Body = paths["/operator/v1/offers"]["patch"]["requestBody"];
type Change = NonNullable<Body>["content"]["application/json"]["offers"];
const change = async (offers: Change) =>
  need((await api.PATCH(\`\${prefix}/offers\`, { body: { offers } })).data);
const list = async () =>
  need((await api.GET(\`\${prefix}/orders\`, {
    params: { query: { status: "confirmed", limit: 10 } } })).data);
const fulfil = async (order: string, reference: string) => {
  const { data, error } = await api.POST(\`\${prefix}/orders/{order}/fulfil\`, {
    params: { path: { order } }, body: { reference } });
  return data?.order.status ?? need(error).error.code;
};
`,
  },
] as const;

for (const { name, generate, program } of clients) {
  test(`a client generated by ${name} compiles strictly and does the recipes`, {
    skip,
  }, async () => {
    await confirmOne(app, null);
    const system = await openSystem(app);
    const env = { BASE_URL: baseUrl, OPERATOR_KEY: system.key };
    const printed = await generated.run({ name, generate, program: program + recipes }, env);
    const [created, stock, outcomes, ...rest] = JSON.parse(printed);
    assert.deepEqual(
      [created, stock, outcomes],
      ["committed", "committed", ["updated", "refused"]],
    );
    assert.deepEqual(rest, ["function", true, "fulfilled", "fulfilled", "CONFLICT"]);
  });
}
