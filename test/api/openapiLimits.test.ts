// What generators and linters of clients need of the document: types, codes and limits.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { storedLimits } from "../../src/kit/contract/limits.ts";
import { errorCatalogue } from "../../src/kit/errors.ts";
import type { JsonSchema, OpenApiDocument } from "../../src/server/http/openApiDocument.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { createSchemaCheck } from "../support/schemaCheck.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());
let document: OpenApiDocument;

before(async () => {
  document = (await app.server.inject("/openapi.json")).json();
});

function schemaOf(name: string): JsonSchema {
  const schema = document.components.schemas[name];
  assert.ok(schema, name);
  return schema;
}

test("limit is an integer, and the service accepts exactly the integers of its range", async () => {
  const list = document.paths[`${canonicalPrefix}/orders`]?.["get"];
  const limit = list?.parameters?.find(({ name }) => name === "limit");
  assert.deepEqual(limit?.schema, {
    type: "integer",
    format: "int32",
    minimum: 1,
    maximum: 100,
    default: 20,
  });
  assert.equal(limit.example, 20);
  for (const value of [1, 9, 10, 99, 100]) {
    assert.equal((await buyer.get(`orders?limit=${value}`)).statusCode, 200, `${value}`);
  }
  for (const value of ["0", "101", "-1", "1.5", "1.0", "1e1", "%2B5", "05", "", "all"]) {
    assert.equal((await buyer.get(`orders?limit=${value}`)).statusCode, 400, value);
  }
});

/** The codes of the errors and faults that a union lists. */
function codesOf(union: JsonSchema | undefined): string[] {
  return (union?.anyOf ?? []).flatMap(({ $ref = "" }) => {
    const { properties } = schemaOf($ref.slice($ref.lastIndexOf("/") + 1));
    return properties?.["code"]?.enum ?? [];
  });
}

test("error.code is one of the codes of the catalogue, each in one kind of error", () => {
  const codes = codesOf(schemaOf("Error").properties?.["error"]);
  assert.deepEqual(codes.sort(), Object.keys(errorCatalogue).sort());
});

test("the longest values that the catalog can hold are within the limits, longer ones refused", async () => {
  const wide = (length: number) => "😀".repeat(length);
  const { db } = app.database;
  const longest = {
    partNumber: "9".repeat(storedLimits.partNumberLength),
    vendor: wide(storedLimits.vendorLength),
    partName: wide(storedLimits.nameLength),
    title: wide(storedLimits.nameLength),
    description: wide(storedLimits.descriptionLength),
    stock: storedLimits.stock,
    leadTimeDays: storedLimits.leadTimeDays,
    price: Number.MAX_SAFE_INTEGER,
    minQuantity: 1_000_000,
    multiple: 1_000_000,
    cage: "1ABC5",
    nsn: "5331001234567",
    shelfLifeExpires: "9999-12-31",
  };
  await insertOffer(db, longest);
  const include = ["matches", "account_price", "unpriced", "details"];
  const body = { part_numbers: [longest.partNumber], include };
  const answer = (await buyer.post("catalog", body)).json();
  assert.equal(answer.found_parts[0].vendor, longest.vendor);
  const check = createSchemaCheck(document);
  assert.deepEqual(check({ $ref: "#/components/schemas/CatalogAnswer" }, answer), []);
  for (const field of ["partNumber", "vendor", "partName", "title", "description"] as const) {
    const longer = { ...longest, condition: "OH", [field]: `${longest[field]}x` };
    await assert.rejects(insertOffer(db, longer), /check/, field);
  }
  const more = { ...longest, condition: "OH", stock: storedLimits.stock + 1 };
  await assert.rejects(insertOffer(db, more), /out of range/);
});
