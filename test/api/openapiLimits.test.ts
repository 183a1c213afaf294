// What generators and linters of clients need of the document: types, codes and limits.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { validationCodes } from "../../src/kit/contract/errorAnswer.ts";
import { storedLimits } from "../../src/kit/contract/limits.ts";
import { errorCatalogue } from "../../src/kit/errors.ts";
import type { JsonSchema, OpenApiDocument } from "../../src/server/http/openApiDocument.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { createSchemaCheck, listNodes } from "../support/schemaCheck.ts";
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

test("no field of a body has a default, for which generators would require it", () => {
  const withDefault = listNodes(document.components.schemas).filter(([, node]) =>
    Object.values((node as JsonSchema).properties ?? {}).some((field) => "default" in field),
  );
  assert.deepEqual(withDefault, []);
  assert.ok(!(schemaOf("CatalogRequest").required ?? []).includes("in_stock"));
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

test("each code of a fault has its own type of details", () => {
  const faults = schemaOf("LineError").properties?.["details"]?.items;
  assert.deepEqual(codesOf(faults).sort(), [...(lineCodesOf("LineError") ?? [])].sort());
  const validation = schemaOf("ValidationFault").properties?.["code"]?.enum ?? [];
  assert.deepEqual(validation, [...validationCodes]);
  const check = createSchemaCheck(document);
  const { examples } = document.components;
  for (const [code, { value }] of Object.entries(examples)) {
    const answer = structuredClone(value) as { error: { details?: Record<string, unknown>[] } };
    const [fault] = answer.error.details ?? [];
    if (fault === undefined || code === "VALIDATION_FAILED") continue;
    // A fault of a quote may not know its part, nor what is left.
    const optional = code.startsWith("QUOTE_") ? ["part_number", "left"] : [];
    for (const field of Object.keys(fault).filter((name) => !optional.includes(name))) {
      const { [field]: _, ...rest } = fault;
      const without = { ...answer, error: { ...answer.error, details: [rest] } };
      const schema = { $ref: "#/components/schemas/Error" };
      assert.notDeepEqual(check(schema, without), [], `${code} without ${field}`);
    }
  }
});

function lineCodesOf(name: string): readonly string[] | undefined {
  return schemaOf(name).properties?.["code"]?.enum;
}

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
